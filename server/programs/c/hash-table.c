#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define SIZE 64
typedef struct Entry { char *key; int value; struct Entry *next; } Entry;
static Entry *table[SIZE];
static unsigned hash(const char *s) { unsigned h = 5381; while (*s) h = h * 33 + (unsigned char)*s++; return h % SIZE; }
static Entry *lookup(const char *k) { for (Entry *e = table[hash(k)]; e; e = e->next) if (!strcmp(e->key, k)) return e; return NULL; }
static void add(const char *k) { Entry *e = lookup(k); if (!e) { e = malloc(sizeof *e); e->key = strdup(k); e->value = 0; e->next = table[hash(k)]; table[hash(k)] = e; } e->value++; }
static int cmp(const void *a, const void *b) { const Entry *x = *(Entry *const *)a, *y = *(Entry *const *)b; return y->value != x->value ? y->value - x->value : strcmp(x->key, y->key); }
int main(void) {
    char w[50]; while (scanf("%49s", w) == 1) add(w);
    Entry *all[200]; int n = 0; for (int i = 0; i < SIZE; i++) for (Entry *e = table[i]; e; e = e->next) all[n++] = e;
    qsort(all, n, sizeof *all, cmp);
    for (int i = 0; i < n; i++) printf("%-8s %d\n", all[i]->key, all[i]->value);
    printf("%s %s\n", lookup("zebra") ? "有" : "没有", lookup("the") ? "有" : "没有");
    return 0;
}
