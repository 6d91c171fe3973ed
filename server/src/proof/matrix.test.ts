import { allCalls, type Name } from '@dxx/contract/calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyDatabase } from '../testing/database'
import { ownProcesses } from '../testing/own-process'
import { answered, refusable, unanswered } from './controls'
import { figure, long } from './figures'
import { knock } from './gates'
import { harmless, isNamed, witnessed } from './harmless'
import { Matrix, reaching, type Site, type Targets, targetsOf, type Who } from './matrix'
import { type Mutant, seedMutants } from './mutants'
import { Mutation } from './mutation'
import { differences, type Readings, readAll } from './readings'
import { relive } from './relive'
import { type Seen, Witnesses } from './witnesses'
import { buildWorld, type World } from './world'

let world: World
let targets: Targets
let site: Site
let mutants: Mutant[]
let changed: Map<string, string>
let servers: Awaited<ReturnType<typeof ownProcesses>>
let readBefore: Readings
const readers: Who[] = long ? ['classmate', 'fellow', 'elsewhere'] : ['classmate']
beforeAll(async () => {
  world = await buildWorld()
  targets = await targetsOf(world)
  const { base, db, clock } = world.server
  site = { base, db, now: () => clock.now() }
  const seeded = await seedMutants()
  mutants = seeded.mutants
  changed = seeded.changed
  servers = await ownProcesses(world.server, [seeded.plugin])
  const before = { ...site, base: (await servers.start(world.before.url)).base, db: world.before.db }
  readBefore = await readAll(before, targets, readers)
}, 600_000)
afterAll(async () => {
  await servers.remove()
  await world.close()
})

/** A check of each kind, and a call that lets somebody through without it. */
const chosen: { text: string; file: string; call: Name }[] = [
  { file: 'modules/commerce/queries.ts', text: ".where('o.user_id', '=', userId)", call: 'GET /v130/order_info' },
  { file: 'modules/bank/practices.ts', text: `p.user_id = \${userId}`, call: 'GET /v1/bank_practice' },
  { file: 'modules/exams/save.ts', text: 'user_id = $2', call: 'POST /v1/exam_save' },
  {
    file: 'modules/questions/handlers.ts',
    text: 'paper.userId !== user.id',
    call: 'POST /v1/textbooks_question_submit',
  },
  { file: 'modules/access/queries.ts', text: ".where('user_id', '=', userId)", call: 'GET /v1/textbooks_get_question' },
]

/** Of which to try only some, by name: while one is looked into. */
const some = new RegExp(process.env.DXX_MUTANTS ?? '')

// The first: it works on copies of the world, which what is asked below would change.
it('a check that is taken away is noticed', async () => {
  const mutation = new Mutation(world, targets, servers, readBefore, readers)
  const tried = long ? mutants.filter(({ name }) => some.test(name)) : chosen.map((one) => mutantOf(mutants, one))
  const metBy = long ? await mutation.meetings() : (mutant: Mutant) => callsOf(mutant)
  const read = long ? await mutation.noticedByReading(tried, metBy) : new Set()
  const unnoticed: string[] = []
  const broken: string[] = []
  for (const mutant of tried) {
    const noticed = read.has(mutant) ? 'read' : await mutation.noticed(mutant, metBy(mutant))
    if (noticed && noticed !== 'broke') continue
    unnoticed.push(mutant.name)
    if (isNamed(mutant)) continue
    if (noticed) broken.push(mutant.name)
    figure('authorization: unnoticed', { at: mutant.name, calls: metBy(mutant).join(' ') || 'none' })
  }
  await mutation.close()
  const asNamed = tried.filter(isNamed).map(({ name }) => name)
  for (const at of asNamed.filter((name) => !unnoticed.includes(name)))
    figure('authorization: named but noticed', { at })
  const named = unnoticed.filter((name) => name in harmless).length
  const noticed = tried.length - unnoticed.length
  figure('authorization: checks taken away', {
    tried: tried.length,
    noticed,
    named_as_harmless: named,
    broken: broken.length,
  })
  // Where the server only fails without a check, nobody has noticed that it is missing: named, or taken away otherwise.
  expect(broken).toEqual([])
  // Neither may one go unnoticed that is not named, nor may one be named that is noticed.
  expect(unnoticed).toEqual(asNamed)
}, 3_000_000)

