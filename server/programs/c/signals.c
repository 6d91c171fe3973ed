#include <stdio.h>
#include <signal.h>
#include <stdlib.h>
static volatile sig_atomic_t count;
static void onSignal(int s) { count++; printf("收到 %s\n", s == SIGINT ? "SIGINT" : s == SIGTERM ? "SIGTERM" : "其他"); }
static void bye(void) { puts("再见"); }
int main(void) {
    atexit(bye);
    if (signal(SIGINT, onSignal) == SIG_ERR) return 1;
    signal(SIGTERM, onSignal);
    raise(SIGINT); signal(SIGINT, onSignal); raise(SIGINT); raise(SIGTERM);
    signal(SIGTERM, SIG_IGN); raise(SIGTERM);
    printf("%d\n", (int)count);
    exit(0);
}
