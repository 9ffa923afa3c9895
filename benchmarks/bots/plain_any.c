/* An instant bot for every game: any action after "go", by a fixed sequence.  Speaks plain. */

#include <stdio.h>
#include <string.h>

int main(void) {
    static char line[1 << 16];
    unsigned sequence = 1;
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "over", 4)) break;
        if (strncmp(line, "go ", 3)) continue;
        unsigned actions = 0;
        for (char *at = line; *at; at++) actions += *at == ' ';
        sequence = sequence * 1103515245u + 12345u;
        char *word = line;
        for (unsigned choice = (sequence >> 16) % actions; choice > 0; choice--) word = strchr(word + 3, ' ') - 2;
        printf("%s\n", strtok(word + 3, " \n"));
        fflush(stdout);
    }
    return 0;
}
