import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import type { CodeLanguage } from '@dxx/contract/calls/runcode'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedTestRunner } from '../testing/runner'
import { engineLimits, outputCutNotice } from './limits'

let server: Awaited<ReturnType<typeof sharedTestRunner>>
beforeAll(async () => {
  server = await sharedTestRunner()
})

const run = (language: CodeLanguage, source: string, { stdin = '', setup = '' } = {}) =>
  server.runner.run({ language, source, stdin, setup })

const alive = async () => expect(await run('python', 'print(1 + 1)')).toMatchObject({ stdout: '2\n', reason: 'ok' })

describe('isolation from the machine', () => {
  it('a program cannot read files of the machine', async () => {
    const python = `
import os
for path in ('/etc/passwd', '/proc/self/environ', '../../etc/passwd', '/../etc/passwd', '/dev/stdin', '/usr/bin/node'):
    try:
        open(path)
        print('OPEN', path)
    except OSError as error:
        print(type(error).__name__)
print(os.listdir('/'))`
    expect((await run('python', python)).stdout).toMatch(/^((FileNotFoundError|PermissionError|OSError)\n){6}\[\]\n$/)
    const c = `#include <stdio.h>
#include <dirent.h>
int main() {
  const char *paths[] = {"/etc/passwd", "../etc/passwd", "/../../etc/passwd", "/proc/self/maps"};
  for (int i = 0; i < 4; i++) puts(fopen(paths[i], "r") ? "OPEN" : "closed");
  DIR *root = opendir("/"); for (struct dirent *e; (e = readdir(root));) puts(e->d_name);
}`
    expect((await run('c', c)).stdout.replace(/^\.+\n/gm, '')).toBe('closed\nclosed\nclosed\nclosed\n')
    expect((await run('javascript', "console.log(require('fs').readFileSync('/etc/passwd'))")).stderr).toContain(
      'ENOENT',
    )
    expect((await run('c', '#include "/etc/passwd"\nint main() {}')).stderr).toContain('file not found')
    expect((await run('cpp', 'const char x[] = {\n#embed "/etc/passwd"\n};int main() {}')).reason).toBe('compile-error')
    for (const sql of [
      "attach '/etc/passwd' as x",
      "attach '/dev/stdin' as x",
      "vacuum into 'x.db'",
      "select load_extension('x')",
      "select readfile('/etc/passwd')",
    ])
      expect(await run('sql', sql)).toMatchObject({ reason: 'error', tables: [] })
    // Loads each language, if no test before has.
  }, 120_000)

  it('a program cannot read the environment', async () => {
    expect((await run('python', 'import os; print(sorted(os.environ))')).stdout).toBe(
      "['PYTHONDONTWRITEBYTECODE', 'PYTHONHASHSEED', 'PYTHONUTF8']\n",
    )
    expect((await run('javascript', 'console.log(process.env)')).stdout).toBe('{}\n')
    const c = '#include <stdio.h>\nextern char **environ;\nint main() { printf("%d\\n", environ && *environ); }'
    expect((await run('c', c)).stdout).toBe('0\n')
    expect(readFileSync(`/proc/${server.runner.pid}/environ`, 'utf8')).toBe('')
  })

  it('a program cannot open a connection to a server on this machine', async () => {
    let visitors = 0
    const listener = createServer(() => visitors++)
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
    const { port } = listener.address() as AddressInfo
    const python = `
import socket
try:
    socket.create_connection(('127.0.0.1', ${port}), 1)
    print('CONNECTED')
except Exception as error:
    print('refused')
import urllib.request
try:
    urllib.request.urlopen('http://127.0.0.1:${port}/')
    print('CONNECTED')
except Exception as error:
    print('refused')`
    const { stdout, stderr } = await run('python', python)
    expect(stdout + stderr).not.toContain('CONNECTED')
    expect((await run('javascript', `fetch('http://127.0.0.1:${port}')`)).stderr).toContain('not defined')
    const c = '#include <sys/socket.h>\nint main() { return socket(AF_INET, SOCK_STREAM, 0); }'
    expect((await run('c', c)).reason).toBe('compile-error')
    expect(visitors).toBe(0)
    listener.close()
  })

  it('a program cannot start processes or threads', async () => {
    const python = `
import os, subprocess, threading
for act in (lambda: os.fork(), lambda: os.system('id'), lambda: subprocess.run(['id']), lambda: os.execv('/bin/sh', ['sh']), lambda: threading.Thread(target=print).start()):
    try:
        act()
        print('STARTED')
    except BaseException as error:
        print(type(error).__name__)`
    expect((await run('python', python)).stdout).not.toContain('STARTED')
    expect((await run('c', '#include <unistd.h>\nint main() { for (;;) fork(); }')).reason).toBe('compile-error')
    expect((await run('c', '#include <stdlib.h>\nint main() { return system("id"); }')).reason).toBe('compile-error')
    expect((await run('javascript', "require('child_process')")).stderr).toContain('Cannot find module')
  })

  it('a JavaScript program cannot escape from the sandbox through constructors and prototypes', async () => {
    const tricks = [
      'this.constructor.constructor("return process")().mainModule',
      'console.log.constructor("return globalThis")().process.binding',
      '(Error.prepareStackTrace = (e, s) => s, new Error().stack[0].getThis)',
      'globalThis.__host',
      'import("fs").then((fs) => fs.readFileSync).catch(() => undefined) && undefined',
      'require.constructor("return this")().require.cache',
      'setTimeout.constructor.constructor("return process")().dlopen',
    ]
    for (const trick of tricks) {
      const { stdout } = await run(
        'javascript',
        `let got; try { got = ${trick} } catch (e) { got = undefined }\nconsole.log(String(got))`,
      )
      expect(stdout).toBe('undefined\n')
    }
    const broken =
      'Array.prototype.reduce = String.prototype.split = Date.now = () => { throw 1 }; throw new Error("x")'
    expect(await run('javascript', broken)).toMatchObject({ reason: 'error', exitCode: 1 })
    await run(
      'javascript',
      'Object.prototype.toString = Object.prototype.write = Array.prototype.push = null; Object.prototype.polluted = 1',
    )
    expect((await run('javascript', 'console.log({}.polluted, [1].push(2))')).stdout).toBe('undefined 2\n')
  })
})

