def act(command):
    match command.split():
        case ['go', ('north' | 'south') as way]:
            return f"走向{way}"
        case ['take', item, *rest]:
            return f"拿起 {item}，其他 {rest}"
        case ['quit' | 'exit']:
            return '再见'
        case []:
            return '空'
        case _:
            return f"不懂 {command!r}"
for text in ['go north', 'go up', 'take lamp', 'take a b c', 'exit', '']:
    print(act(text))

def shape(data):
    match data:
        case {'type': 'circle', 'r': r}: return 3 * r * r
        case {'type': 'rect', 'w': w, 'h': h} if w == h: return f"正方形 {w}"
        case {'type': 'rect', 'w': w, 'h': h}: return w * h
        case [x, y]: return x + y
        case int() | float() as n if n < 0: return '负数'
        case str(s): return s.upper()
        case None: return '无'
for d in [{'type': 'circle', 'r': 2}, {'type': 'rect', 'w': 2, 'h': 2}, {'type': 'rect', 'w': 2, 'h': 5}, (1, 2), -3, 'abc', None]:
    print(shape(d))
