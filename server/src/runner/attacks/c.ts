import type { Attack } from './attack'

const imported = (module: string, name: string) =>
  `__attribute__((import_module("${module}"), import_name("${name}"))) int f(int);\nint main() { return f(1); }`
const wasi = (name: string, declaration: string, call: string) =>
  `#include <stdio.h>\n__attribute__((import_module("wasi_snapshot_preview1"), import_name("${name}"))) ${declaration};\nint main() { printf("%d\\n", (int)${call}); }`

export const cAttacks: Attack[] = [
  {
    title: 'import from __proto__',
    source: imported('__proto__', 'compileOnly'),
    reason: 'compile-error',
    always: true,
  },
  {
    title: 'import from constructor',
    source: imported('constructor', 'prototype'),
    reason: 'compile-error',
    always: true,
  },
  {
    title: 'import __proto__ of WASI',
    source: imported('wasi_snapshot_preview1', '__proto__'),
    reason: 'compile-error',
  },
  { title: 'import toString of WASI', source: imported('wasi_snapshot_preview1', 'toString'), reason: 'compile-error' },
  { title: 'import of the environment', source: imported('env', 'memory'), reason: 'compile-error' },
  { title: 'import of newer WASI', source: imported('wasi:sockets/tcp', 'start-connect'), reason: 'compile-error' },
  { title: 'WASI function with other parameters', source: wasi('fd_write', 'int f(long long)', 'f(-1)') },
  {
    title: 'WASI function with another result',
    source: wasi('fd_close', 'long long f(int)', 'f(77)'),
    reason: 'error',
  },
  {
    title: 'WASI clock with a float',
    source: wasi('clock_time_get', 'int f(double, double, double)', 'f(1e300, 1, 1)'),
  },
  { title: 'sockets of WASI', source: wasi('sock_accept', 'int f(int, int, int)', 'f(3, 0, 0)'), reason: 'ok' },
  {
    title: 'export named memory',
    source: '__attribute__((export_name("memory"))) int f() { return 1; }\nint main() {}',
  },
  {
    title: 'export named _start',
    source: '__attribute__((export_name("_start"))) int f() { return 1; }\nint main() {}',
  },
  {
    title: 'initialised array of 100 MB',
    source: 'char a[100000000] = {1};\nint main() {}',
    reason: 'compile-error',
    always: true,
  },
  { title: 'object above 16 MB', source: 'char a[30000000] = {1};\nint main() {}', reason: 'compile-error' },
  { title: 'huge table of zeroes', source: 'static char a[2000000000];\nint main() { return a[5]; }' },
  {
    title: 'many large tables',
    source: `${Array.from({ length: 40 }, (_, n) => `int t${n}[1000000];`).join('\n')}\nint main() {}`,
  },
  {
    title: 'include flood',
    source: '#if __INCLUDE_LEVEL__ < 60\n#include __FILE__\n#include __FILE__\n#endif\nint main() {}',
    reason: 'timeout',
    slow: true,
  },
  { title: 'include of itself', source: '#include "main.c"\nint main() {}', reason: 'compile-error' },
  {
    title: 'include of names of prototypes',
    source: '#include "__proto__"\n#include "constructor/prototype"\nint main() {}',
    reason: 'compile-error',
  },
  { title: 'include of devices', source: '#include "/dev/stdin"\nint main() {}', reason: 'compile-error' },
  {
    title: 'macro that doubles',
    source: `#define A0 1,1\n${Array.from({ length: 26 }, (_, n) => `#define A${n + 1} A${n},A${n}`).join('\n')}\nint a[] = {A26};\nint main() {}`,
    slow: true,
  },
  { title: 'incbin in assembly', source: 'asm(".incbin \\"/etc/passwd\\"");\nint main() {}' },
  {
    title: 'embed of a file',
    source: 'char a[] = {\n#embed "/etc/passwd"\n};\nint main() {}',
    reason: 'compile-error',
  },
  {
    title: 'deep recursion',
    source: 'int f(int n) { volatile int a[100]; a[0] = n; return f(n + 1) + a[0]; }\nint main() { return f(1); }',
    reason: 'error',
  },
  {
    title: 'deep nesting of parentheses',
    source: `int main() { return ${'('.repeat(5000)}1${')'.repeat(5000)}; }`,
    reason: 'compile-error',
  },
  {
    title: 'jump through a wild function pointer',
    source: 'int main() { ((void (*)(void))0x7fffff)(); }',
    reason: 'error',
  },
  {
    title: 'write over all memory',
    source: 'int main() { for (volatile char *p = 0;; p++) *p = 1; }',
    reason: 'error',
  },
  {
    title: 'grow the memory without end',
    source: 'int main() { while (__builtin_wasm_memory_grow(0, 100) != -1); return 7; }',
    reason: 'memory',
  },
  {
    title: 'all descriptors',
    source:
      '#include <fcntl.h>\n#include <stdio.h>\nint main() { int n = 0; while (open("a", O_CREAT | O_RDWR, 0600) >= 0) n++; printf("%d\\n", n > 9 && n < 70); }',
    reason: 'ok',
  },
  {
    title: 'path of many parts',
    source:
      '#include <fcntl.h>\n#include <string.h>\nint main() { static char p[4000]; for (int i = 0; i < 3990; i += 2) memcpy(p + i, "./", 2); return open(p, O_RDONLY) == -1; }',
  },
  {
    title: 'control characters without end',
    source: '#include <stdio.h>\nint main() { for (;;) putchar(1); }',
    reason: 'output-cut',
  },
  {
    title: 'bytes that are no text',
    source: '#include <stdio.h>\nint main() { for (;;) { putchar(255); putchar(1); } }',
    reason: 'output-cut',
  },
  { title: 'sleep', source: '#include <unistd.h>\nint main() { sleep(60); }', reason: 'timeout', slow: true },
  { title: 'endless loop', source: 'int main() { for (volatile int i = 0;; i++); }', reason: 'timeout', slow: true },
]