describe('resource limits', () => {
  it.each<[CodeLanguage, string]>([
    ['python', 'x = []\nwhile True: x.append("a" * 1000000)'],
    ['javascript', 'const x = []; for (;;) x.push(new Array(1000).fill(0))'],
    ['javascript', 'let s = "x"; for (;;) s += s'],
    [
      'sql',
      'create table t as with recursive c(x) as (select 1 union all select x + 1 from c) select zeroblob(1000000) from c',
    ],
    [
      'cpp',
      '#include <vector>\n#include <cstring>\nint main() { for (;;) { char *p = new char[1 << 20]; memset(p, 1, 1 << 20); } }',
    ],
  ])('a program that allocates without end fails within the memory limit: %s %j', async (language, source) => {
    const { reason, memoryKb } = await run(language, source)
    expect(['memory', 'error']).toContain(reason)
    expect(memoryKb).toBeLessThanOrEqual(engineLimits.memoryBytes / 1024)
    await alive()
  })

  it('malloc in a C program fails before 128 MB', async () => {
    const c = `#include <stdio.h>
#include <stdlib.h>
int main() { size_t mb = 0; for (volatile char *p; (p = malloc(1 << 20)); mb++) p[0] = 1; printf("%zu\\n", mb); }`
    const { stdout, reason } = await run('c', c)
    expect([reason, Number(stdout) > 100, Number(stdout) < 128]).toEqual(['ok', true, true])
  })

  it.each<[CodeLanguage, string]>([
    ['python', 'while True: print("无尽的输出")'],
    ['javascript', 'for (;;) console.log("无尽的输出")'],
    ['javascript', 'for (;;) try { console.error("无尽的输出") } catch {} finally { continue }'],
    ['c', '#include <stdio.h>\nint main() { for (;;) puts("无尽的输出"); }'],
    [
      'sql',
      "with recursive c(x) as (select 1 union all select x + 1 from c limit 500) select printf('%.2000c', '多'), printf('%.2000c', '长') from c;".repeat(
        3,
      ),
    ],
  ])('a program that prints without end is terminated and its output truncated: %s %j', async (language, source) => {
    const { reason, stdout, stderr, exitCode } = await run(language, source)
    expect([reason, exitCode]).toEqual(['output-cut', null])
    expect(stdout.endsWith(outputCutNotice)).toBe(true)
    expect(stdout + stderr).not.toContain('\ufffd')
    expect(Buffer.byteLength(stdout + stderr)).toBeLessThanOrEqual(
      engineLimits.outputBytes + Buffer.byteLength(outputCutNotice),
    )
    await alive()
  })

  it('writing files fails with ENOSPC after 16 MB or 1000 files', async () => {
    const python = `
import errno, os
def fill(write):
    total = 0
    try:
        while True:
            total += write()
    except OSError as error:
        assert error.errno == errno.ENOSPC, error
    return total
f = open('a', 'wb', buffering=0)
block = bytes(1 << 20)
print(fill(lambda: f.write(block)) >> 20)
f.truncate(0)
g = open('b', 'wb', buffering=0)
os.unlink('b')
f.seek(0)
print((fill(lambda: g.write(block)) + fill(lambda: f.write(block))) >> 20)
for size in (1 << 30, 1 << 62):
    try:
        f.truncate(size)
        print('GROWN')
    except OSError as error:
        print(error.errno == errno.ENOSPC)
f.close(); g.close()
count = 0
try:
    while True:
        open(f'n{count}', 'w').close()
        count += 1
except OSError as error:
    print(error.errno == errno.ENOSPC, count < 1001)`
    expect((await run('python', python)).stdout).toBe('16\n16\nTrue\nTrue\nTrue True\n')
  })

  it('negative sizes, invalid buffers and overlong paths in file calls return errors', async () => {
    const c = `#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <wasi/api.h>
int main() {
  int fd = open("a", O_CREAT | O_RDWR, 0600);
  printf("%d ", __wasi_fd_filestat_set_size(fd, (unsigned long long)-1000000));
  printf("%d ", __wasi_fd_allocate(fd, (unsigned long long)-1000000, 1));
  __wasi_ciovec_t bad = {(const unsigned char *)0xfffffff0, 0xffffffff};
  __wasi_size_t n;
  printf("%d ", __wasi_fd_write(1, &bad, 0x7fffffff, &n) != 0);
  static char path[1000000];
  memset(path, 'a', sizeof path - 1);
  printf("%d\\n", open(path, O_RDONLY));
}`
    const { stdout } = await run('c', c)
    expect(stdout).toBe('51 51 1 -1\n')
    await alive()
  })
})

describe('unusual sources', () => {
  const comments = { python: '#', javascript: '//', typescript: '//', c: '//', cpp: '//', sql: '--' }
  const least = { python: '', javascript: '', typescript: '', c: 'int main() {}', cpp: 'int main() {}', sql: '' }

  it.each(Object.keys(comments) as (keyof typeof comments)[])(
    'a %s source with NUL bytes, deep nesting, 64 KB or no text neither crashes nor hangs the runner',
    async (language) => {
      expect((await run(language, 'a\0b("\0")', { stdin: '\0\0' })).reason).toMatch(/error/)
      expect((await run(language, '('.repeat(60_000))).reason).toMatch(/error|timeout|memory/)
      expect((await run(language, `${comments[language]}${'长'.repeat(65_000)}\n${least[language]}`)).reason).toBe('ok')
      expect((await run(language, '')).reason).toMatch(/ok|compile-error/)
      await alive()
    },
    60_000,
  )

  it('NUL bytes pass through input and output', async () => {
    const source = 'import sys\ndata = sys.stdin.read()\nprint(len(data), repr(data), end="\\0")'
    expect((await run('python', source, { stdin: 'a\0b' })).stdout).toBe("3 'a\\x00b'\0")
  })
})
