import type { CodeLanguage } from '@dxx/contract/calls/runcode'
import { beforeAll, describe, expect, it } from 'vitest'
import { long } from '../testing/measurements'
import { sharedTestRunner } from '../testing/runner'

let server: Awaited<ReturnType<typeof sharedTestRunner>>
beforeAll(async () => {
  server = await sharedTestRunner()
  // Waits until the compilers are loaded, which takes long on a busy machine.
  await doBusywork()
}, 400_000)

const run = (account: number, language: CodeLanguage, source: string, { stdin = '', setup = '', fresh = false } = {}) =>
  server.runner.run({ language, source, stdin, setup, account, fresh })

/** Print all that a program can observe except wall clock and random numbers; lines with "clock" may differ. */
const spies: Record<string, string> = {
  python: `
import os, sys, time, gc, threading, tempfile, random
f = open('spy', 'w'); f.write('x'); f.close()
os.mkdir('folder')
d = os.open('spy', os.O_RDONLY)
print(d, os.stat('spy'), os.stat('folder').st_ino, os.fstat(0), os.fstat(1), os.listdir('/'))
print(hash('spy'), hash(1.5), list({'a', 'b', 'c', 'd'}), id(object()), sorted(os.environ.items()))
print(sorted(sys.modules), gc.get_count(), len(gc.get_objects()), threading.active_count(), sys.argv, os.getcwd())
print(sys.getrecursionlimit(), sys.stdin.isatty(), sys.stdout.isatty(), sys.version, sys.flags)
for now in (time.process_time(), time.monotonic(), time.perf_counter(), time.clock_gettime(time.CLOCK_MONOTONIC)): print('clock', now)`,
  javascript: `
let names = []
for (let o = globalThis; o; o = Object.getPrototypeOf(o)) names.push(...Reflect.ownKeys(o).map(String))
for (const name of [...names]) { const p = globalThis[name]?.prototype; if (p) names.push(name, ...Reflect.ownKeys(p).map(String)) }
console.log(names.join(), new Error('x').stack, setTimeout(() => {}, 0)?.id, typeof performance, process.env, process.argv)
console.log(Object.keys({}), String(Symbol('a')), new Date(0).getTimezoneOffset())`,
  typescript: `
const names: string[] = Reflect.ownKeys(globalThis).map(String)
console.log(names.join(), new Error('x').stack, Reflect.ownKeys(Object.prototype).map(String).join())`,
  c: `#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
int main(int argc, char **argv) {
  struct stat s; struct timespec t;
  int fd = open("spy", O_CREAT | O_RDWR, 0600);
  fstat(fd, &s); printf("%d %llu %lld %lld\\n", fd, s.st_ino, (long long)s.st_size, (long long)s.st_mtim.tv_sec);
  mkdir("folder", 0700); stat("folder", &s); printf("%llu %llu\\n", s.st_ino, s.st_dev);
  for (int i = 0; i < 4; i++) if (!fstat(i, &s)) printf("%llu %x\\n", s.st_ino, s.st_mode);
  clock_gettime(CLOCK_MONOTONIC, &t); printf("clock %f\\n", t.tv_sec + t.tv_nsec / 1e9);
  printf("clock %f\\n%d %s %p %p\\n", (double)clock() / CLOCKS_PER_SEC, argc, argv[0], malloc(1), (void *)&s);
  char *page = (char *)(__builtin_wasm_memory_grow(0, 1) * 65536); long sum = 0; for (int i = 0; i < 65536; i++) sum += page[i];
  printf("%p %ld %zu\\n", page, sum, __builtin_wasm_memory_size(0));
}`,
  cpp: `#include <chrono>
#include <filesystem>
#include <iostream>
#include <sys/stat.h>
#include <unordered_map>
int main() {
  struct stat s; mkdir("folder", 0700); stat("folder", &s);
  auto since = std::chrono::steady_clock::now().time_since_epoch();
  std::cout << "clock " << std::chrono::duration<double>(since).count() << std::endl;
  std::cout << s.st_ino << " " << new int << " " << std::hash<std::string>()("spy") << std::endl;
  std::unordered_map<std::string, int> m{{"a", 1}, {"b", 2}, {"c", 3}}; for (auto &[k, v] : m) std::cout << k << v;
}`,
  sql: `
select * from sqlite_master; select * from sqlite_temp_master; select changes(), total_changes(), last_insert_rowid();
select * from pragma_database_list; select name from pragma_function_list order by name; select * from pragma_compile_options;
pragma cache_size; pragma user_version; pragma schema_version; pragma foreign_keys; pragma hard_heap_limit; pragma temp_store;
pragma page_count; pragma freelist_count; pragma data_version; select sqlite_version(), length(randomblob(4))`,
}

