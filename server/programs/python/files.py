import os
with open('scores.txt', 'w', encoding='utf-8') as f:
    for name, score in [('甲', 80), ('乙', 95), ('丙', 60)]:
        f.write(f"{name},{score}\n")
with open('scores.txt', encoding='utf-8') as f:
    print(f.readline().strip(), f.tell() > 0, f.read().splitlines())
with open('scores.txt', 'a', encoding='utf-8') as f:
    print('丁,70', file=f)
total = 0
for number, line in enumerate(open('scores.txt', encoding='utf-8'), 1):
    name, score = line.strip().split(',')
    total += int(score)
    print(number, name, score)
print('总分', total, os.path.getsize('scores.txt'), os.path.exists('nothing'))
try:
    open('nothing')
except FileNotFoundError as e:
    print('没有文件', e.filename)
os.mkdir('d'); os.rename('scores.txt', 'd/s.txt'); print(sorted(os.listdir('d')))
with open('b.bin', 'wb') as f: f.write(bytes(range(5)))
print(open('b.bin', 'rb').read(), os.path.join('a', 'b'), os.path.splitext('x.tar.gz'))
