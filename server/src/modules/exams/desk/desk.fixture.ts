import { randomUUID } from 'node:crypto'
import { startTestApp, testStart } from '../../../testing/app'
import type { Client } from '../../../testing/client'
import { asStaff, createStaff } from '../../../testing/staff'
import { fixtureAnswer, start, withSchool } from '../exams.fixture'
import { runRegrade } from './regrade-job'

/** Starts a server with a school, a teacher of its first class and the owner of the site. */
export async function startDesk() {
  const server = await startTestApp({ floodPerUser: 100_000 })
  const school = await withSchool(server)
  const classId = school.schools.here.classes[0]!
  const teacher = await createStaff(server, 'teacher', { kind: 'class', id: classId }, '王老师')
  const owner = await createStaff(server, 'owner')
  const clients = { teacher: await asStaff(server, teacher), owner: await asStaff(server, owner) }
  // Tests move the clock by days, during which the staff sessions must not expire.
  const seen_at = testStart + 1e8
  await server.db.updateTable('console_sessions').set({ seen_at, ends_at: seen_at }).execute()
  return {
    server,
    school,
    ...clients,
    /** Creates another teacher of the same class. */
    another: async (nickname: string) =>
      asStaff(server, await createStaff(server, 'teacher', { kind: 'class', id: classId }, nickname)),
    close: async () => {
      await school.folder.remove()
      await server.close()
    },
  }
}

export type Desk = Awaited<ReturnType<typeof startDesk>>

/** Runs the queued regrades. */
export async function runRegrades({ db, env }: Desk['server']): Promise<void> {
  const queued = await db.selectFrom('exam_regrades').select('id').where('finished_at', 'is', null).execute()
  for (const { id } of queued) await runRegrade(env, { regrade: id })
}

/** Plan with all questions of the pool, the 简答 last: 2 + 4 + 1 + 3 + 5 points. */
export const wholePool = {
  questions: [{ from: { kind: 'bank', slug: 'pool' } }],
  shuffle: { questions: false, options: false },
  pass: 9,
}

/** A student takes an exam: answers to questions of the types in `right` are right, all others wrong. */
export async function sit(desk: Desk, exam: string, right: string[], short = '因为如此。', who?: { client: Client }) {
  const { client } = who ?? (await desk.school.student())
  const paper = await start(client, exam, randomUUID())
  const steps = paper.questions.map((question, i) => ({
    seq: i + 1,
    question: question.id,
    answer:
      question.type === 'short'
        ? { type: 'short' as const, text: short }
        : fixtureAnswer(question, right.includes(question.type)),
    at: paper.now + (i + 1) * 10,
  }))
  const attempt = paper.attempt.id
  await client.call('POST /v1/exam_submit', { attempt, epoch: 1, steps })
  return { client, paper, attempt }
}

export const allTypes = ['single', 'multiple', 'judge', 'blank']
