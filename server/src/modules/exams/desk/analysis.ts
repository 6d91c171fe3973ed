import type { AnalysedItem } from '@dxx/contract/calls/staff/exam-results'
import { sql } from 'kysely'
import type { Db } from '../../../db/connection'
import type { Version } from '../../../questions/present'
import type { Given } from '../../../questions/rubric'
import { questionPlainText } from '../../../text/question-text'
import { type ExamPaper, rulingsOf } from '../papers'
import { analyseTable, flagsOf, type Third } from './item-analysis'
import { type ChoiceGroup, choiceGroups, unansweredLabel } from './item-choices'

interface AnswerRow {
  attemptId: number
  position: number
  score: number
  answer: Given | null
  verdict: string
}

/** Answers of one attempt per student: the best attempt with a final score. */
async function countedAnswers(db: Db, examId: number): Promise<AnswerRow[]> {
  const { rows } = await sql<AnswerRow>`
    with counted as (
      select distinct on (user_id) id from exam_attempts
      where exam_id = ${examId} and score_state = 'scored' order by user_id, score desc, number desc
    )
    select q.exam_attempt_id as "attemptId", q.position, q.score, q.answer, q.verdict
    from question_attempts q join counted c on c.id = q.exam_attempt_id
    order by q.exam_attempt_id, q.position`.execute(db)
  return rows
}

/** Seconds. Longer gaps between two steps are ignored: the student was not working on one question all the time. */
const longestGap = 600

/** Median seconds per position. The time between a step and the previous step counts for the question of the step. */
async function medianSeconds(db: Db, examId: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ position: number; seconds: number }>`
    with counted as (
      select distinct on (user_id) id, started_at from exam_attempts
      where exam_id = ${examId} and score_state = 'scored' order by user_id, score desc, number desc
    ), gaps as (
      select s.attempt_id, s.position,
        s.at - coalesce(lag(s.at) over (partition by s.attempt_id order by s.at, s.epoch, s.seq), c.started_at) as seconds
      from exam_steps s join counted c on c.id = s.attempt_id where s.fate = 'counted'
    ), spent as (
      select attempt_id, position, sum(seconds) as seconds from gaps
      where seconds between 0 and ${longestGap} group by 1, 2
    )
    select position, percentile_cont(0.5) within group (order by seconds)::float8 as seconds from spent group by 1`.execute(
    db,
  )
  return new Map(rows.map(({ position, seconds }) => [position, seconds]))
}

const points = (hundredths: number | null) => (hundredths === null ? null : hundredths / 100)

/** Item analysis of an exam; void questions are listed without figures. */
export async function analyseExam(db: Db, examId: number, paper: ExamPaper) {
  const rulings = await rulingsOf(db, examId)
  const answers = await countedAnswers(db, examId)
  const seconds = await medianSeconds(db, examId)
  const byAttempt = new Map<number, Map<number, AnswerRow>>()
  for (const row of answers) {
    const answers = byAttempt.get(row.attemptId) ?? new Map<number, AnswerRow>()
    byAttempt.set(row.attemptId, answers.set(row.position, row))
  }
  const attempts = [...byAttempt.values()]
  const counted = paper.versions.flatMap((_, position) => (rulings.get(position)?.kind === 'void' ? [] : [position]))
  const table = attempts.map((answers) =>
    counted.map((position) => answers.get(position)?.score ?? (paper.forms ? null : 0)),
  )
  const result = analyseTable(
    table,
    counted.map((position) => paper.versions[position]!.rubric.score),
  )
  const items = paper.versions.map((version, position): AnalysedItem => {
    const column = counted.indexOf(position)
    // If students got different papers, students with another paper are left out.
    const takers = attempts.flatMap((answers, student) => (paper.forms && !answers.has(position) ? [] : [student]))
    const given = takers.map((student) => attempts[student]!.get(position)?.answer ?? null)
    const figures = result.items[column]
    const groups = column < 0 ? [] : choiceGroups(version, rulings.get(position))
    const thirds = takers.map((student) => result.thirds[student]!)
    const options = groups.map((group) => countOptions(group, given, thirds))
    return {
      question: version.uid,
      number: position + 1,
      type: version.body.type,
      text: questionPlainText(version.body.stem).slice(0, 120),
      maxScore: version.rubric.score / 100,
      ruling: rulings.get(position)?.kind ?? null,
      p: figures?.p ?? null,
      deviation: points(figures?.deviation ?? null),
      discrimination: figures?.discrimination ?? null,
      thirdsDifference: figures?.thirdsDifference ?? null,
      medianSeconds: seconds.get(position) ?? null,
      unanswered: attempts.filter((answers) => answers.get(position)?.verdict === 'unanswered').length,
      alphaWithout: figures?.alphaWithout ?? null,
      options: options.flat(),
      flags: figures ? flagsOf(figures, options.map(withoutUnanswered), takers.length) : [],
    }
  })
  const { students, average, deviation, alpha, standardError } = result
  // If questions are void, totals are scaled up to the full score, so the statistics of totals are scaled as well.
  const full = sumOf(paper.versions)
  const rest = sumOf(counted.map((position) => paper.versions[position]!))
  const scaled = (hundredths: number | null) => (hundredths === null ? null : points((hundredths * full) / rest))
  return {
    students,
    average: scaled(average),
    deviation: scaled(deviation),
    alpha,
    standardError: scaled(standardError),
    items,
  }
}

const sumOf = (versions: Version[]) => versions.reduce((sum, { rubric }) => sum + rubric.score, 0)

const withoutUnanswered = (options: AnalysedItem['options']) => options.filter(({ label }) => label !== unansweredLabel)

function countOptions({ part, choices }: ChoiceGroup, given: (Given | null)[], thirds: Third[]) {
  return choices.map(({ isChosen, ...choice }) => {
    const chosen = given.map(isChosen)
    const count = (third: Third) => chosen.filter((is, student) => is && thirds[student] === third).length
    return {
      part,
      ...choice,
      upper: count('upper'),
      middle: count('middle'),
      lower: count('lower'),
      all: chosen.filter(Boolean).length,
    }
  })
}
