#include <stdio.h>
#include <string.h>
typedef struct { int weight, left, right, parent; char ch; } Node;
static Node t[100]; static char codes[128][40];
static void walk(int i, char *code, int n) { if (t[i].left < 0) { code[n] = 0; strcpy(codes[(int)t[i].ch], n ? code : "0"); return; } code[n] = '0'; walk(t[i].left, code, n + 1); code[n] = '1'; walk(t[i].right, code, n + 1); }
int main(void) {
    const char *text = "abracadabra alakazam"; int freq[128] = {0}, n = 0; for (const char *p = text; *p; p++) freq[(int)*p]++;
    for (int c = 0; c < 128; c++) if (freq[c]) t[n++] = (Node){freq[c], -1, -1, -1, c};
    int total = n; for (int k = 0; k < n - 1; k++) { int a = -1, b = -1; for (int i = 0; i < total; i++) if (t[i].parent < 0) { if (a < 0 || t[i].weight < t[a].weight) { b = a; a = i; } else if (b < 0 || t[i].weight < t[b].weight) b = i; } t[total] = (Node){t[a].weight + t[b].weight, a, b, -1, 0}; t[a].parent = t[b].parent = total++; }
    char code[40]; walk(total - 1, code, 0); int bits = 0; for (int c = 0; c < 128; c++) if (freq[c]) { printf("'%c' %d %s\n", c, freq[c], codes[c]); bits += freq[c] * strlen(codes[c]); }
    printf("%d 位，原来 %zu 位\n", bits, strlen(text) * 8); char all[400] = ""; for (const char *p = text; *p; p++) strcat(all, codes[(int)*p]); int at = total - 1; for (char *p = all; *p; p++) { at = *p == '0' ? t[at].left : t[at].right; if (t[at].left < 0) { putchar(t[at].ch); at = total - 1; } } puts(""); return 0;
}
