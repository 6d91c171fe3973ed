#include <stdio.h>
#include <string.h>
#include <errno.h>
int main(void) {
    FILE *f = fopen("data.txt", "w");
    if (!f) return 1;
    for (int i = 1; i <= 5; i++) fprintf(f, "%d %s %.1f\n", i, "行", i * 1.5);
    fclose(f);
    f = fopen("data.txt", "r");
    int id; char word[20]; double v, sum = 0;
    while (fscanf(f, "%d %19s %lf", &id, word, &v) == 3) { sum += v; printf("%d %s %.1f\n", id, word, v); }
    printf("%.2f %d\n", sum, feof(f) != 0);
    rewind(f); char line[50]; int lines = 0; while (fgets(line, sizeof line, f)) lines++; printf("%d\n", lines);
    fseek(f, 0, SEEK_END); printf("%ld\n", ftell(f)); fclose(f);
    f = fopen("data.bin", "wb"); int a[] = {1, 2, 3}; printf("%zu\n", fwrite(a, sizeof a[0], 3, f)); fclose(f);
    int b[3]; f = fopen("data.bin", "rb"); printf("%zu %d\n", fread(b, sizeof b[0], 3, f), b[2]); fclose(f);
    f = fopen("data.txt", "a"); fputs("end\n", f); fclose(f);
    f = fopen("data.txt", "r"); int c, chars = 0; while ((c = fgetc(f)) != EOF) chars++; printf("%d\n", chars); fclose(f);
    if (!fopen("none", "r")) printf("%s %d\n", "打不开", errno == ENOENT);
    printf("%d %d\n", remove("data.txt"), rename("data.bin", "x.bin"));
    return 0;
}
