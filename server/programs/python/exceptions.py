class AppError(Exception):
    pass

def risky(n):
    try:
        if n == 0: return 10 / n
        if n == 1: return [][5]
        if n == 2: return {}['x']
        if n == 3: return int('abc')
        if n == 4: raise AppError('自定义', 42)
        if n == 5: return None.x
        return 'ok'
    except (ZeroDivisionError, IndexError) as e:
        return f"{type(e).__name__}: {e}"
    except KeyError as e:
        return f"KeyError {e}"
    except ValueError as e:
        raise AppError('转换失败') from e
    else:
        return 'else'
    finally:
        print('finally', n, end='; ')

for i in range(7):
    try:
        print(risky(i))
    except AppError as e:
        print('AppError', e.args, repr(e.__cause__))
    except AttributeError as e:
        print(e)
try:
    assert 1 == 2, '断言失败'
except AssertionError as e:
    print(e)
class Ctx:
    def __enter__(self): print('进入'); return self
    def __exit__(self, kind, value, tb): print('离开', kind.__name__ if kind else None); return True
with Ctx():
    raise RuntimeError('被吞掉')
print('完')
