import { describe, expect, it } from 'vitest'
import {
  busiestMinute,
  coresFor,
  costs,
  type ExamPlan,
  longestWait,
  paceFactor,
  randomOf,
  simulateDay,
  simulateExam,
} from './simulate'
import { sizeFor } from './sizes'

const plan: ExamPlan = {
  students: 4000,
  questions: 16,
  length: 3600,
  startWithin: 960,
  staying: 0,
  submitWithin: 5,
  seed: 7,
}
const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0)

describe('simulated exam', () => {
  it('every student starts once, saves each answer and submits once', () => {
    const { calls } = simulateExam(plan)
    expect(total(calls.get('start')!)).toBe(4000)
    expect(total(calls.get('save')!)).toBe(4000 * 16)
    expect(total(calls.get('submit')!)).toBe(4000)
    // On average 2.5 reports per question, and one before the submission.
    expect(total(calls.get('report')!) / 4000).toBeCloseTo(41, 0)
  })

  it('uses the measured CPU: 38 % of a core while 4000 students work', () => {
    const { server, database } = simulateExam(plan)
    // Students think for 960 s on average; `load` divides by that time as well.
    expect((total(server) + total(database)) / 960).toBeCloseTo(0.38, 1)
  })

  it('students who stay until the deadline submit after it, all within a few seconds', () => {
    const { calls } = simulateExam({ ...plan, students: 1000, staying: 1 })
    expect(total(calls.get('submit')!.subarray(3600))).toBe(1000)
  })

  it('the same seed gives the same simulation', () => {
    expect(simulateExam(plan).server).toEqual(simulateExam(plan).server)
    expect(simulateExam(plan).server).not.toEqual(simulateExam({ ...plan, seed: 8 }).server)
    const random = randomOf(1)
    const average = Array.from({ length: 10_000 }, random).reduce((sum, value) => sum + value) / 10_000
    expect(average).toBeCloseTo(0.5, 1)
  })
})

describe('coresFor', () => {
  it('work that must wait is done later and is not lost', () => {
    const burst = Float64Array.from([10, 0, 0, 0, 0, 0])
    expect(longestWait(burst, 2)).toBe(4)
    expect(longestWait(burst, 10)).toBe(0)
  })

  it('half of the cores stay free in the busiest minute, and short bursts wait at most the given time', () => {
    const steady = new Float64Array(600).fill(3)
    expect(busiestMinute(steady)).toBe(3)
    expect(coresFor(steady, 1)).toBe(6)
    const burst = new Float64Array(600)
    burst[300] = 100
    expect(coresFor(burst, 1)).toBe(50)
  })

  it('the work of a day without exams is proportional to the number of students', () => {
    const cores = (students: number) => busiestMinute(simulateDay(students).database)
    expect(cores(20_000) / cores(10_000)).toBeCloseTo(2)
    expect(cores(10_000)).toBeGreaterThan((1000 / 60) * (costs.save.database / 1000) * paceFactor)
  })

  it('sizeFor names the limit of one primary that is exceeded, and the number of databases that avoids it', () => {
    expect(sizeFor(simulateDay(10_000))).toMatchObject({ serverMachines: 2, walls: [], databases: 1 })
    const large = sizeFor(simulateDay(1_000_000))
    expect(large.walls).toContain('connections')
    expect(large.databases).toBeGreaterThan(1)
  })
})
