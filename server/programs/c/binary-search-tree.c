#include <stdio.h>
#include <stdlib.h>
typedef struct T { int key; struct T *l, *r; } T;
static T *insert(T *t, int k) { if (!t) { t = calloc(1, sizeof *t); t->key = k; } else if (k < t->key) t->l = insert(t->l, k); else if (k > t->key) t->r = insert(t->r, k); return t; }
static int height(T *t) { if (!t) return 0; int a = height(t->l), b = height(t->r); return 1 + (a > b ? a : b); }
static void inorder(T *t) { if (t) { inorder(t->l); printf("%d ", t->key); inorder(t->r); } }
static void preorder(T *t) { if (t) { printf("%d ", t->key); preorder(t->l); preorder(t->r); } }
static void postorder(T *t) { if (t) { postorder(t->l); postorder(t->r); printf("%d ", t->key); } }
static T *smallest(T *t) { while (t->l) t = t->l; return t; }
static T *removeKey(T *t, int k) {
    if (!t) return NULL;
    if (k < t->key) t->l = removeKey(t->l, k); else if (k > t->key) t->r = removeKey(t->r, k);
    else if (t->l && t->r) { t->key = smallest(t->r)->key; t->r = removeKey(t->r, t->key); }
    else { T *c = t->l ? t->l : t->r; free(t); return c; }
    return t;
}
int main(void) {
    T *root = NULL; int k;
    while (scanf("%d", &k) == 1) root = insert(root, k);
    inorder(root); puts(""); preorder(root); puts(""); postorder(root);
    printf("\n高度 %d\n", height(root));
    root = removeKey(root, 50); root = removeKey(root, 20); inorder(root); puts("");
    T *queue[50]; int head = 0, tail = 0; queue[tail++] = root;
    while (head < tail) { T *t = queue[head++]; printf("%d ", t->key); if (t->l) queue[tail++] = t->l; if (t->r) queue[tail++] = t->r; }
    puts("");
    return 0;
}
