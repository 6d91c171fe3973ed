#include <stdio.h>
#include <stdlib.h>
typedef struct Term { int c, e; struct Term *next; } Term;
static Term *insert(Term *p, int c, int e) { if (!p || p->e < e) { if (!c) return p; Term *t = malloc(sizeof *t); *t = (Term){c, e, p}; return t; } if (p->e == e) { p->c += c; if (!p->c) { Term *n = p->next; free(p); return n; } return p; } p->next = insert(p->next, c, e); return p; }
static Term *times(Term *a, Term *b) { Term *r = NULL; for (Term *x = a; x; x = x->next) for (Term *y = b; y; y = y->next) r = insert(r, x->c * y->c, x->e + y->e); return r; }
static void show(Term *p) { if (!p) { puts("0"); return; } for (int first = 1; p; p = p->next, first = 0) { printf(first ? (p->c < 0 ? "-" : "") : (p->c < 0 ? " - " : " + ")); int c = abs(p->c); if (c != 1 || !p->e) printf("%d", c); if (p->e) printf(p->e == 1 ? "x" : "x^%d", p->e); } puts(""); }
static Term *read(void) { int n, c, e; scanf("%d", &n); Term *p = NULL; while (n--) { scanf("%d%d", &c, &e); p = insert(p, c, e); } return p; }
int main(void) { Term *a = read(), *b = read(), *s = NULL; show(a); show(b); for (Term *x = a; x; x = x->next) s = insert(s, x->c, x->e); for (Term *x = b; x; x = x->next) s = insert(s, x->c, x->e); show(s); show(times(a, b)); return 0; }
