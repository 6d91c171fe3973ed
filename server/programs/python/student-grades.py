def grade(score):
    for limit, letter in ((90, 'A'), (80, 'B'), (70, 'C'), (60, 'D')):
        if score >= limit:
            return letter
    return 'F'

students = {}
while True:
    line = input().strip()
    if line == 'end':
        break
    name, *scores = line.split()
    students[name] = [float(s) for s in scores]
print(f"{'姓名':<6}{'平均':>8}{'等级':>4}")
for name, scores in sorted(students.items(), key=lambda kv: -sum(kv[1]) / len(kv[1])):
    average = sum(scores) / len(scores)
    print(f"{name:<6}{average:>8.2f}{grade(average):>4}")
best = max(students, key=lambda n: sum(students[n]))
print('最高：' + best)
