import type { Attack } from './attack'

const tries = (...lines: string[]) =>
  `${lines.map((line) => `try:\n    ${line}\nexcept BaseException as e:\n    print(type(e).__name__)`).join('\n')}\n`

export const pythonAttacks: Attack[] = [
  {
    title: 'open files of the machine',
    source: tries(
      "print('ESCAPED', open('/etc/passwd').read())",
      "print('ESCAPED', open('/proc/self/environ').read())",
    ),
  },
  { title: 'change builtins', source: 'import builtins\nbuiltins.print = builtins.len = builtins.open = None' },
  {
    title: 'change sys.modules',
    source: "import sys\nfor name in list(sys.modules): sys.modules[name] = None\nprint('x')",
  },
  {
    title: 'change the runner’s own module',
    source: "import sys\nsys.modules['_program'].main = lambda: print('ESCAPED')",
    reason: 'ok',
  },
  {
    title: 'replace the standard streams',
    source: 'import sys\nsys.stdout = sys.stderr = sys.stdin = None\nraise SystemExit(3)',
  },
  {
    title: 'close the standard streams',
    source: 'import os\nfor fd in range(64):\n    try: os.close(fd)\n    except OSError: pass',
  },
  {
    title: 'leave files behind',
    source: "import os\nfor n in range(900): open(f'f{n}', 'w').write('x' * 100)\nos.mkdir('d')",
    reason: 'ok',
  },
  { title: 'deep recursion', source: 'def f(n): return f(n + 1)\nf(0)', reason: 'error' },
  {
    title: 'deep recursion without its limit',
    source: 'import sys\nsys.setrecursionlimit(10**9)\ndef f(n): return f(n + 1)\nf(0)',
  },
  { title: 'deep nesting of data', source: 'x = []\nfor i in range(100000): x = [x]\nprint(len(repr(x)))' },
  { title: 'deep nesting of code', source: `x = ${'['.repeat(90)}${']'.repeat(90)}\neval('(' * 5000 + ')' * 5000)` },
  { title: 'huge integer', source: 'print(len(bin(1 << (1 << 33))))' },
  { title: 'huge power', source: 'print(10 ** 10 ** 8)', slow: true },
  { title: 'huge string', source: "x = 'x' * (1 << 40)" },
  { title: 'huge table', source: 'x = {n: [n] * 100 for n in range(10**7)}' },
  { title: 'huge range in memory', source: 'x = list(range(10**9))' },
  {
    title: 'regular expression that backtracks',
    source: "import re\nre.match('(a+)+$', 'a' * 40 + 'b')",
    reason: 'timeout',
    slow: true,
  },
  { title: 'sleep', source: 'import time\ntime.sleep(60)', reason: 'timeout', slow: true },
  {
    title: 'endless loop that catches everything',
    source: 'while True:\n    try:\n        while True: pass\n    except BaseException: pass',
    reason: 'timeout',
    slow: true,
  },
  {
    title: 'exit functions without end',
    source: 'import atexit\natexit.register(lambda: exec("while True: pass"))',
    reason: 'timeout',
    slow: true,
  },
  {
    title: 'processes and threads',
    source: tries(
      "__import__('os').fork(); print('ESCAPED')",
      "__import__('os').system('id'); print('ESCAPED')",
      "__import__('subprocess').run(['id']); print('ESCAPED')",
      "__import__('threading').Thread(target=print, args=['ESCAPED']).start()",
    ),
  },
  {
    title: 'sockets',
    source: tries(
      "__import__('socket').create_connection(('127.0.0.1', 80)); print('ESCAPED')",
      "__import__('urllib.request', fromlist=['x']).urlopen('http://127.0.0.1/'); print('ESCAPED')",
    ),
  },
  {
    title: 'ctypes and native extensions',
    source: tries("__import__('ctypes').CDLL(None); print('ESCAPED')", "__import__('_ctypes'); print('ESCAPED')"),
  },
  {
    title: 'crash of the interpreter',
    source:
      'import sys\nexec(type((lambda: 0).__code__)(0, 0, 0, 0, 9, 0, b"\\x97\\x00\\x64\\x63\\x53\\x00", (), (), (), "", "", "", 0, b"", b""))',
  },
  {
    title: 'signals and exits',
    source: tries(
      "__import__('signal').raise_signal(9)",
      "__import__('os').kill(1, 9); print('ESCAPED')",
      "__import__('os').abort()",
    ),
  },
  { title: 'output of control characters', source: "while True: print('\\x01' * 1000, end='')", reason: 'output-cut' },
  { title: 'long message of an exception', source: "raise ValueError('\\x01' * 10000000)" },
  {
    title: 'exception whose message fails',
    source: 'class E(Exception):\n    def __str__(self): raise self\nraise E()',
  },
  {
    title: 'input without end',
    source: 'import sys\nx = sys.stdin.read()\nprint(len(x))',
    stdin: '\u0001'.repeat(60_000),
    reason: 'ok',
  },
  {
    title: 'sparse file beyond the quota',
    source: tries("f = open('x', 'wb'); f.seek(1 << 40); f.write(b'x'); f.flush(); print('ESCAPED')"),
  },
  {
    title: 'path above the root',
    source: tries(
      "print(open('../../../etc/passwd').read(), 'ESCAPED')",
      "__import__('os').chdir('..'); print(__import__('os').listdir('..'))",
    ),
  },
  {
    title: 'change of the hash seed and random state',
    source: "import random, os\nrandom.seed(1)\nos.environ['PYTHONHASHSEED'] = '7'\nprint(random.random())",
    reason: 'ok',
  },
]
