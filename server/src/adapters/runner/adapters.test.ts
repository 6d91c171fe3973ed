import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CodeLanguage, RunResult } from '@dxx/contract/calls/runcode'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyResult } from '../../runner/empty-result'
import { silent } from '../../testing/database'
import { startPiston } from '../../testing/simulators/piston'
import { BubblewrapRunner, sandbox } from './bubblewrap'
import { FallbackRunner } from './fallback'
import { PistonRunner } from './piston'
import { type CodeRunner, RunnerUnavailable } from './runner'

const program = (language: CodeLanguage, source: string, stdin = '') => ({ language, source, stdin, setup: '' })

describe('Piston', () => {
  let piston: Awaited<ReturnType<typeof startPiston>>
  let runner: PistonRunner
  beforeAll(async () => {
    piston = await startPiston()
    runner = new PistonRunner({ url: piston.url, workers: 4 })
  })
  afterAll(() => piston.close())

  it('offers the newest installed version of each language, and never SQL', async () => {
    expect(await runner.languages()).toEqual([
      { language: 'python', name: 'Python', version: '3.12.0', note: '' },
      { language: 'c', name: 'C', version: '10.2.0', note: '' },
      { language: 'java', name: 'Java', version: '15.0.2', note: '' },
    ])
    expect(await runner.health()).toBe(true)
  })

  it('sends the program with our limits and parses the response', async () => {
    const result = await runner.run(program('python', 'print(input())', '你好'))
    expect(result).toMatchObject({ stdout: '读到：你好', exitCode: 0, reason: 'ok', timeMs: 12, memoryKb: 8789 })
    expect(piston.seen.at(-1)).toEqual({
      language: 'python',
      version: '3.12.0',
      files: [{ name: 'main.py', content: 'print(input())' }],
      stdin: '你好',
      compile_timeout: 10_000,
      run_timeout: 5_000,
      run_memory_limit: 128 * 1024 * 1024,
    })
  })

  it.each<[string, CodeLanguage, Partial<RunResult>]>([
    ['timeout', 'python', { reason: 'timeout', exitCode: null }],
    ['memory', 'python', { reason: 'memory', exitCode: null }],
    ['output', 'python', { reason: 'output-cut', stdout: expect.stringContaining('输出超过') }],
    [
      'error',
      'python',
      {
        reason: 'error',
        exitCode: 1,
        diagnostics: [{ line: 2, column: 1, severity: 'error', message: 'ValueError: 坏' }],
      },
    ],
    [
      'compile',
      'c',
      { reason: 'compile-error', diagnostics: [{ line: 2, column: 3, severity: 'error', message: '‘x’ undeclared' }] },
    ],
  ])("maps Piston's outcome %s to our result", async (wanted, language, expected) => {
    expect(await runner.run(program(language, `// simulate: ${wanted}`))).toMatchObject(expected)
  })

  it('throws RunnerUnavailable if Piston fails, rejects the request or is unreachable', async () => {
    piston.setDown(true)
    expect(await runner.health()).toBe(false)
    await expect(runner.run(program('python', ''))).rejects.toThrow(RunnerUnavailable)
    piston.setDown(false)
    const narrow = await startPiston({ maxRunTimeout: 3_000 })
    const refused = new PistonRunner({ url: narrow.url, workers: 1 })
    await expect(refused.run(program('python', ''))).rejects.toThrow(RunnerUnavailable)
    await narrow.close()
    await expect(refused.run(program('python', ''))).rejects.toThrow(RunnerUnavailable)
    expect(await new PistonRunner({ url: narrow.url, workers: 1 }).health()).toBe(false)
  })
})

