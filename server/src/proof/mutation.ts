import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { allCalls, type Name } from '@dxx/contract/calls'
import type { Db } from '../db/connection'
import { serverRoot } from '../root'
import { copyDatabase } from '../testing/database'
import { knock } from './gates'
import { isNamed } from './harmless'
import { Matrix, reaching, type Site, type Targets, type Who } from './matrix'
import type { Mutant } from './mutants'
import { type OpenSite, readers } from './open-site'
import { broke, type Readings, readAll, reads, readsOtherwise } from './readings'
import { type Relived, relive } from './relive'
import type { World } from './world'

type Running = Site & { stop(): Promise<void> }
/** How it was noticed; `broke`: the server only failed without it, which is a fault of the mutant and shows nothing. */
export type Noticed = 'let in' | 'read' | 'lived' | 'asked' | 'broke'

const calls = Object.keys(allCalls) as Name[]
const near: Who[] = ['classmate', 'fellow']
const everybody: Who[] = [...near, 'fresh', 'guest']

/** Takes checks away from servers that run on copies of the world, and asks whether somebody notices. */
export class Mutation {
  private readonly world: World
  private readonly targets: Targets
  private readonly servers: OpenSite['servers']
  /** What is read where the owner has done nothing. */
  private readonly was: Readings
  private readonly taken: string
  private readonly met: string
  private usual?: Promise<Relived>
  /** Checks that somebody who lives there comes by; nobody lives there unless meetings are asked for. */
  private lived?: Set<number>
  private running?: Running
  /** Over which the server broke while people read. */
  private readonly brokeReading = new Set<Mutant>()
  /** Whether what is the owner's was changed on the shared server, or a life broken off. */
  private spoilt = false

  constructor({ world, targets, servers, readBefore }: OpenSite) {
    this.world = world
    this.targets = targets
    this.servers = servers
    this.was = readBefore
    this.taken = join(world.folder, 'taken')
    this.met = join(world.folder, 'met')
  }

  /** What was noticed without a check, if anything: by reading, by somebody who lives there, by these calls. */
  async noticed(mutant: Mutant, names: Name[]): Promise<Noticed | null> {
    const gate = mutant.file.startsWith('http/')
    // Nothing is left of an earlier one, and statements that are written as the server starts are without the check.
    if (gate || mutant.atStart) return this.afresh(mutant, names)
    if (names.length === 0 && !this.lived?.has(mutant.number)) return null
    const found = await this.ask(await this.shared(), mutant, names)
    // The next one is tried where everything is as always.
    const calm = async () => !this.lived || !(await this.livedOtherwise(await this.shared()))
    if (found && (this.spoilt || !(await calm()))) await this.close()
    if (found && found !== 'broke') return found
    // A life or an answer may have been in the way: once more where nobody has asked yet, unless nothing is expected.
    const again = isNamed(mutant) ? null : await this.afresh(mutant, names)
    return again ?? found ?? (this.brokeReading.has(mutant) ? 'broke' : null)
  }

  private async afresh(mutant: Mutant, names: Name[]): Promise<Noticed | null> {
    writeFileSync(this.taken, String(mutant.number))
    const site = await this.start({ DXX_MUTANT: this.taken })
    try {
      if (mutant.file.startsWith('http/')) {
        const { passed } = await knock(site, this.targets)
        return passed.some(({ failed }) => !failed) ? 'let in' : passed.length > 0 ? 'broke' : null
      }
      const read = await this.readOtherwise(site, names)
      return read === 'read' ? read : ((await this.ask(site, mutant, names)) ?? read)
    } finally {
      await site.stop()
    }
  }

  private async ask(site: Site, mutant: Mutant, names: Name[]): Promise<Noticed | null> {
    writeFileSync(this.taken, String(mutant.number))
    const lives = this.lived && (this.lived.has(mutant.number) || mutant.atStart)
    const lived = lives ? await this.livedOtherwise(site) : null
    if (lived?.what === 'lived') return 'lived'
    const matrix = new Matrix(site, this.targets, everybody, 'wide')
    await matrix.ask(
      names.filter((name) => reaching.includes(name)),
      { untilFirst: true },
    )
    this.spoilt ||= matrix.leaks.some(({ what }) => what === 'changed')
    if (matrix.told.length > 0) return 'asked'
    return matrix.leaks.length > 0 || lived ? 'broke' : null
  }

