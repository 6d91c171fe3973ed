import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { CodeLanguage } from '@dxx/contract/calls/runcode'
import variant from '@jitl/quickjs-wasmfile-release-sync'
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core'
import { EmbeddedRunner } from '../adapters/runner/embedded'
import type { CodeRunner } from '../adapters/runner/runner'
import { repoRoot } from '../root'
import { limits } from '../runner/limits'
import type { BenchDatabase } from './database'
import { median } from './load'
import { fire, quantile, signed } from './open-loop'
import { standing } from './standing'
import { benchStudent } from './student'
import { startTarget } from './target'

const log = { info: () => {}, warn: () => {}, error: () => {} }

interface Case {
  language: CodeLanguage
  label: string
  /** A source that is new each time is compiled each time. */
  source: (n: number) => string
  runs: number
  p50Ms: number
  perSecond?: number
}

const c = (text: string) => `#include <stdio.h>\nint main() { printf("${text}\\n"); return 0; }\n`
const cpp = (text: string) =>
  `#include <algorithm>\n#include <iostream>\n#include <vector>\nint main() { std::vector<int> v{3, 1, 2}; std::sort(v.begin(), v.end()); std::cout << "${text}" << v[0] << std::endl; }\n`

const cases: Case[] = [
  { language: 'python', label: 'Python', source: () => 'print("hello 你好")', runs: 100, p50Ms: 30, perSecond: 40 },
  {
    language: 'javascript',
    label: 'JavaScript',
    source: () => 'console.log("你好")',
    runs: 200,
    p50Ms: 15,
    perSecond: 150,
  },
  { language: 'sql', label: 'SQL', source: () => "select '你好' as x", runs: 100, p50Ms: 20 },
  { language: 'c', label: 'C fresh', source: (n) => c(`你好 ${n}`), runs: 9, p50Ms: 500 },
  { language: 'c', label: 'C repeated', source: () => c('你好'), runs: 100, p50Ms: 20 },
  { language: 'cpp', label: 'C++ fresh', source: (n) => cpp(`你好 ${n}`), runs: 9, p50Ms: 1_200 },
  { language: 'cpp', label: 'C++ repeated', source: () => cpp('你好'), runs: 100, p50Ms: 20 },
]

/** Programs one after the other and on two workers at once, against bare QuickJS in this process; then what saturation costs others. */
export async function runcodeBench(database: BenchDatabase): Promise<string[]> {
  // The folder of a development server: the precompiled headers are made once per machine.
  const dataDir = `${repoRoot}/data`
  const runner = new EmbeddedRunner({ workers: 2, dataDir, log, nice: 0 })
  const lines: string[] = []
  try {
    for (const measured of cases) lines.push(await measure(runner, measured))
    const ours = await p50Of(200, () => run(runner, 'javascript', 'console.log("你好")'))
    const bare = await bareQuickjs()
    lines.push(`bare QuickJS   p50 ${bare.toFixed(1)} ms; ours takes ${(ours / bare).toFixed(1)}x`)
    for (const program of endless) lines.push(await ended(runner, program))
  } finally {
    await runner.close()
  }
  return [...lines, ...(await saturation(database, dataDir))]
}

async function run(runner: CodeRunner, language: CodeLanguage, source: string): Promise<void> {
  const { reason, stdout, stderr } = await runner.run({ language, source, stdin: '', setup: '' })
  if (reason !== 'ok' || !stdout.includes('你好')) throw new Error(`${language}: ${reason} ${stderr}`)
}

interface Endless {
  label: string
  language: CodeLanguage
  source: string
  limitMs: number
}

const endless: Endless[] = [
  {
    label: 'Python',
    language: 'python',
    source: 'while input(): \n  while True: pass',
    limitMs: limits.runMs,
  },
  {
    label: 'Python asleep',
    language: 'python',
    source: 'import time\nif input(): time.sleep(60)',
    limitMs: limits.runMs,
  },
  { label: 'JavaScript', language: 'javascript', source: 'while (readline()) for (;;);', limitMs: limits.runMs },
  {
    label: 'SQL',
    language: 'sql',
    source: 'with recursive c(x) as (select 1 union all select x + 1 from c) select count(*) from c',
    limitMs: limits.runMs,
  },
  {
    label: 'C',
    language: 'c',
    source: "#include <stdio.h>\nint main() { if (getchar() != '\\n') for (volatile int i = 0;; i++); }",
    limitMs: limits.runMs,
  },
  {
    label: 'C compiler',
    language: 'c',
    source: '#if __INCLUDE_LEVEL__ < 60\n#include __FILE__\n#include __FILE__\n#endif\nint main() {}',
    limitMs: limits.compileMs,
  },
]