describe('FallbackRunner', () => {
  class Scripted implements CodeRunner {
    readonly slots = 1
    down = false
    runs = 0
    constructor(
      readonly name: string,
      private readonly offered: CodeLanguage[],
    ) {}
    async languages() {
      return this.offered.map((language) => ({ language, name: language, version: this.name, note: '' }))
    }
    async run(): Promise<RunResult> {
      this.runs++
      if (this.down) throw new RunnerUnavailable(this.name)
      return { ...emptyResult, stdout: this.name }
    }
    async health() {
      return !this.down
    }
    async close() {}
  }

  it('uses the first healthy runner that offers the language, and retries a failed runner after a pause', async () => {
    const first = new Scripted('first', ['python', 'java'])
    const second = new Scripted('second', ['python', 'sql'])
    let now = 0
    const both = new FallbackRunner([first, second], silent, () => now)
    const answeredBy = async (language: CodeLanguage) => (await both.run(program(language, ''))).stdout

    expect((await both.languages()).map(({ language, version }) => [language, version])).toEqual([
      ['python', 'first'],
      ['java', 'first'],
      ['sql', 'second'],
    ])
    expect([await answeredBy('python'), await answeredBy('sql')]).toEqual(['first', 'second'])

    first.down = true
    expect([await answeredBy('python'), await answeredBy('python'), first.runs]).toEqual(['second', 'second', 2])
    await expect(both.run(program('java', ''))).rejects.toThrow(RunnerUnavailable)
    expect(await both.health()).toBe(true)

    first.down = false
    expect(await answeredBy('python')).toBe('second')
    now += 60_000
    expect(await answeredBy('python')).toBe('first')
  })
})

/** Replaces bubblewrap: emulates its path mapping but not its isolation, which is enough to test our own code. */
const standIn = `#!/bin/sh
work=$(/usr/bin/mktemp -d)
while [ "$1" != "--" ]; do
  case "$1" in
    --bind) [ "$3" = /work ] && /bin/rm -r "$work" && /bin/ln -s "$2" "$work"; shift 3 ;;
    --ro-bind) case "$3" in /work/*) /bin/cp -r "$2" "$work/" ;; esac; shift 3 ;;
    --ro-bind-try | --setenv) shift 3 ;;
    --proc | --dev | --tmpfs | --size | --chdir) shift 2 ;;
    *) shift ;;
  esac
done
shift
# Outside of a namespace everything else of this user would be counted too.
for word; do shift; case "$word" in --nproc=*) ;; *) set -- "$@" "$word" ;; esac; done
cd "$work"
export HOME="$work" GOCACHE="$work/.cache"
PATH=/usr/local/bin:/usr/bin:/bin exec "$@"
`

