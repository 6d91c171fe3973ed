import re
text = "电话 138-1234-5678，邮箱 tom@example.com 和 li.lei@mail.cn，日期 2024-03-15、2023/12/01。"
print(re.findall(r'[\w.]+@[\w.]+\.\w+', text))
print(re.search(r'(\d{3})-(\d{4})-(\d{4})', text).groups())
print(re.sub(r'(\d{4})[-/](\d{2})[-/](\d{2})', r'\1年\2月\3日', text))
print(re.split(r'[，、。\s]+', text))
pattern = re.compile(r'(?P<year>\d{4})[-/](?P<month>\d\d)')
print([m.groupdict() for m in pattern.finditer(text)], [m.span() for m in pattern.finditer(text)])
print(re.sub(r'\b(\w)(\w*)\b', lambda m: m[1].upper() + m[2], 'hello big world'))
print(bool(re.fullmatch(r'[A-Za-z_]\w*', 'valid_name1')), re.match(r'\d+', 'abc'))
print(re.findall(r'(?i)the(?= cat)', 'The cat the dog the cat'))
