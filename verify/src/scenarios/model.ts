import type { ScenarioRow } from '../environment'
import { type ExamPlan, onlineShare, paceFactor, simulateDay, simulateExam } from '../model/simulate'
import { type Size, sizeFor } from '../model/sizes'

const seed = 2026
const days = [10_000, 100_000, 1_000_000]
/** An exam of 40 minutes with 16 questions that opens at 9:00; all students start within a minute. */
const exam: Omit<ExamPlan, 'students' | 'staying'> = {
  questions: 16,
  length: 2400,
  startWithin: 60,
  submitWithin: 5,
  seed,
}
const exams = [10_000, 200_000]

/** Computes how many machines a number of students needs, from measured CPU per call. */
export async function modelScenario(): Promise<ScenarioRow[]> {
  const rows = days.map((students) =>
    rowOf(`a day of ${students} students, ${onlineShare * 100} % online at once`, sizeFor(simulateDay(students))),
  )
  for (const students of exams)
    for (const staying of [0, 1]) {
      const when = staying ? 'all submit at the deadline' : 'each submits when done'
      rows.push(rowOf(`an exam of ${students} at 9:00, ${when}`, sizeFor(simulateExam({ ...exam, students, staying }))))
    }
  return rows
}

function rowOf(what: string, size: Size): ScenarioRow {
  const { serverCores, databaseCores, serverMachines, connections, walls, databases } = size
  const least = (cores: number) => Math.max(1, Math.ceil(cores / paceFactor))
  return {
    label: `model: ${what}`,
    result: `server ${least(serverCores)} to ${serverCores} cores (${serverMachines} machines), PostgreSQL ${least(databaseCores)} to ${databaseCores} cores, ${connections} connections; ${walls.length === 0 ? 'one primary is enough' : `wall: ${walls.join(', ')}; ${databases} databases`}`,
    target: '',
    ok: 'for comparison',
  }
}
