"""Runs a command and prints the peak of its memory in MB. Small itself, because a child inherits its parent's peak.

usage: peak.py COMMAND...
"""

import os
import sys

silent = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=silent)
_, status, usage = os.wait4(child, 0)
print(usage.ru_maxrss / 1024)
sys.exit(os.waitstatus_to_exitcode(status))
