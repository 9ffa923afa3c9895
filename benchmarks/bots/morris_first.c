/* An instant bot for Nine Men's Morris in CodinGame's protocol: the first option. */

#include <stdio.h>
#include <stdlib.h>

static char line[256], first[256];

static void hear(char *into) {
    if (!fgets(into, sizeof line, stdin)) exit(0);
}

int main(void) {
    for (;;) {
        hear(line); /* colour and counts */
        hear(line);
        for (int men = atoi(line); men > 0; men--) hear(line);
        hear(line);
        int options = atoi(line);
        hear(first);
        while (--options > 0) hear(line);
        fputs(first, stdout);
        fflush(stdout);
    }
}