/** How long after its limit a program is gone, measured by whoever waits for it. */
async function ended(runner: CodeRunner, { label, language, source, limitMs }: Endless) {
  // Compiled before it is measured; an empty line ends it at once.
  if (label === 'C') await runner.run({ language, source, stdin: '\n', setup: '' })
  // The thread that was ended by the last one has its successor before the next limit begins to count.
  await Promise.all([1, 2].map(() => run(runner, 'javascript', 'console.log("你好")')))
  const start = performance.now()
  const { reason } = await runner.run({ language, source, stdin: 'on\n', setup: '' })
  const late = performance.now() - start - limitMs
  if (reason !== 'timeout') throw new Error(`${label}: ${reason}`)
  return `${`endless ${label}`.padEnd(22)} ended ${late.toFixed(0)} ms after its ${limitMs / 1000} s (target 100)`
}

async function p50Of(runs: number, work: (n: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < runs; n++) {
    const start = performance.now()
    await work(n)
    times.push(performance.now() - start)
  }
  return median(times)
}

async function measure(runner: CodeRunner, { language, label, source, runs, p50Ms, perSecond }: Case): Promise<string> {
  // Both workers and their compilers warm up first.
  for (let n = 0; n < 4; n++) await Promise.all([1, 2].map((half) => run(runner, language, source(-2 * n - half))))
  const p50 = await p50Of(runs, (n) => run(runner, language, source(n)))
  const line = `${label.padEnd(14)} p50 ${p50.toFixed(1)} ms (target ${p50Ms})`
  if (!perSecond) return line
  const rate = await throughput(runner, language, source(0))
  return `${line}  ${rate.toFixed(0)}/s on two workers (target ${perSecond})`
}

async function throughput(runner: CodeRunner, language: CodeLanguage, source: string): Promise<number> {
  const seconds = 5
  const end = performance.now() + seconds * 1_000
  let done = 0
  // More than the workers, so that neither waits for us.
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (; performance.now() < end; done++) await run(runner, language, source)
    }),
  )
  return done / seconds
}

/** What the engine alone costs: a new instance, a context, one evaluation. */
async function bareQuickjs(): Promise<number> {
  const { resolve } = createRequire(import.meta.url)
  const wasmModule = await WebAssembly.compile(await readFile(resolve('@jitl/quickjs-wasmfile-release-sync/wasm')))
  return p50Of(200, async () => {
    const engine = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmModule }))
    const vm = engine.newContext()
    vm.unwrapResult(vm.evalCode('"你好"')).dispose()
    vm.dispose()
  })
}

const rounds = 12
const pace = { perSecond: 250, shots: 1_000 }

/**
 * Another call's p99 while nothing runs and while the default, niced worker is never idle: many short rounds in turn, so that
 * what else the machine does falls on both, and one p99 over all of each, since a single stall makes that of a short round.
 */
async function saturation({ db, url }: BenchDatabase, dataDir: string): Promise<string[]> {
  const { token } = await benchStudent(db)
  const target = await startTarget('product', url)
  const runner = new EmbeddedRunner({ workers: 1, dataDir, log })
  const latencies = async () => {
    const shots = Array.from({ length: pace.shots }, () => signed(target.base, token, 'GET /v130/gvss', ''))
    const fired = await fire(shots, pace.perSecond, (body) => body.toString().startsWith('{"code":1'))
    if (fired.refused > 0) throw new Error(`${fired.refused} refused: ${fired.why}`)
    return fired.latencies
  }
  try {
    await latencies()
    await run(runner, 'python', 'print("你好")')
    const quiet: number[] = []
    const busy: number[] = []
    for (let round = 0; round < rounds; round++) {
      // Which comes first changes: whatever grows or shrinks along the way must not count for one of them.
      const inTurn = [
        async () => quiet.push(...(await latencies())),
        async () => busy.push(...(await whileRunning(runner, latencies))),
      ]
      for (const measure of round % 2 === 0 ? inTurn : inTurn.reverse()) await measure()
    }
    const [before, during] = [quiet, busy].map((all) => all.sort((a, b) => a - b)) as [number[], number[]]
    const at = (share: number) => `${quantile(before, share).toFixed(1)} and ${quantile(during, share).toFixed(1)} ms`
    const ratio = quantile(during, 0.99) / quantile(before, 0.99)
    return [
      `other calls    quiet and with the runner saturated: p50 ${at(0.5)}, p90 ${at(0.9)}, p99 ${at(0.99)}: ${ratio.toFixed(2)}x (target 1.5x)`,
      `               the runner's ${standing(runner.pid!)}`,
    ]
  } finally {
    target.stop()
    await runner.close()
  }
}

async function whileRunning<T>(runner: CodeRunner, work: () => Promise<T>): Promise<T> {
  let over = false
  const busy = Promise.all(
    [1, 2].map(async () => {
      while (!over) await run(runner, 'python', 'for i in range(200000): pass\nprint("你好")')
    }),
  )
  try {
    return await work()
  } finally {
    over = true
    await busy
  }
}
