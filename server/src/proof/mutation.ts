import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allCalls, type Name } from '@dxx/contract/calls'
import { copyDatabase } from '../testing/database'
import type { ownProcesses } from '../testing/own-process'
import { knock } from './gates'
import { Matrix, reaching, type Site, type Targets, type Who } from './matrix'
import type { Mutant } from './mutants'
import { differences, type Readings, readAll, reads } from './readings'
import type { World } from './world'

type Servers = Awaited<ReturnType<typeof ownProcesses>>

const calls = Object.keys(allCalls) as Name[]
const near: Who[] = ['classmate', 'fellow']
const everybody: Who[] = [...near, 'fresh', 'guest']

/** Takes checks away from servers that run on copies of the world, and asks whether somebody notices. */
export class Mutation {
  private readonly taken: string
  private readonly met: string

  constructor(
    private readonly world: World,
    private readonly targets: Targets,
    private readonly servers: Servers,
    /** What is read where the owner has done nothing. */
    private readonly was: Readings,
  ) {
    this.taken = join(world.folder, 'taken')
    this.met = join(world.folder, 'met')
  }

  /** A server of its own for one check: these calls are asked until somebody gets through. */
  async isNoticed(mutant: Mutant, names: Name[]): Promise<boolean> {
    writeFileSync(this.taken, String(mutant.number))
    return this.onCopy({ DXX_MUTANT: this.taken }, async (site) => {
      if (mutant.file.startsWith('http/')) return (await knock(site, this.targets)).passed.length > 0
      if (atStart(mutant) && (await this.readOtherwise(site, names))) return true
      const matrix = new Matrix(site, this.targets, everybody, 'wide')
      await matrix.ask(
        names.filter((name) => reaching.includes(name)),
        { untilFirst: true },
      )
      return matrix.leaks.length > 0
    })
  }

  /** Those of these that are noticed by reading alone. Reading changes nothing: one server does for all of them. */
  async noticedByReading(mutants: Mutant[], metBy: (mutant: Mutant) => Name[]): Promise<Set<Mutant>> {
    const found = new Set<Mutant>()
    writeFileSync(this.taken, '0')
    await this.onCopy({ DXX_MUTANT: this.taken }, async (site) => {
      for (const mutant of mutants.filter((one) => !atStart(one) && !one.file.startsWith('http/'))) {
        writeFileSync(this.taken, String(mutant.number))
        if (await this.readOtherwise(site, metBy(mutant))) found.add(mutant)
      }
    })
    return found
  }

  /** Which calls come by which checks. */
  async meetings(): Promise<(mutant: Mutant) => Name[]> {
    const names = new Map<number, Set<Name>>()
    writeFileSync(this.met, '')
    await this.onCopy({ DXX_MUTANTS_MET: this.met }, async (site) => {
      for (const name of calls) {
        if (reads.includes(name)) await readAll(site, this.targets, near, [name])
        else if (reaching.includes(name)) await new Matrix(site, this.targets, near, 'wide').ask([name])
        const numbers = new Set(readFileSync(this.met, 'utf8').split('\n').filter(Boolean).map(Number))
        writeFileSync(this.met, '')
        for (const number of numbers) names.set(number, (names.get(number) ?? new Set()).add(name))
      }
    })
    return (mutant) =>
      atStart(mutant) ? calls.filter((name) => reaching.includes(name)) : [...(names.get(mutant.number) ?? [])]
  }

  private async readOtherwise(site: Site, names: Name[]): Promise<boolean> {
    const read = names.filter((name) => reads.includes(name))
    return differences(this.was, await readAll(site, this.targets, near, read)).length > 0
  }

  private async onCopy<T>(variables: Record<string, string>, run: (site: Site) => Promise<T>): Promise<T> {
    const { db, clock } = this.world.server
    const copy = await copyDatabase(db)
    const { base, child } = await this.servers.start(copy.url, variables)
    try {
      return await run({ base, db: copy.db, now: () => clock.now() })
    } finally {
      child.kill('SIGKILL')
      await copy.drop()
    }
  }
}

/** Stands in a statement that is written as the server starts. */
const atStart = ({ text }: Mutant) => text.includes('$') && !text.includes('${')
