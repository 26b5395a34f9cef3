# The draws of "pbem1" once more, in another language: reads lines `key label sides` and prints a number for each.
use strict;
use warnings;
use Digest::SHA qw(hmac_sha256);

sub frame { return join "", map { pack("N", length $_) . $_ } @_ }

sub draw {
    my ($key, $label, $sides) = @_;
    use integer;
    for (my $c = 0; ; $c++) {
        my $block = hmac_sha256(frame("pbem1/draw", $label, $c), $key);
        for my $word (unpack "Q>4", $block) {
            no integer;
            my $spare = (18446744073709551615 % $sides + 1) % $sides;
            return $word % $sides if $word <= 18446744073709551615 - $spare;
        }
    }
}

while (<STDIN>) {
    my ($key, $label, $sides) = split;
    print draw(pack("H*", $key), $label, $sides), "\n";
}
