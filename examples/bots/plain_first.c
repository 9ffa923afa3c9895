/* A bot for every game: answers each "go" with the first action listed.  Speaks plain.
   cc -O2 -o plain_first examples/bots/plain_first.c */

#include <stdio.h>
#include <string.h>

int main(void) {
    static char line[1 << 16];
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "over", 4)) break;
        if (strncmp(line, "go ", 3)) continue;
        printf("%s\n", strtok(line + 3, " \n"));
        fflush(stdout);
    }
    return 0;
}
