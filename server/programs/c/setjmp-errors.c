#include <stdio.h>
#include <setjmp.h>
static jmp_buf handler;
enum { DIV_ZERO = 1, TOO_BIG };
static int divide(int a, int b) { if (b == 0) longjmp(handler, DIV_ZERO); if (a > 100) longjmp(handler, TOO_BIG); return a / b; }
int main(void) {
    int cases[][2] = {{10, 2}, {1, 0}, {500, 3}, {99, 9}};
    for (int i = 0; i < 4; i++) {
        switch (setjmp(handler)) {
        case 0: printf("%d\n", divide(cases[i][0], cases[i][1])); break;
        case DIV_ZERO: puts("除数为零"); break;
        case TOO_BIG: puts("太大"); break;
        }
    }
    volatile int tries = 0;
    if (setjmp(handler) < 3) { tries++; printf("第 %d 次\n", tries); if (tries < 4) longjmp(handler, tries); }
    printf("共 %d 次\n", tries);
    return 0;
}
