import type { Name } from '@dxx/contract/calls'
import { long, recordMeasurement } from '../../../server/src/testing/measurements'
import { equivalentMutants, isAccepted } from './accepted-mutants'
import { type Mutant, nameFilter } from './mutants'
import { MutationRunner } from './mutation-runner'
import type { OpenFixture } from './open-fixture'

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

/** Runs all mutants, or in `npm test` the chosen ones. Returns the names of those that survived, are listed and crashed. */
export async function runMutants(
  fixture: OpenFixture,
  mutants: Mutant[],
): Promise<{ surviving: string[]; accepted: string[]; crashed: string[] }> {
  const mutation = new MutationRunner(fixture)
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
  return { surviving, accepted, crashed }
}

const callsOf = ({ file, text }: Mutant) =>
  chosen.filter((one) => one.file === file && one.text === text).map(({ call }) => call)

const mutantOf = (all: Mutant[], { file, text }: { file: string; text: string }) => {
  const found = all.find((one) => one.file === file && one.text === text)
  if (!found) throw new Error(`${file} no longer says: ${text}`)
  return found
}
