import type { CodeLanguage } from '@dxx/contract/calls/runcode'
import type { Log } from '../../base/log-type'
import {
  type CodeRunner,
  type LanguageInfo,
  type Loading,
  type MeasuredResult,
  type Program,
  RunnerUnavailable,
} from './runner'

/** Time for which a failed runner is avoided if another runner can replace it. */
const restMs = 30_000

/** Combines runners in order of preference: a program goes to the first healthy runner that offers its language. */
export class FallbackRunner implements CodeRunner {
  readonly name = 'fallback'
  readonly slots: number
  private readonly restingUntil = new Map<CodeRunner, number>()

  constructor(
    private readonly runners: readonly [CodeRunner, ...CodeRunner[]],
    private readonly log: Log,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.slots = runners[0].slots
  }

  async languages(): Promise<LanguageInfo[]> {
    const offered = new Map<string, LanguageInfo>()
    for (const runner of this.runners) {
      for (const info of await this.languagesOf(runner)) {
        if (!offered.has(info.language)) offered.set(info.language, info)
      }
    }
    return [...offered.values()]
  }

  async run(program: Program, onPreparing?: (preparing: boolean) => void): Promise<MeasuredResult> {
    for (const runner of this.inOrder()) {
      const offered = await this.languagesOf(runner)
      if (!offered.some(({ language }) => language === program.language)) continue
      try {
        return await runner.run(program, onPreparing)
      } catch (error) {
        if (!(error instanceof RunnerUnavailable)) throw error
        this.rest(runner, error)
      }
    }
    throw new RunnerUnavailable(this.name)
  }

  ready(language: CodeLanguage): Loading | undefined {
    return this.runners[0].ready?.(language)
  }

  prepare(language: CodeLanguage): void {
    for (const runner of this.runners) runner.prepare?.(language)
  }

  async health(): Promise<boolean> {
    const answers = await Promise.all(this.runners.map((runner) => runner.health()))
    return answers.some(Boolean)
  }

  async close(): Promise<void> {
    await Promise.all(this.runners.map((runner) => runner.close()))
  }

  /** Returns the runners with recently failed ones last, because trying them is better than giving up. */
  private inOrder(): CodeRunner[] {
    const rests = (runner: CodeRunner) => (this.restingUntil.get(runner) ?? 0) > this.now()
    return [...this.runners.filter((runner) => !rests(runner)), ...this.runners.filter(rests)]
  }

  private async languagesOf(runner: CodeRunner): Promise<LanguageInfo[]> {
    try {
      return await runner.languages()
    } catch (error) {
      if (!(error instanceof RunnerUnavailable)) throw error
      this.rest(runner, error)
      return []
    }
  }

  private rest(runner: CodeRunner, error: RunnerUnavailable): void {
    this.log.warn({ runner: runner.name, err: error }, 'a code runner is not available')
    this.restingUntil.set(runner, this.now() + restMs)
  }
}
