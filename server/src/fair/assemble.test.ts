import { describe, expect, it } from 'vitest'
import { type AssemblyRules, type Form, FormAssembler } from './assemble'
import { type Blueprint, brokenRules, type Candidate, missingQuestions } from './blueprint'
import { averageTarget, comparedAbilities } from './curves'
import { abilityError, expectedScore } from './model'
import { SeededRandom } from './random'
import { simulateItems } from './simulate'

/** 240 questions in three chapters of 1, 2 and 3 points, every twelfth in one of five enemy groups. */
const bank = simulateItems(240, new SeededRandom(31)).map(
  (item, i): Candidate => ({
    ...item,
    points: 1 + (i % 3),
    cell: `chapter ${i % 3}`,
    tags: [`point ${i % 8}`],
    enemies: i % 12 === 0 ? [`group ${(i / 12) % 5}`] : [],
  }),
)
const blueprint: Blueprint = {
  cells: new Map([
    ['chapter 0', 8],
    ['chapter 1', 8],
    ['chapter 2', 6],
  ]),
  tagBounds: new Map([
    ['point 0', { min: 2, max: 4 }],
    ['point 5', { min: 0, max: 1 }],
  ]),
}
const maximum = 8 + 16 + 18
const rules: AssemblyRules = { maxOverlap: 9, maxUses: 8, scoreTolerance: 0.005, errorTolerance: 0.025 }

function draw(count: number, seed: number, usedRules: AssemblyRules = rules): Form[] {
  const assembler = new FormAssembler(bank, blueprint, averageTarget(bank, blueprint), usedRules, seed)
  return Array.from({ length: count }, () => assembler.next()!)
}

const questionsOf = ({ items }: Form) => items.map((item) => bank[item]!)

describe('FormAssembler', () => {
  const forms = draw(30, 1)

  it('draws forms whose expected scores differ by at most 1 % of the maximum at every ability', () => {
    for (let ability = -3; ability <= 3; ability += 0.25) {
      const scores = forms.map((form) => expectedScore(questionsOf(form), ability) / maximum)
      expect(Math.max(...scores) - Math.min(...scores)).toBeLessThanOrEqual(0.01)
    }
  })

  it('draws forms whose standard errors differ by at most 5 % at every ability', () => {
    for (let ability = -3; ability <= 3; ability += 0.25) {
      const errors = forms.map((form) => abilityError(questionsOf(form), ability))
      expect(Math.max(...errors) / Math.min(...errors) - 1).toBeLessThanOrEqual(0.055)
    }
  })

  it.each([2, 3, 4])('the forms respect cells, tags, enemies, overlap and exposure, seed %i', (seed) => {
    const drawn = draw(12, seed, { ...rules, maxOverlap: 6, maxUses: 3 })
    const uses = new Map<number, number>()
    for (const [at, form] of drawn.entries()) {
      expect(brokenRules(questionsOf(form), blueprint)).toBe(0)
      expect(new Set(form.items).size).toBe(22)
      for (const item of form.items) uses.set(item, (uses.get(item) ?? 0) + 1)
      for (const earlier of drawn.slice(0, at))
        expect(form.items.filter((item) => earlier.items.includes(item)).length).toBeLessThanOrEqual(6)
    }
    expect(Math.max(...uses.values())).toBeLessThanOrEqual(3)
  })

  it('reports the differences between the curves of the form and the target', () => {
    const target = averageTarget(bank, blueprint)
    for (const form of forms.slice(0, 5)) {
      const differences = Array.from(comparedAbilities, (ability, at) =>
        Math.abs(expectedScore(questionsOf(form), ability) - target.expected[at]!),
      )
      expect(form.scoreDifference).toBeCloseTo(Math.max(...differences) / maximum, 10)
    }
  })

  it('draws the same forms from the same seed and different forms from another seed', () => {
    expect(draw(2, 5)).toEqual(draw(2, 5))
    expect(draw(1, 5)[0]!.items).not.toEqual(draw(1, 6)[0]!.items)
  })

  it('returns null when the exposure bound leaves too few questions', () => {
    const assembler = new FormAssembler(bank, blueprint, averageTarget(bank, blueprint), { ...rules, maxUses: 1 }, 1)
    const drawn = Array.from({ length: 20 }, () => assembler.next())
    expect(drawn[0]).not.toBeNull()
    expect(drawn.at(-1)).toBeNull()
  })

  it('respects the overlap bound with forms of an earlier exam', () => {
    const assembler = new FormAssembler(bank, blueprint, averageTarget(bank, blueprint), { ...rules, maxOverlap: 2 }, 9)
    const earlier = forms[0]!.items
    assembler.add(earlier)
    expect(assembler.next()!.items.filter((item) => earlier.includes(item)).length).toBeLessThanOrEqual(2)
  })

  it('finds the best of all forms of a small bank, or a form within the tolerance', () => {
    // 10 questions, 4 on a form: all 210 forms can be compared.
    const small = simulateItems(10, new SeededRandom(8)).map((item) => ({
      ...item,
      ...{ points: 1, cell: 'all', tags: [], enemies: [] },
    }))
    const one: Blueprint = { cells: new Map([['all', 4]]), tagBounds: new Map() }
    const wide = { maxOverlap: 4, maxUses: 99, scoreTolerance: 0.04, errorTolerance: 0.2 }
    const form = new FormAssembler(small, one, averageTarget(small, one), wide, 3).next()!
    const isAnyWithin = subsets(10, 4).some((items) => {
      const target = averageTarget(small, one)
      return comparedAbilities.every((ability, at) => {
        const chosen = items.map((item) => small[item]!)
        const score = Math.abs(expectedScore(chosen, ability) - target.expected[at]!) / 4
        const error = Math.abs(abilityError(chosen, ability) * Math.sqrt(target.information[at]!) - 1)
        return score <= wide.scoreTolerance && error <= wide.errorTolerance
      })
    })
    expect(form.isWithinTolerance).toBe(isAnyWithin)
  })
})

function subsets(count: number, size: number): number[][] {
  if (size === 0) return [[]]
  return Array.from({ length: count }, (_, last) => last).flatMap((last) =>
    subsets(last, size - 1).map((rest) => [...rest, last]),
  )
}

describe('missingQuestions', () => {
  it('names the cell with too few questions', () => {
    const short = { ...blueprint, cells: new Map([['chapter 1', 90]]) }
    expect(missingQuestions(bank, short)).toEqual([{ cell: 'chapter 1', missing: 10 }])
    expect(() => new FormAssembler(bank, short, averageTarget(bank, short), rules, 1)).toThrow('too few questions')
  })
})
