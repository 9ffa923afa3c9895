#!/bin/sh
# Ur bot: moves the lowest-numbered token that can move.  Speaks colosseum; needs a POSIX shell.
# A game of three tokens, which the protocol does not tell: sh ur_first.sh 3

hear() {
    IFS= read -r line || exit 0
    [ "$line" != RETIRE ] || exit 0
}

# tokens of side $1 on cell $2: the first one's number in $at, or nothing
find_token() {
    at=
    for t in 0 1 2 3 4 5 6; do
        eval "c=\$cell_$1_$t"
        if [ "$c" -eq "$2" ]; then at=$t; return; fi
    done
}

# the first token of side $1 that can move $2 cells, in $token, or nothing
first_movable() {
    token=
    [ "$2" -gt 0 ] || return
    for candidate in 0 1 2 3 4 5 6; do
        eval "target=\$((cell_$1_$candidate + $2))"
        [ "$target" -le 15 ] || continue
        if [ "$target" -lt 15 ]; then
            find_token "$1" "$target"
            [ -z "$at" ] || continue
        fi
        if [ "$target" -eq 8 ]; then
            find_token $((1 - $1)) 8
            [ -z "$at" ] || continue
        fi
        token=$candidate
        return
    done
}

for t in 0 1 2 3 4 5 6; do
    [ "$t" -lt "${1:-7}" ] && at=0 || at=15 # those that there are not are home
    eval "cell_0_$t=$at cell_1_$t=$at"
done
hear; hear; hear # two names, then our seat
seat=$line
turn=0
while :; do
    hear # four coins
    number=0
    for coin in $line; do number=$((number + coin)); done
    first_movable "$turn" "$number"
    if [ -n "$token" ]; then
        if [ "$turn" = "$seat" ]; then
            echo "$token"
        else
            hear
            token=$line
        fi
        eval "target=\$((cell_${turn}_$token + number)) cell_${turn}_$token=\$((cell_${turn}_$token + number))"
        if [ "$target" -ge 5 ] && [ "$target" -le 12 ]; then
            find_token $((1 - turn)) "$target"
            [ -z "$at" ] || eval "cell_$((1 - turn))_$at=0"
        fi
        case $target in 4 | 8 | 14) continue ;; esac
    fi
    turn=$((1 - turn))
done
