import { allCalls, type Name } from '@dxx/contract/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyDatabase } from '../testing/database'
import { shapeOf } from '../testing/inputs'
import { answered, refusable, unanswered } from './controls'
import { figure, long } from './figures'
import { knock } from './gates'
import { asksFor, Matrix, reaching, type Who, without } from './matrix'
import { type OpenSite, openSite, readers } from './open-site'
import { differences, readAll } from './readings'
import { relive } from './relive'

const names = Object.keys(allCalls) as Name[]

let opened: OpenSite
beforeAll(async () => {
  opened = await openSite()
}, 600_000)
afterAll(() => opened.close())

// On a copy: what it does there is not there when people read.
it('whoever may is answered: a refusal shows nothing where everybody is refused', async () => {
  const { world, targets, site, servers } = opened
  const copy = await copyDatabase(world.before.db)
  const { base } = await servers.start(copy.url)
  const { heard, failed } = await relive({ ...site, base, db: copy.db }, world)
  const own = await readAll({ ...site, base, db: copy.db }, targets, ['fellow'])
  await copy.drop()
  const given = answered(heard, own)
  const missing = refusable.filter((name) => !given.has(name))
  const unnamed = missing.filter((name) => !(name in unanswered))
  figure(
    'authorization: calls that answer whoever may',
    {
      refusable: refusable.length,
      answered: refusable.length - missing.length,
      named_with_why: missing.length - unnamed.length,
    },
    { target: 'every one answers or is named', ok: failed === null && unnamed.length === 0 },
  )
  expect(failed).toBeNull()
  expect(missing.sort()).toEqual(Object.keys(unanswered).sort())
}, 600_000)

// Before those that knock and ask: they log people in, and how often they are can be read.
it('what people read is the same whether or not somebody else has lived there', async () => {
  const { targets, site, servers, readBefore } = opened
  // With statistics PostgreSQL goes other ways: a list without an order of its own would read otherwise now and then.
  await sql`analyze`.execute(site.db)
  const { base } = await servers.start()
  const now = await readAll({ ...site, base }, targets, readers)
  const found = differences(readBefore, now)
  const verdict = { target: '0 that tell of them', ok: found.length === 0 }
  figure('authorization: read beside somebody else', { answers: now.size, that_tell_of_them: found.length }, verdict)
  for (const { what, was = '', is } of found.slice(0, 5)) {
    const at = [...is].findIndex((letter, i) => letter !== was[i])
    const around = (text: string) => text.slice(Math.max(0, at - 100), at + 200)
    figure('authorization: read otherwise', { what, was: around(was), is: around(is) }, verdict)
  }
  expect(found).toEqual([])
}, 600_000)

it('every call turns away whoever may not make it', async () => {
  const { passed, asked } = await knock(opened.site, opened.targets)
  figure(
    'authorization: calls closed to somebody',
    { asked, let_in: passed.length },
    { target: '0 let in', ok: passed.length === 0 },
  )
  expect(passed).toEqual([])
  expect(asked).toBeGreaterThan(500)
}, 600_000)

it('nobody gets at what is somebody else’s, nor at what they have not bought', async () => {
  const people: Who[] = long
    ? ['classmate', 'fresh', 'guest', 'fellow', 'elsewhere', 'unbound']
    : ['classmate', 'fresh', 'guest']
  const matrix = new Matrix(opened.site, opened.targets, people, long ? 'long' : 'short')
  await matrix.ask(reaching)
  figure(
    'authorization: own and others’ ids',
    { asked: matrix.asked, leaks: matrix.leaks.length },
    { target: '0 leaks', ok: matrix.leaks.length === 0 },
  )
  expect(matrix.leaks).toEqual([])
  // The contract's calls were all asked, or are named with why they reach nothing.
  expect(names.filter((name) => !matrix.heard.has(name)).sort()).toEqual(Object.keys(without).sort())
}, 1_800_000)

it('what is left out of the matrix takes neither an id nor a word that proves something', () => {
  const left = Object.keys(without) as Name[]
  expect(left.filter((name) => !names.includes(name) || asksFor(shapeOf(name)))).toEqual([])
})
