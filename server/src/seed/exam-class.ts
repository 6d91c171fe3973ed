import { sql } from 'kysely'
import type { Config } from '../config'
import type { Db } from '../db/connection'
import { openAppealWork } from '../modules/exams/appeals'
import { paperOf } from '../modules/exams/papers'
import type { ExamPlan } from '../modules/exams/publish'
import { prepareAttempts } from '../modules/exams/start'
import type { Given, Rubric } from '../questions/rubric'
import { sampleAnswer } from '../questions/score'
import { addStudents, examWithClass } from './exam-students'

/** A past exam that a whole class took, so that results, statistics and item analysis have enough data. */
export const classExam = 'os-unit'

/** Invented students of the class; the last ones were absent. */
const names =
  '邓云舒 苏泽宇 薛文昊 钟嘉宁 石安然 陆舒言 邱志远 何嘉宁 顾清越 宋知夏 韩予墨 唐若溪 冯景行 程一诺 沈书禾 曹闻笛 魏子衿 谢望舒 罗千寻 叶知秋 孟初尧 白晓棠 龚牧之 江屿 温如言 段星河 柳依白 秦小川 祝明朗 方知远 余秋实 于观澜'.split(
    ' ',
  )
const absent = 2
/** Position of a question that good students answer wrong, so that its analysis suggests a wrong key. */
const oddQuestion = 6

interface Seeding {
  db: Db
  config: Pick<Config, 'secret'>
}

/** Adds the class with its attempts and answers in few statements; the attempts are scored later like all others. */
export async function takeAsClass({ db, config }: Seeding, { startsAt }: ExamPlan): Promise<void> {
  const exam = await examWithClass(db, classExam)
  const users = await addStudents(db, exam, names, 20_240_301)
  const present = users.slice(0, users.length - absent)
  await prepareAttempts(
    db,
    exam.id,
    present.map(({ id }) => ({ userId: id, number: 1 })),
  )
  const attempts = await startAttempts(db, exam.id, startsAt)
  const { versions } = await paperOf({ db, rootDb: db, config }, exam)
  await db
    .insertInto('exam_steps')
    .values(
      attempts.flatMap(({ id, startedAt, deadline }, student) =>
        versions.map(({ rubric }, position) => {
          const at = startedAt + Math.round(((position + 1) * (deadline - startedAt)) / (versions.length + 1))
          return {
            attempt_id: id,
            epoch: 1,
            seq: position + 1,
            position,
            answer: JSON.stringify(answerOf(rubric, student, position, attempts.length)),
            flagged: false,
            at,
            received_at: at,
            fate: 'counted' as const,
          }
        }),
      ),
    )
    .execute()
}

/** Starts the attempts at different times, each with its own duration; each ends at its deadline. */
async function startAttempts(db: Db, examId: number, startsAt: number) {
  const { rows } = await sql<{ id: number; startedAt: number; deadline: number }>`
    with placed as (select id, row_number() over (order by id) as n from exam_attempts where exam_id = ${examId})
    update exam_attempts a set state = 'running', epoch = 1, started_at = ${startsAt}::bigint + 1800 + p.n * 20,
      deadline_at = ${startsAt}::bigint + 1800 + p.n * 20 + 1200 + (p.n * 397) % 1400
    from placed p where a.id = p.id
    returning a.id, a.started_at as "startedAt", a.deadline_at as deadline`.execute(db)
  await sql`insert into exam_leaves (attempt_id, epoch, seq, at, seconds)
    select id, 1, 1, started_at + 300, 8 + id % 40 from exam_attempts where exam_id = ${examId} and id % 7 = 0`.execute(
    db,
  )
  return rows.sort((a, b) => a.id - b.id)
}

/** Adds appeals of two students against the score of a question, some hours ago; they wait in the work queue. */
export async function appealAsClass(db: Db, now: number): Promise<void> {
  const { rows } = await sql<{ id: number; created_at: number }>`
    insert into exam_appeals (attempt_id, position, reason, created_at)
    select a.id, q.position, r.reason, ${now}::bigint - r.hours * 3600
    from (values ('short', 2, 22, '第二个要点我写在最后一句里了，可能没有看到，请再看看。'),
        ('single', 5, 6, '这题的两个选项意思很接近，教材里的说法和我选的一样，请老师再看看。')) as r(type, place, hours, reason)
      cross join lateral (
        select a.id, a.exam_id from exam_attempts a join exams e on e.id = a.exam_id
        where e.slug = ${classExam} order by a.id offset r.place limit 1) a
      cross join lateral (
        select t.position from question_attempts t join questions b on b.id = t.question_id
        where t.exam_attempt_id = a.id and b.type = r.type and t.score < t.max_score order by t.position limit 1) q
    returning id, created_at`.execute(db)
  for (const { id, created_at } of rows) await openAppealWork(db, id, created_at)
}

/** Returns a student's answer. Wrong answers to 单选 vary, except for `oddQuestion`, where all choose the same option. */
function answerOf(rubric: Rubric, student: number, position: number, students: number): Given {
  const right = isRight(student, position, students)
  const answer = sampleAnswer(rubric, right)
  if (right || answer.type !== 'single' || rubric.type !== 'single' || position === oddQuestion) return answer
  const wrong = [0, 1, 2].filter((option) => !rubric.right.includes(option))
  return { ...answer, options: [wrong[(student + position) % wrong.length]!] }
}

/** Returns a pseudo-random number between 0 and 1, always the same for the same student and question. */
const spread = (student: number, position: number) => (((student + 1) * 7919 + (position + 3) * 104_729) % 997) / 997

/** Whether a student's answer is right: the first students of the class are the best. */
function isRight(student: number, position: number, students: number): boolean {
  const ability = 1 - student / students
  if (position === oddQuestion) return spread(student, position) > 0.25 + ability * 0.6
  const ease = 0.35 + ((position * 5) % 11) / 20
  return spread(student, position) < ease * 0.45 + (ability - 0.3) * 0.95
}
