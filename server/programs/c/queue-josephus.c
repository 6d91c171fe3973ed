#include <stdio.h>
#include <stdlib.h>
typedef struct { int *data, head, size, cap; } Queue;
static void init(Queue *q, int cap) { q->data = malloc(cap * sizeof(int)); q->head = q->size = 0; q->cap = cap; }
static int push(Queue *q, int v) { if (q->size == q->cap) return 0; q->data[(q->head + q->size++) % q->cap] = v; return 1; }
static int pop(Queue *q) { int v = q->data[q->head]; q->head = (q->head + 1) % q->cap; q->size--; return v; }
int main(void) {
    int n, k; scanf("%d%d", &n, &k);
    Queue q; init(&q, n);
    for (int i = 1; i <= n; i++) push(&q, i);
    printf("满了再放：%d\n", push(&q, 99));
    while (q.size > 1) { for (int i = 1; i < k; i++) push(&q, pop(&q)); printf("%d 出列\n", pop(&q)); }
    printf("最后：%d\n", pop(&q));
    free(q.data);
    return 0;
}
