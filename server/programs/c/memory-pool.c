#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>
typedef struct { size_t size, cap, item; char *data; } Vec;
static Vec vec(size_t item) { return (Vec){0, 0, item, NULL}; }
static void push(Vec *v, const void *x) { if (v->size == v->cap) { v->cap = v->cap ? v->cap * 2 : 4; v->data = realloc(v->data, v->cap * v->item); } memcpy(v->data + v->size++ * v->item, x, v->item); }
static void *at(Vec *v, size_t i) { assert(i < v->size); return v->data + i * v->item; }
static int compare(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
int main(void) { Vec a = vec(sizeof(int)), s = vec(sizeof(char *)); for (int i = 0; i < 1000; i++) { int sq = i * i; push(&a, &sq); } long sum = 0; for (size_t i = 0; i < a.size; i++) sum += *(int *)at(&a, i); printf("%zu %zu %ld\n", a.size, a.cap, sum); const char *w[] = {"pear", "apple", "fig", "banana"}; for (int i = 0; i < 4; i++) push(&s, &w[i]); qsort(s.data, s.size, s.item, compare); for (size_t i = 0; i < s.size; i++) printf("%s ", *(char **)at(&s, i)); puts(""); char *big = malloc(20 << 20); memset(big, 7, 20 << 20); printf("%d\n", big[(20 << 20) - 1]); free(big); free(a.data); free(s.data); return 0; }
