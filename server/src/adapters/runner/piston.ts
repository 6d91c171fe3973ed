import type { CodeLanguage, RunReason, RunResult } from '@dxx/contract/calls/runcode'
import * as z from 'zod'
import { compilerDiagnostics, nativeDiagnostics } from '../../runner/diagnostics'
import { emptyResult } from '../../runner/empty-result'
import { engineLimits, outputCutNotice } from '../../runner/limits'
import { type CodeRunner, type LanguageInfo, type Program, RunnerUnavailable } from './runner'

interface Options {
  url: string
  workers: number
}

/** Piston's names of our languages. SQL is missing because Piston returns no tables. */
const known: Partial<Record<CodeLanguage, { piston: string; name: string; file: string }>> = {
  python: { piston: 'python', name: 'Python', file: 'main.py' },
  javascript: { piston: 'javascript', name: 'JavaScript', file: 'main.js' },
  typescript: { piston: 'typescript', name: 'TypeScript', file: 'main.ts' },
  c: { piston: 'c', name: 'C', file: 'main.c' },
  cpp: { piston: 'c++', name: 'C++', file: 'main.cpp' },
  java: { piston: 'java', name: 'Java', file: 'Main.java' },
  go: { piston: 'go', name: 'Go', file: 'main.go' },
}

const Runtimes = z.array(z.object({ language: z.string(), version: z.string() }))

const Stage = z.object({
  stdout: z.string(),
  stderr: z.string(),
  code: z.number().nullable(),
  signal: z.string().nullable(),
  /** RE, SG, TO, OL, EL or XX. Older Piston servers send no status and only kill the program. */
  status: z.string().nullish(),
  wall_time: z.number().nullish(),
  memory: z.number().nullish(),
})
type Stage = z.infer<typeof Stage>
const Executed = z.object({ run: Stage, compile: Stage.optional() })

const languagesMs = 60_000

/** Time limit for compiling: Piston's default maximum. */
const compileMs = 10_000

/** Runs programs on a Piston server (API v2). The server's limits must be at least as high as ours. */
export class PistonRunner implements CodeRunner {
  readonly name = 'piston'
  readonly slots: number
  private offered: { at: number; languages: Promise<LanguageInfo[]> } | undefined

  constructor(private readonly options: Options) {
    this.slots = options.workers
  }

  languages(): Promise<LanguageInfo[]> {
    const now = performance.now()
    if (!this.offered || now - this.offered.at > languagesMs) {
      const languages = this.ask('runtimes', undefined, Runtimes, 5_000).then(offeredOf)
      this.offered = { at: now, languages }
      languages.catch(() => {
        this.offered = undefined
      })
    }
    return this.offered.languages
  }

  async run({ language, source, stdin }: Program): Promise<RunResult> {
    const info = (await this.languages()).find((offered) => offered.language === language)
    const names = known[language]
    if (!info || !names) throw new RunnerUnavailable(this.name)
    const body = {
      language: names.piston,
      version: info.version,
      files: [{ name: names.file, content: source }],
      stdin,
      compile_timeout: compileMs,
      run_timeout: engineLimits.runMs,
      run_memory_limit: engineLimits.memoryBytes,
    }
    const started = performance.now()
    const answer = await this.ask('execute', body, Executed, compileMs + engineLimits.runMs + 5_000)
    return resultOf(language, source, answer, performance.now() - started)
  }

  async health(): Promise<boolean> {
    try {
      this.offered = undefined
      return (await this.languages()).length > 0
    } catch {
      return false
    }
  }

  async close(): Promise<void> {}

  private async ask<T>(path: string, body: object | undefined, shape: z.ZodType<T>, timeoutMs: number): Promise<T> {
    try {
      const response = await fetch(new URL(`/api/v2/${path}`, this.options.url), {
        // The request carries a student's program, which a redirect could send to another host.
        redirect: 'error',
        method: body ? 'POST' : 'GET',
        signal: AbortSignal.timeout(timeoutMs),
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
      if (!response.ok) throw new Error(`${response.status} ${(await response.text()).slice(0, 500)}`)
      return shape.parse(await response.json())
    } catch (error) {
      throw new RunnerUnavailable(this.name, error)
    }
  }
}

/** Selects the highest version of each language. */
function offeredOf(runtimes: z.infer<typeof Runtimes>): LanguageInfo[] {
  return Object.entries(known).flatMap(([language, { piston, name }]) => {
    const versions = runtimes.filter((runtime) => runtime.language === piston).map(({ version }) => version)
    const [version] = versions.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    return version ? [{ language: language as CodeLanguage, name, version, note: '' }] : []
  })
}

function resultOf(
  language: CodeLanguage,
  source: string,
  { run, compile }: z.infer<typeof Executed>,
  elapsedMs: number,
): RunResult {
  const timeMs = Math.round(run.wall_time ?? elapsedMs)
  if (compile && (compile.code !== 0 || compile.signal)) {
    const reason = reasonOf(compile, compileMs, elapsedMs) === 'timeout' ? 'timeout' : 'compile-error'
    const stderr = compile.stderr || compile.stdout
    return { ...emptyResult, reason, stderr, diagnostics: compilerDiagnostics(stderr), timeMs }
  }
  const reason = reasonOf(run, engineLimits.runMs, elapsedMs)
  return {
    ...emptyResult,
    stdout: run.stdout + (reason === 'output-cut' ? outputCutNotice : ''),
    stderr: run.stderr,
    exitCode: reason === 'ok' || reason === 'error' ? run.code : null,
    reason,
    diagnostics: run.code === 0 ? [] : nativeDiagnostics(language, run.stderr, source),
    timeMs,
    memoryKb: Math.round((run.memory ?? 0) / 1024),
  }
}

function reasonOf({ code, signal, status, memory }: Stage, limitMs: number, elapsedMs: number): RunReason {
  if (status === 'TO') return 'timeout'
  if (status === 'OL' || status === 'EL') return 'output-cut'
  if (status === 'XX') return 'crashed'
  if (signal === 'SIGKILL') {
    if ((memory ?? 0) > 0.9 * engineLimits.memoryBytes) return 'memory'
    return elapsedMs >= limitMs ? 'timeout' : 'memory'
  }
  return code === 0 && !signal ? 'ok' : 'error'
}