it.runIf(long)(
  'what no call comes by is noticed by the test that is named',
  async () => {
    const named = mutants.filter(({ name }) => name in witnessed && some.test(name))
    const witnesses = new Witnesses(changed)
    try {
      const all = [...new Set(named.map(({ name }) => witnessed[name]!))]
      expect(await witnesses.see(all), witnesses.said).toBe('nothing')
      const unnoticed: { name: string; seen: Seen }[] = []
      for (const mutant of named) {
        const seen = await witnesses.see([witnessed[mutant.name]!], mutant)
        if (seen !== 'noticed') unnoticed.push({ name: mutant.name, seen })
      }
      figure('authorization: checks taken away from tests', { tried: named.length, unnoticed: unnoticed.length })
      expect(unnoticed).toEqual([])
    } finally {
      witnesses.remove()
    }
  },
  3_000_000,
)

it('whoever may is answered: a refusal shows nothing where everybody is refused', async () => {
  const copy = await copyDatabase(world.before.db)
  const { base } = await servers.start(copy.url)
  const { heard, failed } = await relive({ ...site, base, db: copy.db }, world)
  const own = await readAll({ ...site, base, db: copy.db }, targets, ['fellow'])
  await copy.drop()
  const given = answered(heard, own)
  const missing = refusable.filter((name) => !given.has(name))
  figure('authorization: calls that answer whoever may', {
    refusable: refusable.length,
    answered: refusable.length - missing.length,
    named_with_why: Object.keys(unanswered).length,
  })
  expect(failed).toBeNull()
  expect(missing.sort()).toEqual(Object.keys(unanswered).sort())
}, 600_000)

// Before the others: they log people in, and how often they are can be read.
it('what people read is the same whether or not somebody else has lived there', async () => {
  const { base } = await servers.start()
  const is = await readAll({ ...site, base }, targets, readers)
  const found = differences(readBefore, is)
  figure('authorization: read beside somebody else', { answers: is.size, that_tell_of_them: found.length })
  expect(found).toEqual([])
}, 600_000)

it('every call turns away whoever may not make it', async () => {
  const { passed, asked } = await knock(site, targets)
  figure('authorization: calls closed to somebody', { asked, let_in: passed.length })
  expect(passed).toEqual([])
  expect(asked).toBeGreaterThan(500)
}, 600_000)

it('nobody gets at what is somebody else’s, nor at what they have not bought', async () => {
  const people: Who[] = long
    ? ['classmate', 'fresh', 'guest', 'fellow', 'elsewhere', 'unbound']
    : ['classmate', 'fresh', 'guest']
  const matrix = new Matrix(site, targets, people, long ? 'long' : 'short')
  await matrix.ask(reaching)
  figure('authorization: own and others’ ids', { asked: matrix.asked, leaks: matrix.leaks.length })
  expect(matrix.leaks).toEqual([])
}, 1_800_000)

const callsOf = ({ file, text }: Mutant) =>
  chosen.filter((one) => one.file === file && one.text === text).map(({ call }) => call)

it('what is named exists', () => {
  const names = mutants.map(({ name }) => name)
  expect(Object.keys({ ...harmless, ...witnessed }).filter((name) => !names.includes(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
})

const mutantOf = (all: Mutant[], { file, text }: { file: string; text: string }) => {
  const found = all.find((one) => one.file === file && one.text === text)
  if (!found) throw new Error(`${file} no longer says: ${text}`)
  return found
}

it('the contract’s calls are all in the matrix, or known to reach nothing', () => {
  expect(reaching.length).toBeGreaterThan(Object.keys(allCalls).length * 0.7)
})