describe('bubblewrap, or a stand-in if it is missing or cannot create namespaces', () => {
  let folder: string
  let runner: BubblewrapRunner
  let real: boolean
  let offered: string[]
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dxx-bwrap-'))
    await chmod(folder, 0o755)
    const bwrap = join(folder, 'bwrap')
    await writeFile(bwrap, standIn)
    await chmod(bwrap, 0o755)
    const found = new BubblewrapRunner({ workers: 1 })
    real = await found.health()
    runner = real ? found : new BubblewrapRunner({ workers: 1, bwrap })
    offered = (await runner.languages()).map(({ language }) => language)
  })
  afterAll(() => rm(folder, { recursive: true }))

  const programs: [CodeLanguage, string, string][] = [
    [
      'c',
      '#include <stdio.h>\nint main() { char s[99]; scanf("%98s", s); printf("你好，%s\\n", s); return 3; }',
      'int main() {\n  return x;\n}',
    ],
    [
      'cpp',
      '#include <iostream>\nint main() { std::string s; std::cin >> s; std::cout << "你好，" << s << "\\n"; return 3; }',
      'int main() {\n  return x;\n}',
    ],
    [
      'java',
      'public class Main {\n  public static void main(String[] a) {\n    System.out.println("你好，" + new java.util.Scanner(System.in, "UTF-8").next());\n    System.exit(3);\n  }\n}',
      'public class Main {\n  int x = "a";\n}',
    ],
    [
      'go',
      'package main\nimport ("fmt"; "os")\nfunc main() { var s string; fmt.Scan(&s); fmt.Println("你好，" + s); os.Exit(3) }',
      'package main\nfunc main() { x }',
    ],
    ['python', 'print("你好，" + input())\nraise SystemExit(3)', ''],
    ['javascript', 'console.log("你好，" + require("fs").readFileSync(0, "utf8").trim()); process.exit(3)', ''],
  ]

  it.for(programs)(
    'the local runner runs %s with the toolchain of the machine',
    async ([language, source, wrong], { skip }) => {
      skip(!offered.includes(language), `no toolchain for ${language} is installed`)
      expect(await runner.run(program(language, source, '小明\n'))).toMatchObject({
        stdout: '你好，小明\n',
        stderr: '',
        exitCode: 3,
        reason: 'error',
      })
      if (wrong) {
        expect(await runner.run(program(language, wrong))).toMatchObject({
          reason: 'compile-error',
          diagnostics: expect.arrayContaining([expect.objectContaining({ line: 2, severity: 'error' })]),
        })
      }
    },
  )

  it('truncates the endless output of a program', async ({ skip }) => {
    skip(!offered.includes('c'), 'no C compiler is installed')
    const result = await runner.run(program('c', '#include <stdio.h>\nint main() { for (;;) puts("多"); }'))
    expect(result).toMatchObject({ reason: 'output-cut', exitCode: null })
    expect(result.stdout).not.toContain('\ufffd')
  })

  it('exposes only the system and the work folder to the program', () => {
    const args = sandbox({ binds: ['--ro-bind', '/tmp/x/main', '/work/main'], addressSpaceKb: 1000, tasks: 16 }, [
      './main',
    ])
    expect(args).toEqual(expect.arrayContaining(['--unshare-all', '--die-with-parent', '--clearenv', '--new-session']))
    const shown = args.flatMap((arg, index) => (/^--(ro-)?bind(-try)?$/.test(arg) ? [args[index + 1]] : []))
    expect(
      shown.filter(
        (path) =>
          !/^\/(usr|lib|lib64|bin|etc\/(alternatives|ld\.so\.cache|java-\d+-openjdk)|tmp\/x\/main)(\/|$)/.test(path!),
      ),
    ).toEqual([])
    expect(args.join(' ')).toContain('--nproc=16 --as=1024000 ./main')
  })

  it('throws RunnerUnavailable if bubblewrap is not installed', async () => {
    const none = new BubblewrapRunner({ workers: 1, bwrap: '/nowhere/bwrap' })
    await expect(none.run(program('c', 'int main() {}'))).rejects.toThrow(RunnerUnavailable)
  })

  it('hides the environment, files, processes and network of the machine from the program', async ({ skip }) => {
    skip(!real, 'there is no bubblewrap that may make namespaces')
    const source = `import os, socket
print(sorted(os.environ), os.path.exists('/etc/passwd'), os.path.exists('/home'), os.getpid() < 10, os.getuid() == 0)
try:
    socket.create_connection(('127.0.0.1', 22), 1)
except OSError as error:
    print('no network')`
    const { stdout } = await runner.run(program('python', source))
    expect(stdout).toMatch(/False False True False\nno network\n$/)
  })

  it('limits processes, memory and disk space of a program', async ({ skip }) => {
    skip(!real || !offered.includes('c'), 'there is no bubblewrap that may make namespaces, or no C compiler')
    const forks = `#include <stdio.h>
#include <unistd.h>
int main() { int made = 0; for (int pid; (pid = fork()) >= 0; made++) if (pid == 0) { pause(); } printf("%d\\n", made); }`
    const forked = await runner.run(program('c', forks))
    expect(Number(forked.stdout)).toBeGreaterThan(0)
    expect(Number(forked.stdout)).toBeLessThan(16)
    expect((await runner.run(program('c', '#include <unistd.h>\nint main() { for (;;) fork(); }'))).reason).toBe(
      'timeout',
    )
    const memory = `#include <stdio.h>
#include <stdlib.h>
int main() { int mb = 0; while (malloc(1 << 20)) mb++; printf("%d\\n", mb); }`
    expect(Number((await runner.run(program('c', memory))).stdout)).toBeLessThan(200)
    const disk = `#include <stdio.h>
int main() { char block[65536] = {0}; FILE *f = fopen("x", "wb"); long kb = 0; while (fwrite(block, 65536, 1, f) == 1) kb += 64; printf("%ld\\n", kb); }`
    expect(Number((await runner.run(program('c', disk))).stdout)).toBeLessThanOrEqual(16 * 1024)
  }, 30_000)
})
