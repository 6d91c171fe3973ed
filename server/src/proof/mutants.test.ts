import type { Name } from '@dxx/contract/calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { figure, long } from './figures'
import { harmless, isNamed, witnessed } from './harmless'
import { type Mutant, seedMutants, some } from './mutants'
import { Mutation } from './mutation'
import { type OpenSite, openSite } from './open-site'

let opened: OpenSite
let mutants: Mutant[]
beforeAll(async () => {
  const seeded = await seedMutants()
  mutants = seeded.mutants
  opened = await openSite([seeded.plugin])
}, 600_000)
afterAll(() => opened.close())

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

it('a check that is taken away is noticed', async () => {
  const mutation = new Mutation(opened)
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
    const calls = metBy(mutant).join(' ') || 'none'
    figure('authorization: unnoticed', { at: mutant.name, calls }, { target: 'noticed, or named with why', ok: false })
  }
  await mutation.close()
  const asNamed = tried.filter(isNamed).map(({ name }) => name)
  for (const at of asNamed.filter((name) => !unnoticed.includes(name)))
    figure('authorization: named but noticed', { at }, { target: 'unnoticed as named', ok: false })
  const named = unnoticed.filter((name) => name in harmless).length
  const noticed = tried.length - unnoticed.length
  const unnamed = tried.filter((mutant) => unnoticed.includes(mutant.name) && !isNamed(mutant)).length
  figure(
    'authorization: checks taken away',
    {
      tried: tried.length,
      noticed,
      named_as_harmless: named,
      noticed_by_tests: unnoticed.length - named - unnamed,
      unnoticed: unnamed,
      of_these_only_broken: broken.length,
    },
    { target: '0 unnoticed', ok: unnamed === 0 },
  )
  // Where the server only fails without a check, nobody has noticed that it is missing: named, or taken away otherwise.
  expect(broken).toEqual([])
  // Neither may one go unnoticed that is not named, nor may one be named that is noticed.
  expect(unnoticed).toEqual(asNamed)
}, 3_000_000)

const callsOf = ({ file, text }: Mutant) =>
  chosen.filter((one) => one.file === file && one.text === text).map(({ call }) => call)

const mutantOf = (all: Mutant[], { file, text }: { file: string; text: string }) => {
  const found = all.find((one) => one.file === file && one.text === text)
  if (!found) throw new Error(`${file} no longer says: ${text}`)
  return found
}

it('what is named exists', () => {
  const names = mutants.map(({ name }) => name)
  expect(Object.keys({ ...harmless, ...witnessed }).filter((name) => !names.includes(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
})
