/* An instant bot for Minishogi and Dice Shogi in CodinGame's protocol: any action of the list, by a fixed sequence.
   Dice Shogi is told by an argument. */

#include <stdio.h>
#include <stdlib.h>

static char line[256], chosen[256];
static unsigned sequence = 1;

static void hear(char *into) {
    if (!fgets(into, sizeof line, stdin)) exit(0);
}

int main(int count, char **argument) {
    (void)argument;
    hear(line), hear(line); /* our id, and the size */
    for (;;) {
        for (int facts = 5 + 2 + (count > 1) + 1; facts > 0; facts--) hear(line);
        hear(line);
        unsigned actions = atoi(line);
        sequence = sequence * 1103515245u + 12345u;
        unsigned choice = (sequence >> 16) % actions;
        for (unsigned action = 0; action < actions; action++) hear(action == choice ? chosen : line);
        fputs(chosen, stdout);
        fflush(stdout);
    }
}
