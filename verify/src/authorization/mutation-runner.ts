import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type StudentCallName, studentCalls } from '@dxx/contract/calls'
import { serverRoot } from '../../../server/src/base/paths'
import type { Db } from '../../../server/src/db/connection'
import { copyDatabase } from '../../../server/src/testing/database'
import { isAccepted } from './accepted-mutants'
import { callWithoutAccess } from './access-levels'
import type { Fixture } from './fixture'
import { Matrix, matrixCalls, type Site, type Targets, type Who } from './matrix'
import type { Mutant } from './mutants'
import { type OpenFixture, readers } from './open-fixture'
import { type ReplayedActivity, replayActivity } from './replay-activity'
import {
  compareToSnapshots,
  failedPrefix,
  type ResponseSnapshots,
  snapshotCalls,
  snapshotResponses,
} from './response-snapshots'

type Running = Site & { stop(): Promise<void> }
/**
 * What killed the mutant: a call without access, a response snapshot, the replayed activity or a call with ids of other
 * users. `crash`: it only caused a server error, which proves nothing about the check.
 */
export type KilledBy = 'access' | 'snapshot' | 'replay' | 'call' | 'crash'

const calls = Object.keys(studentCalls) as StudentCallName[]
const near: Who[] = ['classmate', 'fellow']
const everybody: Who[] = [...near, 'fresh', 'guest']

/** Runs mutants on servers with copies of the fixture and checks whether they are killed. */
export class MutationRunner {
  private readonly fixture: Fixture
  private readonly targets: Targets
  private readonly servers: OpenFixture['servers']
  /** Snapshots of the database without the owner's data. */
  private readonly snapshots: ResponseSnapshots
  /** File with the number of the active mutant. */
  private readonly active: string
  /** File with the numbers of executed checks. */
  private readonly executed: string
  private expected?: Promise<ReplayedActivity>
  /** Checks executed by the replayed activity; undefined until `meetings` has run. */
  private replayed?: Set<number>
  private running?: Running
  /** Mutants that caused a server error in the snapshots. */
  private readonly crashedSnapshots = new Set<Mutant>()
  /** Whether the owner's rows changed on the shared server, or the activity was aborted. */
  private isChanged = false

  constructor({ fixture, targets, servers, readBefore }: OpenFixture) {
    this.fixture = fixture
    this.targets = targets
    this.servers = servers
    this.snapshots = readBefore
    this.active = join(fixture.folder, 'active')
    this.executed = join(fixture.folder, 'executed')
  }

  /** Returns what killed the mutant (snapshots, replayed activity or one of these calls), or null if it survived. */
  async killedBy(mutant: Mutant, names: StudentCallName[]): Promise<KilledBy | null> {
    const isAccessCheck = mutant.file.startsWith('http/')
    // Needs a new server, whose statements are built without the check and which has no effects of earlier mutants.
    if (isAccessCheck || mutant.atStart) return this.runOnNewServer(mutant, names)
    if (names.length === 0 && !this.replayed?.has(mutant.number)) return null
    const found = await this.ask(await this.shared(), mutant, names)
    // The database must be unchanged for the next mutant.
    const isUnchanged = async () => !this.replayed || !(await this.replayDiffers(await this.shared()))
    if (found && (this.isChanged || !(await isUnchanged()))) await this.close()
    if (found && found !== 'crash') return found
    // Earlier activity may have hidden the effect: repeats the run on a new server, unless the mutant is listed as
    // accepted.
    const again = isAccepted(mutant) ? null : await this.runOnNewServer(mutant, names)
    return again ?? found ?? (this.crashedSnapshots.has(mutant) ? 'crash' : null)
  }

  private async runOnNewServer(mutant: Mutant, names: StudentCallName[]): Promise<KilledBy | null> {
    writeFileSync(this.active, String(mutant.number))
    const site = await this.start({ DXX_MUTANT: this.active })
    try {
      if (mutant.file.startsWith('http/')) {
        const { passed } = await callWithoutAccess(site, this.targets)
        return passed.some(({ failed }) => !failed) ? 'access' : passed.length > 0 ? 'crash' : null
      }
      const found = await this.compareSnapshots(site, names)
      return found === 'snapshot' ? found : ((await this.ask(site, mutant, names)) ?? found)
    } finally {
      await site.stop()
    }
  }

  private async ask(site: Site, mutant: Mutant, names: StudentCallName[]): Promise<KilledBy | null> {
    writeFileSync(this.active, String(mutant.number))
    const isReplayed = this.replayed && (this.replayed.has(mutant.number) || mutant.atStart)
    const replay = isReplayed ? await this.replayDiffers(site) : null
    if (replay?.what === 'replay') return 'replay'
    const matrix = new Matrix(site, this.targets, everybody, 'wide')
    await matrix.ask(
      names.filter((name) => matrixCalls.includes(name)),
      { untilFirst: true },
    )
    this.isChanged ||= matrix.leaks.some(({ what }) => what === 'changed')
    if (matrix.definiteLeaks.length > 0) return 'call'
    return matrix.leaks.length > 0 || replay ? 'crash' : null
  }

