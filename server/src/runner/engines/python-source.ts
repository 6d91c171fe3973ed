/**
 * Run once when the image is made: loads what programs import most, so that they find it loaded, and leaves behind
 * `_program.main`, which runs one program from standard input: ten digits of length, the source, then what it reads.
 */
export const imageSource = `
def _prepare():
    import sys, types
    import os, io, re, math, random, json, collections, itertools, functools, string, datetime, time, traceback
    import linecache, heapq, bisect, typing, dataclasses, enum, copy, operator, statistics, decimal, fractions
    import textwrap, contextlib, atexit

    read, leave, seed, run_exit_functions = os.read, os._exit, random.seed, atexit._run_exitfuncs
    library = traceback.print_exc.__code__.co_filename[:-len('traceback.py')]

    def clean(error, shown):
        # The runner's own frame is left out, and the library's carry no path of the machine it was built on.
        if error is None or id(error) in shown:
            return
        shown.add(id(error))
        if error.stack and error.stack[0].name == 'main' and error.stack[0].filename == '<string>':
            del error.stack[0]
        for frame in error.stack:
            if frame.filename.startswith(library):
                frame.filename = frame.filename[len(library):]
        if not error.stack:
            error.stack = None
        clean(error.__cause__, shown)
        clean(error.__context__, shown)

    def main():
        length = int(read(0, 10))
        source = b''
        while len(source) < length:
            source += read(0, length - len(source))
        text = source.decode('utf-8')
        names = sys.modules['__main__'].__dict__
        names['__file__'] = 'main.py'
        sys.argv = ['main.py']
        seed()
        code = 0
        try:
            exec(compile(text, 'main.py', 'exec'), names)
        except SystemExit as stop:
            if stop.code is None:
                code = 0
            elif isinstance(stop.code, int):
                code = stop.code & 255
            else:
                print(stop.code, file=sys.stderr)
                code = 1
        except BaseException as error:
            code = 1
            try:
                sys.stdout.flush()
            except BaseException:
                pass
            linecache.cache['main.py'] = (len(text), None, text.splitlines(True), 'main.py')
            report = traceback.TracebackException.from_exception(error)
            clean(report, set())
            print(''.join(report.format()), end='', file=sys.stderr)
        for finish in (run_exit_functions, lambda: sys.stdout.flush(), lambda: sys.stderr.flush()):
            try:
                finish()
            except BaseException:
                pass
        leave(code)

    module = types.ModuleType('_program')
    module.main = main
    sys.modules['_program'] = module

_prepare()
del _prepare
`

export const runSource = '__import__("_program").main()'
