import { estimateAbility } from '../../../server/src/fair/ability'
import { type AssemblyRules, FormAssembler } from '../../../server/src/fair/assemble'
import type { Blueprint, Candidate } from '../../../server/src/fair/blueprint'
import { calibrate } from '../../../server/src/fair/calibrate'
import { averageTarget } from '../../../server/src/fair/curves'
import { abilityError, expectedScore, type ItemParameters, probability } from '../../../server/src/fair/model'
import { chooseNext } from '../../../server/src/fair/practice-choice'
import { SeededRandom } from '../../../server/src/fair/random'
import { findSimilarPairs } from '../../../server/src/fair/similarity'
import {
  correlation,
  rootMeanSquare,
  simulateAbilities,
  simulateItems,
  simulateResponses,
} from '../../../server/src/fair/simulate'
import { loadSolver, solveForm } from './fair-solver'

/** CPU seconds of a call: other work on the machine does not change them much. */
function timed<T>(work: () => T): { result: T; seconds: number } {
  const before = process.cpuUsage()
  const result = work()
  const { user, system } = process.cpuUsage(before)
  return { result, seconds: (user + system) / 1e6 }
}

const percent = (share: number) => `${(100 * share).toFixed(2)} %`
const average = (list: number[]) => list.reduce((sum, value) => sum + value, 0) / list.length
const slopePrior = { mean: 0, deviation: 0.5 }

/** Calibration, papers, adaptive practice and similar answers on simulated students, each against a plain reference. */
export async function fairBench(): Promise<string[]> {
  return [...calibrationLines(), ...(await paperLines()), ...practiceLines(), ...similarityLines()]
}

function calibrationLines(): string[] {
  const runs = Array.from({ length: 10 }, (_, seed) => {
    const random = new SeededRandom(seed + 1)
    const items = simulateItems(60, random)
    const responses = simulateResponses(simulateAbilities(1000, random), items, random)
    const { result } = timed(() => calibrate(responses, { slopes: 'each', slopePrior }))
    const right = new Float64Array(60)
    for (const [at, item] of responses.item.entries()) right[item]! += responses.share[at]! / 1000
    const plain = Array.from(right, (p) => -Math.log(p / (1 - p)))
    const slopes = (list: ItemParameters[]) => list.map(({ discrimination }) => discrimination)
    return {
      rmse: rootMeanSquare(result.items.map(({ difficulty }, i) => difficulty - items[i]!.difficulty)),
      plain: rootMeanSquare(plain.map((difficulty, i) => difficulty - items[i]!.difficulty)),
      correlation: correlation(slopes(result.items), slopes(items)),
    }
  })
  const random = new SeededRandom(99)
  const items = simulateItems(600, random)
  const large = simulateResponses(simulateAbilities(1667, random), items, random, 60)
  const { result, seconds } = timed(() => calibrate(large, { slopes: 'each', slopePrior }))
  const worst = Math.max(...runs.map(({ rmse }) => rmse))
  const lowest = Math.min(...runs.map((run) => run.correlation))
  return [
    `difficulty     RMSE ${average(runs.map(({ rmse }) => rmse)).toFixed(3)}, worst of 10 seeds ${worst.toFixed(3)} (target 0.15); −logit p: ${average(runs.map(({ plain }) => plain)).toFixed(3)}`,
    `discrimination correlation ${average(runs.map((run) => run.correlation)).toFixed(3)}, lowest of 10 seeds ${lowest.toFixed(3)} (target 0.9)`,
    `speed          ${large.item.length} answers to 600 questions: ${seconds.toFixed(2)} s CPU, ${result.cycles} cycles (target 10 s)`,
  ]
}

const papers = 1000
const paperSize = 30
const rules: AssemblyRules = { maxOverlap: 9, maxUses: 80, scoreTolerance: 0.0045, errorTolerance: 0.0225 }
const solverForms = 3

