#include <stdio.h>
#include <ctype.h>
static double nums[100]; static char ops[100]; static int nt, ot;
static int level(char c) { return c == '+' || c == '-' ? 1 : c == '*' || c == '/' ? 2 : 0; }
static void apply(void) { double b = nums[--nt], a = nums[--nt]; char o = ops[--ot]; nums[nt++] = o == '+' ? a + b : o == '-' ? a - b : o == '*' ? a * b : a / b; }
static double eval(const char *s) {
    nt = ot = 0;
    for (; *s && *s != '\n'; s++) {
        if (isdigit((unsigned char)*s)) { double v = 0; while (isdigit((unsigned char)*s)) v = v * 10 + *s++ - '0'; if (*s == '.') { double f = 0.1; s++; while (isdigit((unsigned char)*s)) { v += f * (*s++ - '0'); f /= 10; } } nums[nt++] = v; s--; }
        else if (*s == '(') ops[ot++] = *s;
        else if (*s == ')') { while (ops[ot - 1] != '(') apply(); ot--; }
        else if (level(*s)) { while (ot && level(ops[ot - 1]) >= level(*s)) apply(); ops[ot++] = *s; }
    }
    while (ot) apply();
    return nums[0];
}
int main(void) { char line[200]; while (fgets(line, sizeof line, stdin)) printf("%.4f\n", eval(line)); return 0; }
