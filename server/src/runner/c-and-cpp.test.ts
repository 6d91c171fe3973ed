import type { CodeLanguage } from '@dxx/contract/calls/runcode'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { sharedTestRunner } from '../testing/runner'

// Long, because compiling is slow while other tests run.
vi.setConfig({ testTimeout: 120_000 })

let server: Awaited<ReturnType<typeof sharedTestRunner>>
beforeAll(async () => {
  server = await sharedTestRunner()
})

const run = (language: CodeLanguage, source: string, { stdin = '', setup = '' } = {}) =>
  server.runner.run({ language, source, stdin, setup })

describe('C and C++', () => {
  it('C and C++ report the line of a compile error', async () => {
    const { reason, exitCode, diagnostics, stderr } = await run(
      'c',
      '#include <stdio.h>\nint main() {\n  int x = y;\n  return 0\n}\n',
    )
    expect([reason, exitCode]).toEqual(['compile-error', null])
    expect(diagnostics).toMatchObject([
      { line: 3, column: 11, severity: 'error', message: "use of undeclared identifier 'y'" },
      { line: 4, column: 11, severity: 'error' },
    ])
    expect(stderr).toContain('main.c:3:11: error:')
  })

  it('C and C++ report link errors', async () => {
    expect((await run('c', 'int other() { return 1; }')).stderr).toContain('没有找到 main 函数')
    expect((await run('c', 'int missing(int); int main() { return missing(1); }')).stderr).toContain('没有找到 missing')
  })

  it('C and C++ return warnings with the output, also when the program comes from the compile cache', async () => {
    const source = '#include <stdio.h>\nint main() { int unused; printf("%d\\n", 42); return 0; }'
    const [first, second] = [await run('c', source), await run('c', source)]
    expect(first).toMatchObject({ stdout: '42\n', cached: false, diagnostics: [{ line: 2, severity: 'warning' }] })
    expect(second).toMatchObject({ stdout: '42\n', cached: true, diagnostics: first.diagnostics })
  })

  it.each([
    [
      'int f(int n) { volatile int a[100]; a[0] = n; return f(n + 1) + a[0]; } int main() { return f(0); }',
      /无效的内存|递归太深/,
    ],
    ['int main() { int *p = (int *)0xfffffff0; *p = 1; return *p; }', /无效的内存/],
    ['volatile int zero; int main() { return 7 / zero; }', /除数是 0/],
    ['#include <stdlib.h>\nint main() { abort(); }', /主动中止/],
  ])('C and C++ explain why a program ended abnormally: %j', async (source, stderr) => {
    expect(await run('c', source)).toMatchObject({
      exitCode: 134,
      reason: 'error',
      stderr: expect.stringMatching(stderr),
    })
  })

  it('C++ prints the output and then reports the uncaught exception', async () => {
    const source = `#include <bits/stdc++.h>
using namespace std;
namespace app { struct Bad : runtime_error { using runtime_error::runtime_error; }; }
int main() {
  map<string, vector<int>> m; m["甲"] = {3, 1, 2};
  sort(m["甲"].begin(), m["甲"].end());
  for (auto& [name, list] : m) { cout << name; for (int x : list) cout << ' ' << x; cout << endl; }
  throw app::Bad("坏");
}`
    expect(await run('cpp', source)).toMatchObject({
      stdout: '甲 1 2 3\n',
      exitCode: 134,
      stderr: "terminate called after throwing an instance of 'app::Bad'\n  what():  坏\n",
    })
  })

  it('C++ library functions throw exceptions instead of aborting, and exit runs no destructors', async () => {
    const source = `#include <iostream>
#include <new>
#include <string>
#include <vector>
struct Never { ~Never() { std::cout << "destroyed\\n"; } };
int main() {
  try { (void)std::stoi("abc"); } catch (const std::invalid_argument& e) { std::cout << e.what() << "\\n"; }
  try { (void)std::vector<int>(3).at(9); } catch (const std::out_of_range&) { std::cout << "range\\n"; }
  try { std::cout << new char[2000000000]; } catch (const std::bad_alloc&) { std::cout << "memory\\n"; }
  Never never;
  std::exit(5);
}`
    expect(await run('cpp', source)).toMatchObject({ stdout: 'stoi\nrange\nmemory\n', exitCode: 5, stderr: '' })
  })

  it.each([
    ['cpp', '#include <thread>\nint main() {\n  std::thread t([] {});\n  t.join();\n}', 3],
    ['cpp', '#include <thread>\nint main() { std::jthread t([] {}); }', 2],
    ['cpp', '#include <future>\nint main() { return std::async([] { return 1; }).get(); }', 2],
    [
      'cpp',
      '#include <bits/stdc++.h>\nusing namespace std;\nint main() { vector<thread> all; all.emplace_back([] {}); all[0].join(); }',
      3,
    ],
    [
      'c',
      '#include <pthread.h>\nvoid *f(void *x) { return x; }\nint main() { pthread_t t; pthread_create(&t, 0, f, 0); }',
      3,
    ],
    ['c', '#include <threads.h>\nint f(void *x) { return 0; }\nint main() { thrd_t t; thrd_create(&t, f, 0); }', 3],
  ] as const)('C and C++ report the use of threads as a compile error: %s %j', async (language, source, line) => {
    const result = await run(language, source)
    expect(result).toMatchObject({ reason: 'compile-error', diagnostics: [{ line, severity: 'error' }] })
    expect(result.stderr).toMatch(/^main\.\w+:\d+:\d+: error: 这里的程序只有一个线程，不能使用 .*，请改为依次执行\n$/)
  })

  it.each([
    [
      'c',
      '#include <pthread.h>\n#include <stdio.h>\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nint main() { pthread_mutex_lock(&m); puts("pthread_create"); }',
      'pthread_create\n',
    ],
    [
      'cpp',
      '#include <bits/stdc++.h>\nusing namespace std;\nmutex m; atomic<int> n;\nint main() { lock_guard<mutex> lock(m); n++; this_thread::sleep_for(1ms); cout << n << endl; }',
      '1\n',
    ],
  ] as const)('C and C++ allow thread functions that start no thread: %s %j', async (language, source, stdout) => {
    expect(await run(language, source)).toMatchObject({ stdout, stderr: '', exitCode: 0 })
  })

  it('C and C++ run the SIGABRT handler, which may leave the abort by siglongjmp', async () => {
    const c = (end: string) => `#include <assert.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
static sigjmp_buf start;
static void jump(int s) { signal(s, SIG_DFL); siglongjmp(start, s); }
static void print(int s) { printf("%d\\n", s == SIGABRT); fflush(stdout); }
int main() {
  signal(SIGABRT, jump);
  int caught = sigsetjmp(start, 1);
  if (caught == 0) assert(1 == 2);
  printf("%d\\n", caught == SIGABRT);
  ${end}
}`
    expect(await run('c', c('return 0;'))).toMatchObject({ stdout: '1\n', exitCode: 0 })
    expect(await run('c', c('signal(SIGABRT, print); abort();'))).toMatchObject({ stdout: '1\n1\n', exitCode: 134 })
    expect(await run('c', c('abort();'))).toMatchObject({ stdout: '1\n', exitCode: 134 })
    const cpp = `#include <csignal>
#include <cstdlib>
#include <iostream>
int main() { std::signal(SIGABRT, [](int) { std::cout << "aborted" << std::endl; std::_Exit(3); }); throw 1; }`
    expect(await run('cpp', cpp)).toMatchObject({
      stdout: 'aborted\n',
      stderr: "terminate called after throwing an instance of 'int'\n",
      exitCode: 3,
    })
  })
})
