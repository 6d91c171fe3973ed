#include <stdio.h>
#include <string.h>
#include <ctype.h>
#include <stdlib.h>
int main(void) {
    char line[200], copy[200];
    fgets(line, sizeof line, stdin);
    line[strcspn(line, "\r\n")] = 0;
    printf("[%s] %zu\n", line, strlen(line));
    strcpy(copy, line);
    for (char *p = copy; *p; p++) *p = toupper((unsigned char)*p);
    puts(copy);
    int letters = 0, digits = 0, spaces = 0;
    for (char *p = line; *p; p++) { letters += !!isalpha((unsigned char)*p); digits += !!isdigit((unsigned char)*p); spaces += !!isspace((unsigned char)*p); }
    printf("%d %d %d\n", letters, digits, spaces);
    for (char *word = strtok(line, " ,"); word; word = strtok(NULL, " ,")) printf("<%s>", word);
    puts("");
    char out[50]; int n = snprintf(out, sizeof out, "%s-%d", "abc", 42);
    printf("%s %d %d %d %d\n", out, n, strcmp("abc", "abd") < 0, strncmp("abcx", "abcy", 3), strchr(out, '-') - out > 0);
    printf("%s %s %d %ld %.2f\n", strstr("hello world", "wor"), strrchr("a/b/c", '/'), atoi("  -17x"), strtol("ff", NULL, 16), strtod("3.75e1", NULL));
    char rev[] = "reverse"; for (int i = 0, j = strlen(rev) - 1; i < j; i++, j--) { char t = rev[i]; rev[i] = rev[j]; rev[j] = t; } puts(rev);
    char big[20] = "abc"; strcat(big, "def"); strncat(big, "ghijk", 2); memset(big + 1, '*', 2); puts(big);
    printf("%zu %s\n", strlen("中文"), "中文");
    return 0;
}
