#include <stdio.h>
#include <string.h>
#include <ctype.h>
#include <stdlib.h>
int main(void) {
    char *line = NULL; size_t cap = 0; long n; int lines = 0, words = 0, chars = 0; char longest[100] = "";
    while ((n = getline(&line, &cap, stdin)) > 0) { lines++; chars += n; int in = 0; char w[100]; int k = 0; for (long i = 0; i <= n; i++) { if (i < n && !isspace((unsigned char)line[i])) { if (!in) { words++; in = 1; k = 0; } if (k < 99) w[k++] = line[i]; } else if (in) { in = 0; w[k] = 0; if (strlen(w) > strlen(longest)) strcpy(longest, w); } } }
    free(line); printf("%d 行 %d 词 %d 字节，最长 %s\n", lines, words, chars, longest);
    int a, b, c; char op; int got = sscanf("12 + 30 = 42", "%d %c %d = %d", &a, &op, &b, &c); printf("%d %d%c%d=%d\n", got, a, op, b, c); char key[20], val[20]; sscanf("name=多享学;x", "%19[^=]=%19[^;]", key, val); printf("%s|%s\n", key, val); int h, m; printf("%d %d:%02d\n", sscanf("08:05", "%d:%d", &h, &m), h, m); unsigned u; sscanf("0x1F", "%x", &u); printf("%u\n", u); return 0;
}