  /** Returns the mutants killed by snapshots alone. Snapshots change nothing, so one server is enough. */
  async killedBySnapshots(mutants: Mutant[], metBy: (mutant: Mutant) => StudentCallName[]): Promise<Set<Mutant>> {
    const found = new Set<Mutant>()
    const site = await this.shared()
    for (const mutant of mutants.filter((one) => !one.atStart && !one.file.startsWith('http/'))) {
      writeFileSync(this.active, String(mutant.number))
      const result = await this.compareSnapshots(site, metBy(mutant))
      if (result === 'snapshot') found.add(mutant)
      if (result === 'crash') this.crashedSnapshots.add(mutant)
    }
    await this.close()
    return found
  }

  /** Records which calls execute which checks. Returns a function from a mutant to the calls that execute its check. */
  async meetings(): Promise<(mutant: Mutant) => StudentCallName[]> {
    const names = new Map<number, Set<StudentCallName>>()
    writeFileSync(this.executed, '')
    const site = await this.start({ DXX_MUTANTS_MET: this.executed })
    const takeExecuted = () => {
      const numbers = new Set(readFileSync(this.executed, 'utf8').split('\n').filter(Boolean).map(Number))
      writeFileSync(this.executed, '')
      return numbers
    }
    takeExecuted()
    // If the replay already differs without a mutant, every mutant would count as killed.
    const otherwise = await this.replayDiffers(site)
    if (otherwise) throw new Error(`the replayed activity differs without a mutant: ${otherwise.why}`)
    this.replayed = takeExecuted()
    for (const name of calls) {
      if (snapshotCalls.includes(name)) await snapshotResponses(site, this.targets, readers, [name])
      else if (matrixCalls.includes(name)) await new Matrix(site, this.targets, near, 'wide').ask([name])
      for (const number of takeExecuted()) names.set(number, (names.get(number) ?? new Set()).add(name))
    }
    await site.stop()
    return (mutant) => (mutant.atStart ? callsOfModule(mutant) : [...(names.get(mutant.number) ?? [])])
  }

  /**
   * Returns why the replay differs (responses depend on the owner's data, or rows of the owner changed); null if it
   * does not.
   */
  private async replayDiffers(site: Site): Promise<{ what: 'replay' | 'crash'; why: string } | null> {
    this.expected ??= this.replayWithoutOwner()
    const expected = await this.expected
    const { responses, changed, failed } = await replayActivity(site, this.fixture)
    this.isChanged ||= changed.length > 0 || failed !== null
    if (changed[0]) return { what: 'replay', why: changed[0] }
    // After a server error, later differences are consequences of that error.
    const broken = responses.find((response) => response.startsWith(failedPrefix))
    if (broken) return { what: 'crash', why: broken }
    const other = responses.findIndex((response, i) => response !== expected.responses[i])
    const why = failed ?? (other >= 0 ? `${responses[other]} instead of ${expected.responses[other]}` : null)
    return why === null ? null : { what: 'replay', why }
  }

  private async replayWithoutOwner(): Promise<ReplayedActivity> {
    const site = await this.start({}, this.fixture.before.db)
    const replay = await replayActivity(site, this.fixture).finally(site.stop)
    if (replay.failed) throw new Error(replay.failed)
    return replay
  }

  private async compareSnapshots(site: Site, names: StudentCallName[]): Promise<'snapshot' | 'crash' | null> {
    const read = names.filter((name) => snapshotCalls.includes(name))
    return compareToSnapshots(this.snapshots, site, this.targets, readers, read)
  }

  /** Returns a server that is reused for many mutants, until one is killed. */
  private async shared(): Promise<Site> {
    writeFileSync(this.active, '0')
    this.running ??= await this.start({ DXX_MUTANT: this.active })
    return this.running
  }

  async close(): Promise<void> {
    await this.running?.stop()
    this.running = undefined
    this.isChanged = false
  }

  private async start(variables: Record<string, string>, of: Db = this.fixture.server.db): Promise<Running> {
    const copy = await copyDatabase(of)
    const { base, child } = await this.servers.start(copy.url, variables)
    const stop = async () => {
      child.kill('SIGKILL')
      await copy.drop()
    }
    return { base, db: copy.db, now: () => this.fixture.server.clock.now(), stop }
  }
}

/** Returns the calls of the mutant's module: for a check built at the start, no call can be recorded. */
function callsOfModule({ file }: Mutant): StudentCallName[] {
  const folder = join(serverRoot, 'src', dirname(file))
  const sources = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const text = sources.map((name) => readFileSync(join(folder, name), 'utf8')).join()
  return calls.filter((name) => text.includes(`'${name}'`))
}