/** Creates a bank of 600 questions in six chapters, with two bounded tags and 15 groups of enemies. */
function simulateBank(random: SeededRandom): { bank: Candidate[]; blueprint: Blueprint } {
  const bank = simulateItems(600, random).map((item, i) => ({
    ...item,
    points: 1,
    cell: `chapter ${i % 6}`,
    tags: [`tag ${i % 20}`],
    enemies: i % 20 === 0 ? [`group ${Math.floor(i / 40)}`] : [],
  }))
  const cells = new Map(Array.from({ length: 6 }, (_, chapter) => [`chapter ${chapter}`, paperSize / 6]))
  const tagBounds = new Map([
    ['tag 1', { min: 1, max: 3 }],
    ['tag 7', { min: 0, max: 2 }],
  ])
  return { bank, blueprint: { cells, tagBounds } }
}

/** Largest range over all abilities from −3 to 3: of the expected score as a share, and of the standard error. */
function spreadOf(forms: Candidate[][]): { score: number; error: number } {
  const largest = { score: 0, error: 0 }
  for (let ability = -3; ability <= 3; ability += 0.25) {
    const scores = forms.map((form) => expectedScore(form, ability) / paperSize)
    const errors = forms.map((form) => abilityError(form, ability))
    largest.score = Math.max(largest.score, Math.max(...scores) - Math.min(...scores))
    largest.error = Math.max(largest.error, Math.max(...errors) / Math.min(...errors) - 1)
  }
  return largest
}

async function paperLines(): Promise<string[]> {
  const random = new SeededRandom(1)
  const { bank, blueprint } = simulateBank(random)
  const target = averageTarget(bank, blueprint)
  const assembler = new FormAssembler(bank, blueprint, target, rules, 5)
  const { result: forms, seconds } = timed(() =>
    Array.from({ length: papers }, () => {
      const form = assembler.next()
      if (!form) throw new Error('no form keeps the rules')
      return form
    }),
  )
  const plain = Array.from({ length: papers }, () => random.shuffle([...bank]).slice(0, paperSize))
  const [drawn, assembled] = [spreadOf(plain), spreadOf(forms.map(({ items }) => items.map((item) => bank[item]!)))]
  const exposure = assembler.exposure()
  const solver = await loadSolver()
  const limits = { score: rules.scoreTolerance, error: rules.errorTolerance, seconds: 20 }
  const solved = Array.from({ length: solverForms }, (_, n) => {
    // A random half of the bank, so that the solver's forms differ.
    const half = random.shuffle([...bank]).slice(0, 300)
    const halfTarget = averageTarget(half, blueprint)
    const exact = timed(() => solveForm(solver, half, blueprint, halfTarget, limits))
    const found = timed(() => new FormAssembler(half, blueprint, halfTarget, rules, n).next()!)
    const form = exact.result?.map((item) => half[item]!)
    const score = form ? differenceOf(form, halfTarget.expected) : Number.NaN
    return { exact: exact.seconds, own: found.seconds, score, ownScore: found.result.scoreDifference }
  })
  return [
    `papers         ${papers} of ${paperSize} from ${bank.length}: ${seconds.toFixed(1)} s CPU, ${forms.filter((form) => form.isWithinTolerance).length} within the tolerance`,
    `expected score range ${percent(assembled.score)} of the maximum (target 1 %); random draws ${percent(drawn.score)}`,
    `standard error range ${percent(assembled.error)} (target 5 %); random draws ${percent(drawn.error)}`,
    `overlap        at most ${largestOverlap(forms.map(({ items }) => items))} of ${paperSize} (bound ${rules.maxOverlap}); exposure ${percent(Math.min(...exposure) / papers)} to ${percent(Math.max(...exposure) / papers)} (bound ${percent(rules.maxUses / papers)})`,
    ...solved.map(
      ({ exact, own, score, ownScore }) =>
        `one form       score within ${percent(ownScore)} in ${own.toFixed(2)} s; HiGHS ${Number.isNaN(score) ? 'no form' : percent(score)} in ${exact.toFixed(1)} s (tolerance ${percent(rules.scoreTolerance)})`,
    ),
  ]
}

