import type { Name } from '@dxx/contract/calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { long, recordMeasurement } from '../../../server/src/testing/measurements'
import { equivalentMutants, isAccepted, testsOfMutants } from './accepted-mutants'
import { type Mutant, nameFilter, seedMutants } from './mutants'
import { MutationRunner } from './mutation-runner'
import { type OpenFixture, openFixture } from './open-fixture'

let opened: OpenFixture
let mutants: Mutant[]
beforeAll(async () => {
  const seeded = await seedMutants()
  mutants = seeded.mutants
  opened = await openFixture([seeded.plugin])
}, 600_000)
afterAll(() => opened.close())

/** A check of each kind, and a call that succeeds without it. */
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

it('every mutant is killed or listed', async () => {
  const mutation = new MutationRunner(opened)
  const tried = long ? mutants.filter(({ name }) => nameFilter.test(name)) : chosen.map((one) => mutantOf(mutants, one))
  const metBy = long ? await mutation.meetings() : (mutant: Mutant) => callsOf(mutant)
  const killedBySnapshots = long ? await mutation.killedBySnapshots(tried, metBy) : new Set()
  const surviving: string[] = []
  const crashed: string[] = []
  for (const mutant of tried) {
    const killedBy = killedBySnapshots.has(mutant) ? 'snapshot' : await mutation.killedBy(mutant, metBy(mutant))
    if (killedBy && killedBy !== 'crash') continue
    surviving.push(mutant.name)
    if (isAccepted(mutant)) continue
    if (killedBy) crashed.push(mutant.name)
    const calls = metBy(mutant).join(' ') || 'none'
    recordMeasurement(
      'authorization: surviving mutant',
      { mutant: mutant.name, calls },
      { target: 'killed, or listed with the reason', ok: false },
    )
  }
  await mutation.close()
  const accepted = tried.filter(isAccepted).map(({ name }) => name)
  for (const mutant of accepted.filter((name) => !surviving.includes(name)))
    recordMeasurement('authorization: listed mutant was killed', { mutant }, { target: 'survives', ok: false })
  const equivalent = surviving.filter((name) => name in equivalentMutants).length
  const unlisted = tried.filter((mutant) => surviving.includes(mutant.name) && !isAccepted(mutant)).length
  recordMeasurement(
    'authorization: all mutants',
    {
      mutants: tried.length,
      killed_by_calls: tried.length - surviving.length,
      listed_as_equivalent: equivalent,
      run_by_module_tests: surviving.length - equivalent - unlisted,
      survived: unlisted,
      only_crashed_the_server: crashed.length,
    },
    { target: '0 survived', ok: unlisted === 0 },
  )
  // A mutant that only causes a server error is not killed: list it, or mutate it differently.
  expect(crashed).toEqual([])
  // Surviving and listed mutants must be the same.
  expect(surviving).toEqual(accepted)
}, 3_000_000)

const callsOf = ({ file, text }: Mutant) =>
  chosen.filter((one) => one.file === file && one.text === text).map(({ call }) => call)

const mutantOf = (all: Mutant[], { file, text }: { file: string; text: string }) => {
  const found = all.find((one) => one.file === file && one.text === text)
  if (!found) throw new Error(`${file} no longer says: ${text}`)
  return found
}

it('every listed mutant exists', () => {
  const names = mutants.map(({ name }) => name)
  expect(Object.keys({ ...equivalentMutants, ...testsOfMutants }).filter((name) => !names.includes(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
})
