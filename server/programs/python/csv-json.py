import json, csv, io
rows = list(csv.DictReader(io.StringIO("name,age,city\n张三,20,北京\n\"李,四\",22,\"上海\"\n")))
print(rows)
data = {'students': rows, 'count': len(rows), 'ok': True, 'none': None, 'pi': 3.14, 'nested': {'list': [1, [2, 3]]}}
print(json.dumps(data, ensure_ascii=False, indent=2))
print(json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(',', ':')))
back = json.loads('{"a": [1, 2.5, "x", null, true], "\\u4e2d": 1e3}')
print(back, type(back['a'][1]).__name__)
try:
    json.loads('{"a": }')
except json.JSONDecodeError as e:
    print(e.lineno, e.colno, e.msg)
out = io.StringIO()
csv.writer(out).writerows([['a', 'b,c'], [1, 'say "x"']])
print(repr(out.getvalue()))
