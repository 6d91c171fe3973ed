import { sql } from 'kysely'
import type { Ctx } from '../../context'
import type { Db } from '../../db/connection'
import { preparedSql } from '../../db/prepared'
import { partOfScore } from '../../questions/shares'
import { gradesForStudent } from './answer-grades'
import { type Appeal, mayAppeal, selectAppeals } from './appeals'
import type { ExamPaper } from './papers'
import type { AttemptRow, ExamRow } from './queries'
import { correctionsOf } from './score-corrections'

interface Shown {
  attempt: AttemptRow
  exam: ExamRow
  paper: ExamPaper
  /** Null if verdicts are not visible. */
  answers: { position: number; score: number; maxScore: number }[] | null
  extras: Extras
}

interface Extras {
  leaves: { at: number; seconds: number }[]
  lateSteps: number
  /** Sums of the questions that no person grades, in points. */
  objective: { score: number; maxScore: number }
  /** Positions of questions with full points for all students. */
  given: number[]
  history: { at: number; before: number; after: number; reason: string }[]
  appeals: Appeal[]
}

/** Reads the rows of several tables that belong to a result in one statement. */
const selectExtras = preparedSql(
  (attemptId: number) => sql<Extras>`
    select
      (select coalesce(jsonb_agg(jsonb_build_object('at', at, 'seconds', seconds) order by epoch, seq), '[]')
        from exam_leaves where attempt_id = ${attemptId}) as leaves,
      (select count(*) from exam_steps where attempt_id = ${attemptId} and fate <> 'counted') as "lateSteps",
      (select jsonb_build_object('score', coalesce(sum(q.score), 0) / 100.0::float8,
          'maxScore', coalesce(sum(q.max_score), 0) / 100.0::float8)
        from question_attempts q join exam_attempts a on a.id = q.exam_attempt_id
        where q.exam_attempt_id = ${attemptId}
          and not exists (select from exam_grading g where g.question_attempt_id = q.id)
          and not exists (select from exam_rulings r
            where r.exam_id = a.exam_id and r.position = q.position and r.kind = 'void')) as objective,
      (select coalesce(jsonb_agg(r.position), '[]') from exam_rulings r join exam_attempts a on a.exam_id = r.exam_id
        where a.id = ${attemptId} and r.kind = 'give') as given,
      (select coalesce(jsonb_agg(jsonb_build_object('at', at, 'before', total_before / 100.0::float8,
          'after', total_after / 100.0::float8, 'reason', reason) order by at, id), '[]')
        from (
          select c.at, c.regrade_id as id, c.total_before, c.total_after, r.reason
          from exam_score_changes c join exam_regrades r on r.id = c.regrade_id where c.attempt_id = ${attemptId}
          union all select at, id, total_before, total_after, reason from (${correctionsOf(attemptId)}) m
        ) changes where total_before <> total_after) as history,
      (select coalesce(jsonb_agg(to_jsonb(p)), '[]') from (${selectAppeals(attemptId)}) p) as appeals`,
)

export async function extrasOf(db: Db, attemptId: number): Promise<Extras> {
  const [extras] = await selectExtras(db, attemptId)
  return extras!
}

/** Returns the fields of a result besides scores: rulings, manual grades, strengths, appeals and earlier totals. */
export async function readResultExtras({ db, clock }: Ctx<'user'>, { attempt, exam, paper, answers, extras }: Shown) {
  const voided = [...paper.voided].sort((a, b) => a - b).map((position) => paper.versions[position]!.uid)
  const given = paper.shown.flatMap((position) =>
    extras.given.includes(position) ? [paper.versions[position]!.uid] : [],
  )
  const ruled = { ...(voided.length > 0 && { voided }), ...(given.length > 0 && { given }) }
  const { conversion } = paper
  const converted = conversion && {
    conversion: {
      slope: conversion.slope,
      intercept: conversion.intercept / 100,
      points: answers && totalBefore(answers, paper) / 100,
    },
  }
  if (!answers) return { ...ruled, ...converted }
  return {
    ...ruled,
    ...converted,
    grades: await gradesForStudent(db, attempt.rowId, exam.id, paper),
    strengths: strengthsOf(answers, paper),
    appeals: extras.appeals,
    mayAppeal: mayAppeal(attempt, exam, clock.now()),
    history: extras.history,
  }
}

/** Total before its conversion, in hundredths: without the void questions, scaled to the same maximum. */
function totalBefore(answers: NonNullable<Shown['answers']>, { voided }: ExamPaper): number {
  const counted = answers.filter(({ position }) => !voided.has(position))
  const sum = (rows: typeof answers, key: 'score' | 'maxScore') => rows.reduce((total, row) => total + row[key], 0)
  return partOfScore(sum(counted, 'score'), sum(answers, 'maxScore'), sum(counted, 'maxScore'))
}

/** Points by knowledge point, lowest share first. Void questions do not count. */
function strengthsOf(rows: NonNullable<Shown['answers']>, { versions, voided }: ExamPaper) {
  const sums = new Map<string, { score: number; maxScore: number }>()
  for (const { position, score, maxScore } of rows)
    if (!voided.has(position))
      for (const tag of versions[position]!.tags) {
        const sum = sums.get(tag) ?? { score: 0, maxScore: 0 }
        sums.set(tag, { score: sum.score + score, maxScore: sum.maxScore + maxScore })
      }
  return [...sums]
    .map(([tag, { score, maxScore }]) => ({ tag, score: score / 100, maxScore: maxScore / 100 }))
    .sort((a, b) => a.score / a.maxScore - b.score / b.maxScore || (a.tag < b.tag ? -1 : 1))
}