  /** Those of these that are noticed by reading alone. Reading changes nothing: one server does for all of them. */
  async noticedByReading(mutants: Mutant[], metBy: (mutant: Mutant) => Name[]): Promise<Set<Mutant>> {
    const found = new Set<Mutant>()
    const site = await this.shared()
    for (const mutant of mutants.filter((one) => !one.atStart && !one.file.startsWith('http/'))) {
      writeFileSync(this.taken, String(mutant.number))
      const read = await this.readOtherwise(site, metBy(mutant))
      if (read === 'read') found.add(mutant)
      if (read === 'broke') this.brokeReading.add(mutant)
    }
    await this.close()
    return found
  }

  /** Which calls come by which checks. */
  async meetings(): Promise<(mutant: Mutant) => Name[]> {
    const names = new Map<number, Set<Name>>()
    writeFileSync(this.met, '')
    const site = await this.start({ DXX_MUTANTS_MET: this.met })
    const metNow = () => {
      const numbers = new Set(readFileSync(this.met, 'utf8').split('\n').filter(Boolean).map(Number))
      writeFileSync(this.met, '')
      return numbers
    }
    metNow()
    // Whoever notices something where every check stands would notice each mutant.
    const otherwise = await this.livedOtherwise(site)
    if (otherwise) throw new Error(`somebody new lives otherwise beside the owner: ${otherwise.why}`)
    this.lived = metNow()
    for (const name of calls) {
      if (reads.includes(name)) await readAll(site, this.targets, readers, [name])
      else if (reaching.includes(name)) await new Matrix(site, this.targets, near, 'wide').ask([name])
      for (const number of metNow()) names.set(number, (names.get(number) ?? new Set()).add(name))
    }
    await site.stop()
    return (mutant) => (mutant.atStart ? answeredBeside(mutant) : [...(names.get(mutant.number) ?? [])])
  }

  /** Whether somebody new hears something else than where the owner has done nothing, or changes what is the owner's. */
  private async livedOtherwise(site: Site): Promise<{ what: 'lived' | 'broke'; why: string } | null> {
    this.usual ??= this.usually()
    const usual = await this.usual
    const { heard, changed, failed } = await relive(site, this.world)
    this.spoilt ||= changed.length > 0 || failed !== null
    if (changed[0]) return { what: 'lived', why: changed[0] }
    // What comes after a call that the server broke over is otherwise for that reason.
    const broken = heard.find((said) => said.startsWith(broke))
    if (broken) return { what: 'broke', why: broken }
    const other = heard.findIndex((said, i) => said !== usual.heard[i])
    const why = failed ?? (other >= 0 ? `${heard[other]} instead of ${usual.heard[other]}` : null)
    return why === null ? null : { what: 'lived', why }
  }

  private async usually(): Promise<Relived> {
    const site = await this.start({}, this.world.before.db)
    const relived = await relive(site, this.world).finally(site.stop)
    if (relived.failed) throw new Error(relived.failed)
    return relived
  }

  private async readOtherwise(site: Site, names: Name[]): Promise<'read' | 'broke' | null> {
    const read = names.filter((name) => reads.includes(name))
    return readsOtherwise(this.was, site, this.targets, readers, read)
  }

  /** A server that many checks are taken away from one after the other, until somebody notices something. */
  private async shared(): Promise<Site> {
    writeFileSync(this.taken, '0')
    this.running ??= await this.start({ DXX_MUTANT: this.taken })
    return this.running
  }

  async close(): Promise<void> {
    await this.running?.stop()
    this.running = undefined
    this.spoilt = false
  }

  private async start(variables: Record<string, string>, of: Db = this.world.server.db): Promise<Running> {
    const copy = await copyDatabase(of)
    const { base, child } = await this.servers.start(copy.url, variables)
    const stop = async () => {
      child.kill('SIGKILL')
      await copy.drop()
    }
    return { base, db: copy.db, now: () => this.world.server.clock.now(), stop }
  }
}

/** Calls that its module answers: whether they come by cannot be told of what is decided as the server starts. */
function answeredBeside({ file }: Mutant): Name[] {
  const folder = join(serverRoot, 'src', dirname(file))
  const sources = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const text = sources.map((name) => readFileSync(join(folder, name), 'utf8')).join()
  return calls.filter((name) => text.includes(`'${name}'`))
}
