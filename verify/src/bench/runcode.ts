import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { CodeLanguage } from '@dxx/contract/calls/runcode'
import variant from '@jitl/quickjs-wasmfile-release-sync'
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core'
import { EmbeddedRunner } from '../../../server/src/adapters/runner/embedded'
import { CodeQueue } from '../../../server/src/adapters/runner/queue'
import type { CodeRunner } from '../../../server/src/adapters/runner/runner'
import { repoRoot } from '../../../server/src/base/paths'
import { engineLimits } from '../../../server/src/runner/limits'
import { niceValues } from '../../../server/src/testing/process-priority'
import type { BenchDatabase } from './database'
import { gradingBench } from './grading'
import { median } from './load'
import { buildSignedRequest, quantile, sendAtRate } from './open-loop'
import { benchStudent } from './student'
import { startTarget } from './target'

const log = { info: () => {}, warn: () => {}, error: () => {} }

interface Case {
  language: CodeLanguage
  label: string
  /** A different source per run forces a compilation. */
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

/**
 * Runs programs sequentially and on two workers at once, compared with bare QuickJS in this process; then measures the
 * time to a verdict and the cost of saturation for other calls.
 */
export async function runcodeBench(database: BenchDatabase): Promise<string[]> {
  // Uses the data folder of the development server, so that C headers are precompiled only once per machine.
  const dataDir = `${repoRoot}/data`
  const runner = new EmbeddedRunner({ workers: 2, dataDir, log, nice: 0 })
  const lines: string[] = []
  try {
    for (const measured of cases) lines.push(await measure(runner, measured))
    const ours = await p50Of(200, () => run(runner, 'javascript', 'console.log("你好")'))
    const bare = await bareQuickjs()
    lines.push(`bare QuickJS   p50 ${bare.toFixed(1)} ms; ours takes ${(ours / bare).toFixed(1)}x`)
    lines.push(...(await isolationCost(runner)), memoryAtRest(runner))
    for (const program of endless) lines.push(await ended(runner, program))
  } finally {
    await runner.close()
  }
  return [
    ...lines,
    await besideHog(dataDir),
    await gradingBench(database, dataDir),
    ...(await saturation(database, dataDir)),
  ]
}

/**
 * Measures the cost of a separate thread for a graded program. Runs are sequential, so that each finds its spare thread
 * ready.
 */
async function isolationCost(runner: CodeRunner): Promise<string[]> {
  const lines: string[] = []
  for (const [language, source] of [
    ['python', 'print("你好")'],
    ['javascript', 'console.log("你好")'],
  ] as const) {
    const graded = () => runner.run({ language, source, stdin: '', setup: '', fresh: true })
    await graded()
    const reused = await p50Of(40, () => run(runner, language, source))
    const [wallTimes, cpu] = [[], []] as [number[], number[]]
    for (let n = 0; n < 40; n++) {
      const start = performance.now()
      cpu.push((await graded()).usedMs ?? 0)
      wallTimes.push(performance.now() - start)
    }
    const p50 = median(wallTimes)
    lines.push(
      `${language.padEnd(14)} p50 ${reused.toFixed(1)} ms in a used thread, ${p50.toFixed(1)} ms in one of its own (${median(cpu).toFixed(0)} ms CPU)`,
    )
  }
  return lines
}

/** Returns the memory of the runner's host processes after all languages were used. */
function memoryAtRest(runner: EmbeddedRunner): string {
  const sizes = runner.pids.flatMap((pid) => {
    const file = `/proc/${pid}/status`
    if (!existsSync(file)) return []
    const kb = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1])
    return [`${Math.round(kb / 1024)} MiB`]
  })
  return `memory         of ${sizes.length} slots after all languages: ${sizes.join(', ')}`
}

