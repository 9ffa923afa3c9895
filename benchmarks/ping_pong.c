/* The floor under any referee: a parent and an echoing child, one line each way over pipes.
   Prints the parent's CPU microseconds (user and system) and the wall microseconds a round trip. */

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static double seconds(struct timeval t) { return t.tv_sec + t.tv_usec / 1e6; }

int main(int count, char **argument) {
    int rounds = count > 1 ? atoi(argument[1]) : 20000, to[2], from[2];
    char buffer[256];
    if (pipe(to) || pipe(from)) return 1;
    if (fork() == 0) {
        close(to[1]), close(from[0]);
        ssize_t heard;
        while ((heard = read(to[0], buffer, sizeof buffer)) > 0)
            if (write(from[1], buffer, heard) != heard) return 1;
        return 0;
    }
    close(to[0]), close(from[1]);
    struct timespec begun, ended;
    clock_gettime(CLOCK_MONOTONIC, &begun);
    for (int round = 0; round < rounds; round++)
        if (write(to[1], "0 1 1 0\n", 8) != 8 || read(from[0], buffer, sizeof buffer) <= 0) return 1;
    clock_gettime(CLOCK_MONOTONIC, &ended);
    struct rusage own;
    getrusage(RUSAGE_SELF, &own);
    double wall = (ended.tv_sec - begun.tv_sec) + (ended.tv_nsec - begun.tv_nsec) / 1e9;
    printf("%.2f %.2f\n", (seconds(own.ru_utime) + seconds(own.ru_stime)) / rounds * 1e6, wall / rounds * 1e6);
    return 0;
}