/** Programs of another account that change all counters and caches. */
const busywork: [CodeLanguage, string][] = [
  [
    'python',
    "import os, random, sys\nrandom.seed(1)\nfor n in range(50): open(f'f{n}', 'w').write(input())\nsys.setrecursionlimit(500)\nos.environ['A'] = '1'",
  ],
  [
    'javascript',
    'globalThis.left = 1; Object.prototype.left = 1; for (let n = 0; n < 50; n++) setTimeout(() => {}, n)',
  ],
  ['typescript', 'class A { static left = 1 }; (globalThis as any).left = A; throw new Error("x")'],
  [
    'c',
    '#include <stdio.h>\n#include <stdlib.h>\nint main() { int n; scanf("%d", &n); for (int i = 0; i < n; i++) { char s[9]; sprintf(s, "f%d", i); fopen(s, "w"); } char *p = malloc(9000000); for (int i = 0; i < 9000000; i++) p[i] = 7; }',
  ],
  ['cpp', '#include <iostream>\nint main() { std::string s; while (std::cin >> s) new std::string(s); }'],
  [
    'sql',
    'create table left (a); insert into left values (1); create temp table b as select 1; pragma user_version = 7; pragma cache_size = 7; select sum(a) from left',
  ],
]

async function doBusywork() {
  for (const [language, source] of busywork) await run(2, language, source, { stdin: '40\n'.repeat(60) })
}

describe('a spying program', () => {
  // `npm test` runs one interpreted and one compiled language, `npm run verify -- programs` all of them.
  it.each(Object.keys(spies).filter((language) => long || language === 'python' || language === 'c'))(
    'a spying program in %s observes the same before and after programs of another account',
    async (language) => {
      const spy = async (fresh = false) => {
        const startedAt = performance.now()
        const result = await run(1, language as CodeLanguage, spies[language]!, { fresh })
        const { timeMs, usedMs, cached, ...observed } = result
        const elapsed = (performance.now() - startedAt) / 1_000
        for (const [, seconds] of observed.stdout.matchAll(/^clock (\S+)$/gm)) {
          expect(Number(seconds)).toBeGreaterThanOrEqual(0)
          expect(Number(seconds)).toBeLessThan(elapsed)
        }
        return { ...observed, stdout: observed.stdout.replace(/^clock \S+$/gm, 'clock') }
      }
      const before = await spy()
      expect(before).toMatchObject({ reason: 'ok', stderr: '' })
      await doBusywork()
      expect(await spy()).toEqual(before)
      expect(await spy(true)).toEqual(before)
    },
    120_000,
  )

  it('a spying program cannot learn from the cache which programs another account compiled', async () => {
    const source = '#include <stdio.h>\nint main() { puts("secret"); }'
    const cached = async (account: number) => (await run(account, 'c', source)).cached
    expect([await cached(1), await cached(1)]).toEqual([false, true])
    expect([await cached(2), await cached(2)]).toEqual([false, true])
  }, 60_000)
})

it('the used time of a program includes compiling, and is lower when the compiled program is cached', async () => {
  const loop = (n: number) => `int main() { for (volatile int i = 0; i < ${n}; i++); }`
  const { usedMs: short } = await run(1, 'c', loop(1))
  expect(short).toBeGreaterThan(5)
  const { usedMs: again } = await run(1, 'c', loop(1))
  expect(again).toBeLessThan(short!)
}, 60_000)
