#include <stdio.h>
#include <string.h>
struct Item { char name[30]; int count; double price; } items[50]; int used;
static struct Item *find(const char *n) { for (int i = 0; i < used; i++) if (!strcmp(items[i].name, n)) return &items[i]; return NULL; }
int main(void) {
    char cmd[10], name[30]; int count; double price;
    while (scanf("%9s", cmd) == 1) {
        if (!strcmp(cmd, "add")) { scanf("%29s%d%lf", name, &count, &price); struct Item *it = find(name); if (it) it->count += count; else { it = &items[used++]; strcpy(it->name, name); it->count = count; it->price = price; } printf("入库 %s，现有 %d\n", name, it->count); }
        else if (!strcmp(cmd, "sell")) { scanf("%29s%d", name, &count); struct Item *it = find(name); if (!it) printf("没有 %s\n", name); else if (it->count < count) printf("%s 不够，只有 %d\n", name, it->count); else { it->count -= count; printf("卖出 %s %d，收入 %.2f\n", name, count, count * it->price); } }
        else if (!strcmp(cmd, "list")) { double t = 0; for (int i = 0; i < used; i++) { printf("%2d. %-10s %4d × %7.2f\n", i + 1, items[i].name, items[i].count, items[i].price); t += items[i].count * items[i].price; } printf("总值 %.2f\n", t); }
        else if (!strcmp(cmd, "quit")) break; else printf("未知命令 %s\n", cmd);
    }
    return 0;
}
