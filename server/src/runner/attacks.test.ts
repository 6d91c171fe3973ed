import type { CodeLanguage } from '@dxx/contract/calls/runcode'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { RunnerBusy } from '../adapters/runner/runner'
import { long } from '../testing/measurements'
import { sharedTestRunner } from '../testing/runner'
import type { Attack } from './attacks/attack'
import { cAttacks } from './attacks/c'
import { cppAttacks } from './attacks/cpp'
import { javascriptAttacks } from './attacks/javascript'
import { pythonAttacks } from './attacks/python'
import { sqlAttacks } from './attacks/sql'
import { stripTypes } from './engines/javascript'
import { limits } from './limits'

// Each attack is followed by six programs, two of them compiled, which may wait for other tests on the same machine.
vi.setConfig({ testTimeout: 180_000 })

const [hostile, innocent] = [1, 2]

// One slot: the harmless program runs after the hostile one, in the same process and thread.
let server: Awaited<ReturnType<typeof sharedTestRunner>>
beforeAll(async () => {
  server = await sharedTestRunner()
  await rightInAllLanguages()
}, 400_000)

const innocents: Record<string, { source: string; stdin?: string; stdout: string }> = {
  python: {
    source:
      'import json\nname = input()\nopen("a", "w").write(name)\nprint(json.dumps({"名": open("a").read()}, ensure_ascii=False), sum(range(10)))',
    stdin: '小明',
    stdout: '{"名": "小明"} 45\n',
  },
  javascript: {
    source: 'console.log({ a: [1, 2].map((n) => n * 2), s: String({}) }, JSON.stringify("好"))',
    stdout: '{ a: [ 2, 4 ], s: \'[object Object]\' } "好"\n',
  },
  typescript: {
    source: 'interface A { b: number }\nconst a: A = { b: 1 }\nconsole.log(a, typeof a.toString)',
    stdout: '{ b: 1 } function\n',
  },
  c: {
    source: '#include <stdio.h>\nint main() { int a, b; scanf("%d %d", &a, &b); printf("和是 %d\\n", a + b); }',
    stdin: '1 2',
    stdout: '和是 3\n',
  },
  cpp: {
    source:
      '#include <iostream>\n#include <map>\nint main() { std::map<std::string, int> m{{"b", 2}, {"a", 1}}; for (auto &[k, v] : m) std::cout << k << v << std::endl; }',
    stdout: 'a1\nb2\n',
  },
  sql: {
    source: "create table t (a); insert into t values ('甲'); select a, count(*) as n from t",
    stdout: 'a  | n\n---+--\n甲 | 1\n',
  },
}

/** A machine too busy for a program is no fault of it: it is run again, as in grading. */
async function run(program: Parameters<typeof server.runner.run>[0]) {
  for (;;) {
    try {
      return await server.runner.run(program)
    } catch (error) {
      if (!(error instanceof RunnerBusy)) throw error
    }
  }
}

async function rightInAllLanguages(fresh = false): Promise<void> {
  for (const [language, { source, stdin = '', stdout }] of Object.entries(innocents)) {
    const program = { language: language as CodeLanguage, source, stdin, setup: '', account: innocent!, fresh }
    const result = await run(program)
    expect([language, result.reason, result.stdout, result.stderr]).toEqual([language, 'ok', stdout, ''])
  }
}

async function attack(language: CodeLanguage, { source, stdin = '', setup = '', reason }: Attack): Promise<void> {
  const { pid } = server.runner
  const { cpuMs, ...result } = await run({ language, source, stdin, setup, account: hostile! })
  expect(result.stdout + result.stderr).not.toContain('ESCAPED')
  expect(result.reason).not.toBe('crashed')
  if (reason) expect([result.reason, result.stderr.slice(0, 300)]).toEqual([reason, expect.anything()])
  expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(limits.resultBytes)
  // The host survived, so no program of another account was lost.
  expect(server.runner.pid).toBe(pid)
  await rightInAllLanguages()
}

const typescript = javascriptAttacks
const javascript = javascriptAttacks.map((each) => {
  const plain = stripTypes(each.source)
  if (!('code' in plain)) throw new Error(`${each.title} does not parse`)
  return { ...each, source: plain.code }
})
const suites: Record<string, Attack[]> = {
  python: pythonAttacks,
  javascript,
  typescript,
  c: cAttacks,
  cpp: cppAttacks,
  sql: sqlAttacks,
}

describe.each(Object.keys(suites))(
  'after hostile %s the next program of another account runs correctly',
  (language) => {
    it('has at least 25 attacks', () => expect(suites[language]!.length).toBeGreaterThanOrEqual(25))

    // In every run those that once succeeded and an eighth of the others: each is followed by six programs.
    it.each(suites[language]!.filter(({ slow, always }, index) => long || always || (!slow && index % 8 === 1)))(
      '$title',
      (each) => attack(language as CodeLanguage, each),
    )

    it('also in a fresh realm', () => rightInAllLanguages(true))
  },
)
