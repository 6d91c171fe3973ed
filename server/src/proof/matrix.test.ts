import { allCalls, type Name } from '@dxx/contract/calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyDatabase } from '../testing/database'
import { ownProcesses } from '../testing/own-process'
import { figure, long } from './figures'
import { knock } from './gates'
import { Matrix, reaching, type Site, type Targets, targetsOf, type Who } from './matrix'
import { type Mutant, seedMutants } from './mutants'
import { buildWorld, type World } from './world'

let world: World
let targets: Targets
let site: Site
beforeAll(async () => {
  world = await buildWorld()
  targets = await targetsOf(world)
  const { base, db, clock } = world.server
  site = { base, db, now: () => clock.now() }
}, 240_000)
afterAll(() => world.close())

it('every call turns away whoever may not make it', async () => {
  const { passed, asked } = await knock(site, targets)
  figure('authorization: calls closed to somebody', { asked, let_in: passed.length })
  expect(passed).toEqual([])
  expect(asked).toBeGreaterThan(500)
}, 600_000)

it('nobody gets at what is somebody else’s, nor at what they have not bought', async () => {
  const people: Who[] = ['classmate', 'fresh', 'guest', ...(long ? (['elsewhere', 'unbound'] as const) : [])]
  const matrix = new Matrix(site, targets, people, long)
  await matrix.ask(reaching)
  figure('authorization: own and others’ ids', { asked: matrix.asked, leaks: matrix.leaks.length })
  expect(matrix.leaks).toEqual([])
}, 1_800_000)

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

/** Whose removal shows nothing to anybody else, and why. */
const harmless: { at: string; why: string }[] = []

it('a check that is taken away is noticed', async () => {
  const { mutants, plugin } = await seedMutants()
  const servers = await ownProcesses(world.server, [plugin])
  const survivors: Mutant[] = []
  const tried = long ? mutants : chosen.map((one) => mutantOf(mutants, one))
  for (const mutant of tried) {
    if (await isNoticed(mutant, servers)) continue
    survivors.push(mutant)
    figure('authorization: unnoticed', { at: `${mutant.file}:${mutant.line} ${mutant.text}` })
  }
  await servers.remove()
  figure('authorization: checks taken away', { tried: tried.length, unnoticed: survivors.length })
  const named = survivors.map(({ file, line, text }) => `${file}:${line} ${text}`)
  expect(named.filter((name) => !harmless.some(({ at }) => name.startsWith(at)))).toEqual([])
}, 3_000_000)

const mutantOf = (mutants: Mutant[], { file, text }: { file: string; text: string }) => {
  const found = mutants.find((one) => one.file === file && one.text === text)
  if (!found) throw new Error(`${file} no longer says: ${text}`)
  return found
}

/** Runs the server without that check on a copy of the world, and asks until somebody gets through. */
async function isNoticed(mutant: Mutant, servers: Awaited<ReturnType<typeof ownProcesses>>): Promise<boolean> {
  const copy = await copyDatabase(world.server.db)
  const { base, child } = await servers.start(copy.url, { DXX_MUTANT: String(mutant.number) })
  try {
    const there = { ...site, base, db: copy.db }
    if (mutant.file.startsWith('http/')) return (await knock(there, targets)).passed.length > 0
    const matrix = new Matrix(there, targets, ['classmate', 'fresh', 'guest'])
    await matrix.ask(await likely(mutant), { untilFirst: true })
    return matrix.leaks.length > 0
  } finally {
    child.kill('SIGKILL')
    await copy.drop()
  }
}

/** The calls of the same module first: they are the likeliest to notice. */
async function likely({ file, text }: Mutant): Promise<Name[]> {
  if (!long) return chosen.filter((one) => one.file === file && one.text === text).map(({ call }) => call)
  const [, module] = file.split('/')
  const { handlers } = (await import(`../modules/${module}/handlers.ts`).catch(() => ({ handlers: {} }))) as {
    handlers: object
  }
  const own = Object.keys(handlers) as Name[]
  return [...own.filter((name) => reaching.includes(name)), ...reaching.filter((name) => !own.includes(name))]
}

it('the contract’s calls are all in the matrix, or known to reach nothing', () => {
  expect(reaching.length).toBeGreaterThan(Object.keys(allCalls).length * 0.7)
})
