import type { Log } from '../../base/log-type'
import { BubblewrapRunner } from './bubblewrap'
import { EmbeddedRunner } from './embedded'
import { FallbackRunner } from './fallback'
import { PistonRunner } from './piston'
import type { CodeRunner } from './runner'

export const runnerKinds = ['embedded', 'bubblewrap', 'piston'] as const
export type RunnerKind = (typeof runnerKinds)[number]

export interface RunnerSettings {
  /** Kinds of runners, in order of preference. */
  runners: readonly [RunnerKind, ...RunnerKind[]]
  /** Maximum number of concurrent programs. */
  runnerWorkers: number
  pistonUrl: string
  dataDir: string
}

export function createRunner(settings: RunnerSettings, log: Log): CodeRunner {
  const create = (kind: RunnerKind): CodeRunner => {
    const workers = settings.runnerWorkers
    if (kind === 'piston') return new PistonRunner({ url: settings.pistonUrl, workers })
    if (kind === 'bubblewrap') return new BubblewrapRunner({ workers })
    return new EmbeddedRunner({ workers, dataDir: settings.dataDir, log })
  }
  const [first, ...others] = settings.runners
  return others.length === 0 ? create(first) : new FallbackRunner([create(first), ...others.map(create)], log)
}
