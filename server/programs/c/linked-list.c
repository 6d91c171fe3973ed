#include <stdio.h>
#include <stdlib.h>
typedef struct Node { int value; struct Node *next; } Node;
static Node *push(Node *head, int v) { Node *n = malloc(sizeof *n); n->value = v; n->next = head; return n; }
static Node *append(Node *head, int v) { if (!head) return push(NULL, v); Node *p = head; while (p->next) p = p->next; p->next = push(NULL, v); return head; }
static Node *reverse(Node *head) { Node *prev = NULL; while (head) { Node *next = head->next; head->next = prev; prev = head; head = next; } return prev; }
static Node *del(Node *head, int v) { Node **p = &head; while (*p) { if ((*p)->value == v) { Node *d = *p; *p = d->next; free(d); } else p = &(*p)->next; } return head; }
static Node *merge(Node *a, Node *b) { if (!a) return b; if (!b) return a; if (a->value <= b->value) { a->next = merge(a->next, b); return a; } b->next = merge(a, b->next); return b; }
static void show(Node *p) { for (; p; p = p->next) printf("%d%s", p->value, p->next ? " -> " : "\n"); }
int main(void) {
    Node *a = NULL, *b = NULL;
    for (int i = 1; i <= 5; i++) { a = append(a, i * 2); b = append(b, i * 3); }
    show(a); show(b);
    Node *m = merge(a, b); show(m);
    m = del(m, 6); show(m);
    m = reverse(m); show(m);
    int n = 0; for (Node *p = m; p; p = p->next) n++;
    printf("%d\n", n);
    while (m) { Node *d = m; m = m->next; free(d); }
    return 0;
}
