/**
 * Python code that runs once when the image is made. Preloads the most imported modules and defines `_program.main`,
 * which runs a program from standard input: length of the source in ten digits, source, input of the program.
 */
export const imageSource = `
def _prepare():
    import sys, types
    import os, io, re, math, random, json, collections, itertools, functools, string, datetime, time, traceback
    import linecache, heapq, bisect, typing, dataclasses, enum, copy, operator, statistics, decimal, fractions
    import textwrap, contextlib, atexit, importlib.util

    read, leave, seed, run_exit_functions = os.read, os._exit, random.seed, atexit._run_exitfuncs
    library = traceback.print_exc.__code__.co_filename[:-len('traceback.py')]

    def clean(error, shown):
        # The runner's own frame is left out, and the library's carry no path of the machine it was built on.
        if error is None or id(error) in shown:
            return
        shown.add(id(error))
        own = [frame for frame in error.stack if frame.filename == '<string>' and frame.name in ('main', 'find_spec', 'exec_module')]
        for frame in own:
            error.stack.remove(frame)
        for frame in error.stack:
            if frame.filename.startswith(library):
                frame.filename = frame.filename[len(library):]
        if not error.stack:
            error.stack = None
        clean(error.__cause__, shown)
        clean(error.__context__, shown)

    # Third-party packages that courses use, and modules of the library that need what is not here.
    missing = dict.fromkeys(
        'numpy pandas matplotlib scipy sklearn requests torch tensorflow seaborn sympy cv2 PIL bs4 flask django lxml '
        'openpyxl jieba pygame networkx tqdm scrapy selenium wordcloud plotly keras xlrd xlwt pymysql'.split(),
        '这里只有 Python 标准库，没有 {}，请改用标准库，或在自己的电脑上安装它再运行')
    missing.update(dict.fromkeys('tkinter turtle curses'.split(), '这里没有图形界面和终端，不能使用 {}'))
    missing.update(dict.fromkeys('multiprocessing ssl ctypes'.split(), '这里的程序没有子进程、网络和本机库，不能使用 {}'))

    class Missing:
        @staticmethod
        def find_spec(name, path=None, target=None):
            if name in missing:
                text = missing[name].format(name)
                raise ModuleNotFoundError(f"No module named '{name}'：{text}", name=name)

    def patch_asyncio(asyncio):
        from asyncio import base_events

        class Waiting:
            # In the place of a selector: there are no sockets, so there is only time to wait for.
            def select(self, timeout=None):
                if timeout is None or timeout > 0:
                    time.sleep(3600 if timeout is None else timeout)
                return []

        class EventLoop(base_events.BaseEventLoop):
            def __init__(self):
                super().__init__()
                self._selector = Waiting()

            def _process_events(self, events):
                pass

            def _write_to_self(self):
                pass

            def run_in_executor(self, executor, func, *args):
                # There is one thread: the work is done at once.
                future = self.create_future()
                try:
                    future.set_result(func(*args))
                except Exception as error:
                    future.set_exception(error)
                return future

        asyncio.EventLoop = asyncio.SelectorEventLoop = EventLoop
        asyncio.DefaultEventLoopPolicy._loop_factory = EventLoop

    class Patching:
        # Loads asyncio as it is and gives it an event loop that needs no sockets.
        busy = False

        @classmethod
        def find_spec(cls, name, path=None, target=None):
            if name != 'asyncio' or cls.busy:
                return None
            cls.busy = True
            try:
                spec = importlib.util.find_spec(name)
            finally:
                cls.busy = False
            # The loader itself is shared by all modules.
            loader = spec.loader

            class Loader:
                create_module = staticmethod(loader.create_module)

                @staticmethod
                def exec_module(module):
                    loader.exec_module(module)
                    patch_asyncio(module)

            spec.loader = Loader
            return spec

    # The build takes the C library's nanoseconds of CPU time for seconds. A program is one thread that begins with it.
    time.process_time, time.process_time_ns = time.monotonic, time.monotonic_ns

    sys.meta_path.insert(0, Patching)
    sys.meta_path.append(Missing)

    def main():
        length = int(read(0, 10))
        source = b''
        while len(source) < length:
            source += read(0, length - len(source))
        text = source.decode('utf-8-sig')
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
