import { mayNeedPerson } from '@dxx/contract/rules/question-names'
import { sql } from 'kysely'
import { fail } from '../../../base/refusal'
import type { Db } from '../../../db/connection'
import type { PartBody, PartRubric } from '../../../questions/rubric'
import { type ExamPaper, paperOf } from '../papers'
import type { DeskExam, StaffCtx } from './access'

/** A question, or a question part, of an exam's paper that people score. */
export interface Graded {
  position: number
  part: number
  isPart: boolean
  body: PartBody
  rubric: PartRubric
  uid: string
  /** As on the paper: 5 or 5.2. */
  number: string
}

/** All parts of a paper that may need a person. */
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
  /** Points. */
  difference: number
  anonymous: boolean
  rubric: { score: number; html: string }[]
  version: number
}

const points = (rubric: PartRubric) =>
  rubric.type === 'short' ? rubric.points.map(({ score, html }) => ({ score: score / 100, html })) : []

/** Setups of an exam by position and part; the default is single, anonymous grading by the question's rubric. */
export async function readSetups(db: Db, examId: number): Promise<(graded: Graded) => Setup> {
  const rows = await db.selectFrom('exam_grading_setups').selectAll().where('exam_id', '=', examId).execute()
  const found = new Map(rows.map((row) => [`${row.position}.${row.part}`, row]))
  return ({ position, part, rubric }) => {
    const row = found.get(`${position}.${part}`)
    return {
      double: row?.double ?? false,
      difference: (row?.difference ?? 0) / 100,
      anonymous: row?.anonymous ?? true,
      rubric: row?.rubric?.map(({ score, html }) => ({ score: score / 100, html })) ?? points(rubric),
      version: row?.version ?? 0,
    }
  }
}

interface NewSetup {
  version: number
  double: boolean
  difference: number
  anonymous: boolean
  /** HTML; null: the rubric of the question; undefined: as it is. */
  rubric: { score: number; html: string }[] | null | undefined
}

/** Stores a setup based on the newest version. */
export async function writeSetup(db: Db, examId: number, { position, part }: Graded, setup: NewSetup): Promise<void> {
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
}
