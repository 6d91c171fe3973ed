import { sql } from 'kysely'
import type { Db } from '../../../db/connection'
import { questionPlainText } from '../../../text/question-text'
import { rulingsOf } from '../papers'
import { type Graded, readSetups } from './grading-setup'

interface ProgressReader {
  db: Db
  /** User whose grades count as the caller's; null: the command line. */
  userId: number | null
  now: number
}

interface Counts {
  position: number
  part: number
  total: number
  waiting: number
  second: number
  third: number
  graded: number
  claimed: number
  mine: number
  forMe: number
  free: number
  flagged: number
  average: number | null
}

/** Progress of an exam's grading in one query. */
async function readCounts({ db, userId, now }: ProgressReader, examId: number): Promise<Counts[]> {
  const { rows } = await sql<Counts>`
    select q.position, g.part, count(*) as total, count(*) filter (where g.state = 'waiting') as waiting,
      count(*) filter (where g.state = 'second') as second, count(*) filter (where g.state = 'third') as third,
      count(*) filter (where g.state = 'graded') as graded,
      count(*) filter (where g.state <> 'graded' and g.claimed_by is distinct from ${userId}::bigint
        and g.claimed_until > ${now}::bigint) as claimed,
      count(*) filter (where own.graded) as mine,
      count(*) filter (where g.state <> 'graded' and not own.graded) as "forMe",
      count(*) filter (where g.state <> 'graded' and not own.graded
        and not (g.claimed_by is distinct from ${userId}::bigint and coalesce(g.claimed_until > ${now}::bigint, false))) as free,
      count(*) filter (where g.flagged_at is not null) as flagged,
      avg(case when q.detail ->> 'type' = 'material' then (q.detail -> 'parts' -> g.part::int ->> 'score')::int else q.score end)
        filter (where g.state = 'graded')::float8 as average
    from exam_grading g join question_attempts q on q.id = g.question_attempt_id
      join exam_attempts a on a.id = q.exam_attempt_id
      cross join lateral (select exists (select from exam_grades m where m.question_attempt_id = q.id and m.part = g.part
        and m.by_user is not distinct from ${userId}::bigint and m.undone_at is null) as graded) own
    where a.exam_id = ${examId} group by 1, 2`.execute(db)
  return rows
}

const none = {
  total: 0,
  waiting: 0,
  second: 0,
  third: 0,
  graded: 0,
  claimed: 0,
  mine: 0,
  forMe: 0,
  free: 0,
  flagged: 0,
  average: null,
}

/** Progress of questions and question parts, with their setups. */
export async function readGradingProgress(reader: ProgressReader, exam: { id: number }, parts: Graded[]) {
  const rulings = await rulingsOf(reader.db, exam.id)
  const counts = new Map((await readCounts(reader, exam.id)).map((row) => [`${row.position}.${row.part}`, row]))
  const setupOf = await readSetups(reader.db, exam.id)
  return parts.map((graded) => {
    const { position, part, isPart, body, rubric, uid, number } = graded
    const {
      position: _,
      part: __,
      average,
      ...count
    } = counts.get(`${position}.${part}`) ?? { ...none, position, part }
    return {
      question: uid,
      part: isPart ? part : null,
      number,
      type: body.type,
      text: questionPlainText(body.stem).slice(0, 120),
      maxScore: rubric.score / 100,
      ...count,
      average: average === null ? null : Math.round(average) / 100,
      isVoid: rulings.get(position)?.kind === 'void',
      setup: setupOf(graded),
    }
  })
}
