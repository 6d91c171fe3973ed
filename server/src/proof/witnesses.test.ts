import { expect, it } from 'vitest'
import { figure, long } from './figures'
import { witnessed } from './harmless'
import { seedMutants, some } from './mutants'
import { type Seen, Witnesses } from './witnesses'

it.runIf(long)(
  'what no call comes by is noticed by the test that is named',
  async () => {
    const { mutants, changed } = await seedMutants()
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