function differenceOf(form: Candidate[], expected: Float64Array): number {
  const step = 6 / (expected.length - 1)
  return Math.max(
    ...Array.from(expected, (goal, at) => Math.abs(expectedScore(form, -3 + at * step) - goal) / paperSize),
  )
}

function largestOverlap(forms: number[][]): number {
  let largest = 0
  for (const [at, form] of forms.entries()) {
    const formItems = new Set(form)
    for (let other = 0; other < at; other++) {
      let common = 0
      for (const item of forms[other]!) if (formItems.has(item)) common++
      largest = Math.max(largest, common)
    }
  }
  return largest
}

const reachedError = 0.35

function practiceLines(): string[] {
  const random = new SeededRandom(3)
  const items = simulateItems(300, random).map((item) => ({ ...item, topic: 'all', recall: 0 }))
  const counts = simulateAbilities(300, random).map((ability) => {
    const answers = items.map((item) => ({ ...item, share: random.next() < probability(item, ability) ? 1 : 0 }))
    const fixed = untilKnown((done) => answers[done.length]!)
    const left = [...answers]
    const adaptive = untilKnown(
      (_done, known) =>
        left.splice(
          chooseNext(left, () => known, random),
          1,
        )[0]!,
    )
    return { fixed, adaptive }
  })
  const [fixed, adaptive] = [average(counts.map((one) => one.fixed)), average(counts.map((one) => one.adaptive))]
  return [
    `practice       standard error ${reachedError} after ${adaptive.toFixed(1)} questions; in fixed order ${fixed.toFixed(1)}: ${percent(1 - adaptive / fixed)} fewer (target 40 %)`,
  ]
}

type Answered = ItemParameters & { share: number }

/** Number of questions until the standard error of the ability is small enough. */
function untilKnown(next: (done: Answered[], known: { mean: number; error: number }) => Answered): number {
  const done: Answered[] = []
  let known = { mean: 0, error: 1 }
  while (known.error > reachedError && done.length < 300) {
    done.push(next(done, known))
    known = estimateAbility(done)
  }
  return done.length
}

const rooms = 200

/**
 * Simulates rooms of 60 students: without copying, and with one weak student who copied a share of the answers of
 * another student.
 */
function similarityLines(): string[] {
  const random = new SeededRandom(5)
  let alarms = 0
  const shares = [0.5, 0.8, 1]
  const found = shares.map(() => 0)
  for (let room = 0; room < rooms; room++) {
    const items = simulateItems(30, random)
    const options = items.map(() => [0.1 + random.next(), 0.1 + random.next(), 0.1 + random.next()])
    const answer = (ability: number) => items.map((item, at) => draw(item, options[at]!, ability, random))
    const honest = simulateAbilities(60, random, -0.3).map((ability, i) => ({
      student: `${i}`,
      answers: answer(ability),
    }))
    if (findSimilarPairs(honest, isRight).pairs.length > 0) alarms++
    const source = answer(-1)
    for (const [at, share] of shares.entries()) {
      const copied = answer(-1).map((given, question) => (random.next() < share ? source[question]! : given))
      const list = [{ student: 'source', answers: source }, { student: 'copy', answers: copied }, ...honest.slice(2)]
      if (findSimilarPairs(list, isRight).pairs.some(({ students }) => students.join() === 'source,copy')) found[at]!++
    }
  }
  return [
    `similarity     ${percent(alarms / rooms)} of ${rooms} honest rooms with any pair shown (target at most 5 %)`,
    ...shares.map(
      (share, at) => `copied ${percent(share)} of the answers: shown in ${percent(found[at]! / rooms)} of the rooms`,
    ),
  ]
}

const isRight = (_question: number, answer: string) => answer === 'A'

function draw(item: ItemParameters, [b, c, d]: number[], ability: number, random: SeededRandom): string {
  if (random.next() < probability(item, ability)) return 'A'
  const at = random.next() * (b! + c! + d!)
  return at < b! ? 'B' : at < b! + c! ? 'C' : 'D'
}
