import { expect } from 'vitest'
import { long, recordMeasurement } from '../../../server/src/testing/measurements'
import { equivalentMutants, isAccepted } from './accepted-mutants'
import { type Mutant, nameFilter, sampledMutants } from './mutants'
import { MutationRunner } from './mutation-runner'
import type { OpenFixture } from './open-fixture'

/**
 * Runs all mutants, or in `npm test` the sampled ones. Returns the names of surviving, accepted and crashed mutants.
 */
export async function runMutants(
  fixture: OpenFixture,
  mutants: Mutant[],
): Promise<{ surviving: string[]; accepted: string[]; crashed: string[] }> {
  const mutation = new MutationRunner(fixture)
  const tried = long
    ? mutants.filter(({ name }) => nameFilter.test(name))
    : mutants.filter(({ name }) => name in sampledMutants)
  if (!long) expect(tried.map(({ name }) => name).sort()).toEqual(Object.keys(sampledMutants).sort())
  const metBy = long ? await mutation.meetings() : ({ name }: Mutant) => [sampledMutants[name]!]
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
