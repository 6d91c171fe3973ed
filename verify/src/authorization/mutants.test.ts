import { expect, it } from 'vitest'
import { long } from '../../../server/src/testing/measurements'
import { equivalentMutants, testsOfMutants } from './accepted-mutants'
import { seedMutants } from './mutants'
import { openFixture } from './open-fixture'
import { runMutants } from './run-mutants'

// Runs only in the long form; matrix.test.ts runs a sample of the mutants on its fixture.
it.runIf(long)(
  'the matrix kills exactly the mutants that are not listed as accepted',
  async () => {
    const { mutants, plugin } = await seedMutants()
    const opened = await openFixture([plugin])
    try {
      const { surviving, accepted, crashed } = await runMutants(opened, mutants)
      // A mutant that only causes a server error is not killed: it must be listed or mutated differently.
      expect(crashed).toEqual([])
      // The mutants that survive and those that are listed must be the same.
      expect(surviving).toEqual(accepted)
    } finally {
      await opened.close()
    }
  },
  3_600_000,
)

it('every listed mutant exists, and no two mutants have the same name', async () => {
  const { mutants } = await seedMutants()
  const names = mutants.map(({ name }) => name)
  expect(Object.keys({ ...equivalentMutants, ...testsOfMutants }).filter((name) => !names.includes(name))).toEqual([])
  // Equal checks in one declaration need a marker, see mutantNamer.
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
})
