/* Ur bot: moves the lowest-numbered token that can move.  Speaks colosseum.
   cc -O2 -o ur_first examples/bots/ur_first.c
   ./ur_first 3: a game of three tokens, which the protocol does not tell. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOME = 15, SAFE = 8, TOKENS = 7 };

static int cells[2][TOKENS]; /* where each token stands: 0 waits, 15 is home */
static char line[256];

static void hear(void) {
    if (!fgets(line, sizeof line, stdin) || !strncmp(line, "RETIRE", 6)) exit(0);
}

static int stands(int side, int cell) {
    for (int token = 0; token < TOKENS; token++)
        if (cells[side][token] == cell) return token;
    return -1;
}

/* the first token of a side that can move so far, or -1 */
static int first(int side, int number) {
    for (int token = 0; number && token < TOKENS; token++) {
        int from = cells[side][token], target = from + number;
        if (from == HOME || target > HOME) continue;
        if (target < HOME && stands(side, target) >= 0) continue;
        if (target == SAFE && stands(1 - side, SAFE) >= 0) continue;
        return token;
    }
    return -1;
}

int main(int count, char **words) {
    for (int token = count > 1 ? atoi(words[1]) : TOKENS; token < TOKENS; token++)
        cells[0][token] = cells[1][token] = HOME; /* those that there are not need not move */
    hear(), hear(), hear(); /* two names, then our seat */
    int seat = atoi(line), turn = 0;
    for (;;) {
        hear(); /* four coins */
        int number = 0;
        for (char *coin = line; *coin; coin++) number += *coin == '1';
        int token = first(turn, number);
        if (token >= 0) {
            if (turn == seat) {
                printf("%d\n", token);
                fflush(stdout);
            } else {
                hear();
                token = atoi(line);
            }
            int target = cells[turn][token] += number;
            if (target >= 5 && target <= 12) {
                int hit = stands(1 - turn, target);
                if (hit >= 0) cells[1 - turn][hit] = 0;
            }
            if (target == 4 || target == SAFE || target == 14) continue;
        }
        turn = 1 - turn;
    }
}
