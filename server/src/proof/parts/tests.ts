import { judged, runTests } from '../run-tests'
import type { Row, Stage } from '../stage'

/** Tests that have a long form: run in it, they tell figures. */
async function longForm(stage: Stage, name: string, part: string, files: string[]): Promise<Row[]> {
  const { figures, tested } = await runTests(stage, { name, files })
  return [...figures, judged(part, tested)]
}

export const authorizationPart = (stage: Stage) =>
  longForm(stage, 'authorization', 'authorization: tests', [
    'src/proof/mutants.test.ts',
    'src/proof/matrix.test.ts',
    'src/proof/witnesses.test.ts',
  ])
export const hostilePart = (stage: Stage) =>
  longForm(stage, 'hostile', 'hostile input: tests', ['src/proof/hostile.test.ts'])
export const offlinePart = (stage: Stage) =>
  longForm(stage, 'offline', 'faults: client offline: tests', ['src/proof/offline.test.ts'])
export const killsPart = (stage: Stage) =>
  longForm(stage, 'kills', 'faults: kill -9: tests', [
    'src/modules/exams/kill.test.ts',
    'src/modules/commerce/kill.test.ts',
  ])