/** Measures a small program of one account: alone, and while another account sends endless programs. */
async function besideHog(dataDir: string): Promise<string> {
  const runner = new EmbeddedRunner({ workers: 2, dataDir, log, nice: 0 })
  // The default budget would reject the other account after half a minute.
  const queue = new CodeQueue(runner, { secondsPerMinute: 1_000_000 })
  const hello = () => queue.run(1, { language: 'python', source: 'print("你好")', stdin: '', setup: '' })
  try {
    await Promise.all([hello(), queue.run(2, { language: 'c', source: c('你好'), stdin: '', setup: '' })])
    await hello()
    const alone = await p50Of(40, hello)
    let over = false
    const hog = Promise.all(
      [1, 2].map(async (half) => {
        for (let n = 0; !over; n++) {
          const source = `char a[${100_000_000 + n}] = {${half}};\nint main() { for (volatile int i = 0;; i++); }`
          const endlessLoop = `int main() { for (volatile int i = ${n};; i++); }`
          await queue
            .run(2, { language: 'c', source: half === 1 ? source : endlessLoop, stdin: '', setup: '' })
            .catch(() => {})
        }
      }),
    )
    const beside = await p50Of(40, async () => {
      await hello()
      await new Promise((resolve) => setTimeout(resolve, 100))
    })
    over = true
    const ratio = (beside - 100) / alone
    await hog
    return `hello          alone ${alone.toFixed(1)} ms, beside a hog ${(beside - 100).toFixed(1)} ms: ${ratio.toFixed(1)}x (target 5x)`
  } finally {
    await queue.close()
  }
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
    limitMs: engineLimits.runMs,
  },
  {
    label: 'Python asleep',
    language: 'python',
    source: 'import time\nif input(): time.sleep(60)',
    limitMs: engineLimits.runMs,
  },
  { label: 'JavaScript', language: 'javascript', source: 'while (readline()) for (;;);', limitMs: engineLimits.runMs },
  {
    label: 'SQL',
    language: 'sql',
    source: 'with recursive c(x) as (select 1 union all select x + 1 from c) select count(*) from c',
    limitMs: engineLimits.runMs,
  },
  {
    label: 'C',
    language: 'c',
    source: "#include <stdio.h>\nint main() { if (getchar() != '\\n') for (volatile int i = 0;; i++); }",
    limitMs: engineLimits.runMs,
  },
  {
    label: 'C compiler',
    language: 'c',
    source: '#if __INCLUDE_LEVEL__ < 60\n#include __FILE__\n#include __FILE__\n#endif\nint main() {}',
    limitMs: engineLimits.compileMs,
  },
]

/** Measures how long after its time limit a program has ended, as seen by the caller. */
async function ended(runner: CodeRunner, { label, language, source, limitMs }: Endless) {
  // Compiles the program before the measurement; with an empty line as input it ends at once.
  if (label === 'C') await runner.run({ language, source, stdin: '\n', setup: '' })
  // Waits until the terminated thread is replaced, so that this is not part of the measurement.
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
  // Warm up both workers and their compilers first.
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
  // Uses more callers than workers, so that no worker is idle.
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (; performance.now() < end; done++) await run(runner, language, source)
    }),
  )
  return done / seconds
}

/** Measures the engine alone: a new instance, a context, one evaluation. */
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
 * Compares the p99 of another call while the worker (with default settings, niced) is idle and while it is fully used.
 * Many short alternating rounds spread other load of the machine over both. One p99 covers all rounds, because a single
 * stall would dominate the p99 of a short round.
 */
async function saturation({ db, url }: BenchDatabase, dataDir: string): Promise<string[]> {
  const { token } = await benchStudent(db)
  const target = await startTarget('product', url)
  const runner = new EmbeddedRunner({ workers: 1, dataDir, log })
  const latencies = async () => {
    const shots = Array.from({ length: pace.shots }, () => buildSignedRequest(target.base, token, 'GET /v130/gvss', ''))
    const fired = await sendAtRate(shots, pace.perSecond, (body) => body.toString().startsWith('{"code":1'))
    if (fired.refused > 0) throw new Error(`${fired.refused} refused: ${fired.why}`)
    return fired.latencies
  }
  try {
    await latencies()
    await run(runner, 'python', 'print("你好")')
    const quiet: number[] = []
    const busy: number[] = []
    for (let round = 0; round < rounds; round++) {
      // The sequence alternates, so that a trend does not favour idle or busy rounds.
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
      `               the runner's ${niceValues(runner.pid!)}`,
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
