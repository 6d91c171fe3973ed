import { createHash } from 'node:crypto'
import { mayNeedPerson } from '@dxx/contract/rules/question-names'
import { sql } from 'kysely'
import { fail } from '../../../base/refusal'
import type { Db } from '../../../db/connection'
import type { PartBody, PartRubric } from '../../../questions/rubric'
import { partTypes } from '../../../questions/types'
import { deriveScore } from '../grades'
import { type ExamPaper, paperOf } from '../papers'
import type { DeskExam, StaffCtx } from './access'

/** A question or question part of an exam paper that is graded manually. */
export interface Graded {
  position: number
  part: number
  isPart: boolean
  body: PartBody
  rubric: PartRubric
  uid: string
  /** Number on the paper: 5 or 5.2. */
  number: string
}

/** All questions and question parts of a paper that may need manual grading. */
export function gradedParts({ versions }: ExamPaper): Graded[] {
  return versions.flatMap(({ uid, body, rubric }, position) => {
    const isPart = body.type === 'material'
    const bodies = body.type === 'material' ? body.parts : [body]
    const rubrics = rubric.type === 'material' ? rubric.parts : [rubric]
    return bodies.flatMap((one, part) =>
      mayNeedPerson(one.type)
        ? [
            {
              position,
              part,
              isPart,
              body: one,
              rubric: rubrics[part]!,
              uid,
              number: isPart ? `${position + 1}.${part + 1}` : String(position + 1),
            },
          ]
        : [],
    )
  })
}

export async function gradedPart(
  ctx: StaffCtx,
  exam: DeskExam,
  question: string,
  part: number | null,
): Promise<Graded> {
  const paper = await paperOf(ctx, exam)
  const found = gradedParts(paper).find((one) => one.uid === question && one.part === (part ?? 0))
  return found ?? fail('question-not-found', { msg: '这道题不用人工批阅' })
}

export interface Setup {
  double: boolean
  /** Points by which two graders may differ before a third grader is needed. */
  difference: number
  anonymous: boolean
  rubric: { score: number; html: string }[]
  rubricId: string
  version: number
}

const pointsOf = (rubric: PartRubric) =>
  partTypes[rubric.type].manual?.points(rubric).map(({ score, html }) => ({ score: score / 100, html })) ?? []

/** Returns a function that finds the setup of a question; the default is single, anonymous grading by its rubric. */
export async function readSetups(db: Db, examId: number): Promise<(graded: Graded) => Setup> {
  const rows = await db.selectFrom('exam_grading_setups').selectAll().where('exam_id', '=', examId).execute()
  const found = new Map(rows.map((row) => [`${row.position}.${row.part}`, row]))
  return ({ position, part, rubric }) => {
    const row = found.get(`${position}.${part}`)
    const points = row?.rubric?.map(({ score, html }) => ({ score: score / 100, html })) ?? pointsOf(rubric)
    return {
      double: row?.double ?? false,
      difference: (row?.difference ?? 0) / 100,
      anonymous: row?.anonymous ?? true,
      rubric: points,
      rubricId: createHash('md5').update(JSON.stringify(points)).digest('hex'),
      version: row?.version ?? 0,
    }
  }
}

interface NewSetup {
  version: number
  double: boolean
  difference: number
  anonymous: boolean
  /** Null: use the rubric of the question. Undefined: leave the stored rubric unchanged. */
  rubric: { score: number; html: string }[] | null | undefined
}

/**
 * Stores a setup if its version is the newest. Final scores stay; the other scores are derived again, because double
 * grading may have been switched off. Returns how many of these became final.
 */
export async function writeSetup(
  db: Db,
  examId: number,
  graded: Graded,
  setup: NewSetup,
  now: number,
): Promise<number> {
  const { position, part } = graded
  const rubric = setup.rubric?.map(({ score, html }) => ({ score: Math.round(score * 100), html })) ?? null
  const { numAffectedRows = 0n } = await sql`
    insert into exam_grading_setups as s (exam_id, position, part, double, difference, anonymous, rubric)
    select ${examId}, ${position}, ${part}, ${setup.double}, ${Math.round(setup.difference * 100)}, ${setup.anonymous},
      ${rubric && JSON.stringify(rubric)}::jsonb
    where ${setup.version} = 0 or exists (select from exam_grading_setups
      where exam_id = ${examId} and position = ${position} and part = ${part})
    on conflict (exam_id, position, part) do update set double = excluded.double, difference = excluded.difference,
      anonymous = excluded.anonymous,
      rubric = case when ${setup.rubric === undefined} then s.rubric else excluded.rubric end, version = s.version + 1
    where s.version = ${setup.version}`.execute(db)
  if (numAffectedRows === 0n) fail('setup-changed')
  return deriveOpen(db, examId, graded, now)
}

async function deriveOpen(db: Db, examId: number, { position, part }: Graded, now: number): Promise<number> {
  const answers = sql`from exam_grading g join question_attempts q on q.id = g.question_attempt_id
      join exam_attempts a on a.id = q.exam_attempt_id
    where a.exam_id = ${examId} and q.position = ${position} and g.part = ${part} and g.state <> 'graded'`
  // Graders lock the attempts while they save. This lock waits for them, so that the next query reads their grades.
  await sql`select a.id ${answers} order by a.id for update of a`.execute(db)
  const { rows } = await sql<{ id: number }>`
    select q.id ${answers} and exists (select from exam_grades m
      where m.question_attempt_id = q.id and m.part = g.part and m.undone_at is null) order by q.id`.execute(db)
  let settled = 0
  for (const { id } of rows) if ((await deriveScore(db, id, part, now)).state === 'graded') settled++
  return settled
}
