/* An instant bot for Minishogi and Dice Shogi in CodinGame's protocol: the first action listed.
   Dice Shogi is told by an argument. */

#include <stdio.h>
#include <stdlib.h>

static char line[256], first[256];

static void hear(char *into) {
    if (!fgets(into, sizeof line, stdin)) exit(0);
}

int main(int count, char **argument) {
    (void)argument;
    hear(line), hear(line); /* our id, and the size */
    for (;;) {
        for (int facts = 5 + 2 + (count > 1) + 1; facts > 0; facts--) hear(line);
        hear(line);
        int actions = atoi(line);
        hear(first);
        while (--actions > 0) hear(line);
        fputs(first, stdout);
        fflush(stdout);
    }
}
