#include <stdio.h>
int main(void) {
    char name[50]; int age; double height; char grade;
    scanf("%49s %d %lf %c", name, &age, &height, &grade);
    printf("你好，%s！%d 岁，%.2f 米，等级 %c\n", name, age, height, grade);
    printf("%5d|%-5d|%05d|%+d|%x|%o|%#x|%e|%g|%%\n", age, age, age, age, 255, 8, 255, 12345.678, 0.0001);
    printf("%10.3f|%-10s|%.3s|%c%c\n", height, "left", "truncate", 65, 'b');
    return 0;
}
