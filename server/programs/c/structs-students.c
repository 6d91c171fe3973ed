#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { char name[20]; int id; float scores[3], average; } Student;
static int byAverage(const void *a, const void *b) { float x = ((const Student *)a)->average, y = ((const Student *)b)->average; return x < y ? 1 : x > y ? -1 : strcmp(((const Student *)a)->name, ((const Student *)b)->name); }
int main(void) {
    int n; scanf("%d", &n);
    Student *list = malloc(n * sizeof(Student));
    for (int i = 0; i < n; i++) { Student *s = &list[i]; scanf("%19s%d", s->name, &s->id); s->average = 0; for (int j = 0; j < 3; j++) { scanf("%f", &s->scores[j]); s->average += s->scores[j] / 3; } }
    qsort(list, n, sizeof *list, byAverage);
    for (int i = 0; i < n; i++) printf("%d %-8s %04d %6.2f %s\n", i + 1, list[i].name, list[i].id, list[i].average, list[i].average >= 60 ? "及格" : "不及格");
    float max[3] = {0}; for (int i = 0; i < n; i++) for (int j = 0; j < 3; j++) if (list[i].scores[j] > max[j]) max[j] = list[i].scores[j];
    printf("最高 %.1f %.1f %.1f\n", max[0], max[1], max[2]);
    free(list);
    return 0;
}
