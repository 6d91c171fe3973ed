import type { examControl, StaffExamBrief } from '@dxx/contract/calls/staff/exam-control'
import type { ExamState } from '@dxx/contract/calls/staff/exam-shapes'
import { totalMax } from '@dxx/contract/staff'
import { type RawBuilder, sql } from 'kysely'
import { fail } from '../../../base/refusal'
import type { Handlers } from '../../../context'
import type { Db } from '../../../db/connection'
import { examScope } from '../../staff/public'
import { summariseForms } from '../forms'
import { paperOf, viewOf } from '../papers'
import { movedTime } from '../rules'
import { examInScope } from './access'
import { draftScope } from './drafts'
import { readEvents } from './exam-events'
import { examState, isExpected } from './exam-state'
import { keysOf, paperWithKeys } from './paper-view'
import { readMessages } from './room-messages'

interface Row extends Omit<StaffExamBrief, 'paused' | 'points' | 'durationMinutes'> {
  rowId: number
  pausedAt: number | null
  pauseReason: string | null
  duration: number
  score: number
}

/** Reads exams `e` with their progress. */
async function readBriefs(db: Db, where: RawBuilder<boolean>, now: number, limit: number) {
  const { rows } = await sql<Row>`
    select e.id as "rowId", e.uid as id, e.title, s.name as school, ${examState(now)} as state, e.starts_at as "startsAt",
      e.ends_at as "endsAt", e.closes_at as "closesAt", e.paused_at as "pausedAt", e.pause_reason as "pauseReason", e.duration, e.score,
      e.question_count as questions,
      array(select c.name from exam_classes k join classes c on c.id = k.class_id where k.exam_id = e.id
        order by c.position) as classes,
      (select count(*) from exam_candidates p
        join users u on u.id = p.user_id and u.student_status = 'passed' and u.closed_at is null
        where p.exam_id = e.id and ${isExpected('p')}) as students,
      t.running, t.submitted, t.unscored, best.average::float8 / 100 as average, best.rate::float8 as "passRate",
      (select count(*) from exam_appeals p join exam_attempts a on a.id = p.attempt_id
        where a.exam_id = e.id and p.state = 'open') as "openAppeals"
    from exams e join schools s on s.id = e.school_id
    left join lateral (
      select count(*) filter (where state = 'running') as running,
        count(distinct user_id) filter (where state in ('submitted', 'closed')) as submitted,
        count(*) filter (where state <> 'prepared' and score_state is distinct from 'scored') as unscored
      from exam_attempts a where a.exam_id = e.id
    ) t on true
    left join lateral (
      select avg(score) as average, avg((score >= e.pass_score)::int) as rate from (
        select max(score) as score from exam_attempts a
        where a.exam_id = e.id and a.state in ('submitted', 'closed') and a.score_state = 'scored' group by a.user_id) own
    ) best on true
    where ${where} order by e.starts_at desc, e.id desc limit ${limit}`.execute(db)
  return rows.map(({ rowId, pausedAt, pauseReason, duration, score, ...row }) => ({
    rowId,
    place: `${row.startsAt}.${rowId}`,
    brief: {
      ...row,
      endsAt: movedTime(row.endsAt, pausedAt, now),
      closesAt: movedTime(row.closesAt, pausedAt, now),
      durationMinutes: Math.round(duration / 60),
      points: score / 100,
      average: row.average === null ? null : Math.round(row.average * 100) / 100,
      paused: pausedAt === null ? null : { since: pausedAt, reason: pauseReason ?? '' },
    },
  }))
}

export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

type ListHandlers = Handlers<typeof examControl>

type ListInput = Parameters<ListHandlers['GET /staff/v1/exam_list']>[1]

/** The filters of the list as a condition on exams `e`. */
function filterOf({ state, keyword, class: classId, course, from, to }: ListInput, now: number): RawBuilder<boolean> {
  const wanted = `%${escapeLike(keyword ?? '')}%`
  return sql<boolean>`(${state ?? null}::text is null or ${examState(now)} = ${state ?? null})
    and (${keyword ?? ''} = '' or e.title ilike ${wanted} or exists (
      select from exam_classes k join classes c on c.id = k.class_id where k.exam_id = e.id and c.name ilike ${wanted}))
    and (${classId ?? null}::uuid is null or exists (select from exam_classes k join classes c on c.id = k.class_id
      where k.exam_id = e.id and c.uid = ${classId ?? null}::uuid))
    and (${course ?? null}::uuid is null or exists (
      select from exam_questions p join questions q on q.id = p.question_id join curricula c on c.id = q.curriculum_id
      where p.exam_id = e.id and c.uid = ${course ?? null}::uuid))
    and (${from ?? null}::bigint is null or e.starts_at >= ${from ?? null}::bigint)
    and (${to ?? null}::bigint is null or e.starts_at < ${to ?? null}::bigint)`
}

export const listFilters: ListHandlers['GET /staff/v1/exam_filters'] = async ({ db, staff }) => {
  const scope = examScope(staff, 'exam.results', 'e')
  const { rows: classes } = await sql<{ id: string; name: string; school: string }>`
    select c.uid as id, c.name, s.name as school from classes c join schools s on s.id = c.school_id
    where exists (select from exam_classes k join exams e on e.id = k.exam_id where k.class_id = c.id and ${scope})
    order by s.name, c.position, c.id limit 1000`.execute(db)
  const { rows: courses } = await sql<{ id: string; title: string }>`
    select c.uid as id, c.title from curricula c where c.id in (
      select q.curriculum_id from exams e join exam_questions p on p.exam_id = e.id join questions q on q.id = p.question_id
      where ${scope})
    order by c.title, c.id limit 1000`.execute(db)
  return { classes, courses }
}

export const listExams: ListHandlers['GET /staff/v1/exam_list'] = async (ctx, input) => {
  const { after, limit } = input
  const { db, staff, clock } = ctx
  const now = clock.now()
  const scope = examScope(staff, 'exam.results', 'e')
  const [, startsAt, rowId] = /^(\d+)\.(\d+)$/.exec(after ?? '') ?? []
  if (after !== undefined && !rowId) fail('invalid-input')
  const filter = sql<boolean>`${scope} and ${filterOf(input, now)}`
  const found = await readBriefs(
    db,
    sql<boolean>`${filter} and (${rowId ?? null}::bigint is null
      or (e.starts_at, e.id) < (${startsAt ?? null}::bigint, ${rowId ?? null}::bigint))`,
    now,
    limit + 1,
  )
  const { rows: counted } = await sql<{ state: ExamState; count: number }>`
    select ${examState(now)} as state, count(*) as count from exams e where ${scope} group by 1`.execute(db)
  const { rows: drafts } = await sql<{ count: number }>`
    select count(*) as count from exam_drafts d where d.deleted_at is null and d.exam_id is null and ${draftScope(ctx)}`.execute(
    db,
  )
  const { rows: total } = await sql<{ count: number }>`
    select count(*) as count from (select from exams e where ${filter} limit ${totalMax}) listed`.execute(db)
  const countOf = (one: ExamState) => counted.find((row) => row.state === one)?.count ?? 0
  const page = found.slice(0, limit)
  return {
    list: page.map(({ brief }) => brief),
    next: found.length > limit ? page.at(-1)!.place : null,
    total: total[0]!.count,
    counts: {
      draft: drafts[0]!.count,
      scheduled: countOf('scheduled'),
      running: countOf('running'),
      marking: countOf('marking'),
      finished: countOf('finished'),
      withdrawn: countOf('withdrawn'),
    },
  }
}

export const readExam: ListHandlers['GET /staff/v1/exam_info'] = async (ctx, { id }) => {
  const { db, clock } = ctx
  const exam = await examInScope(ctx, id, 'exam.results')
  const [found] = await readBriefs(db, sql<boolean>`e.id = ${exam.id}`, clock.now(), 1)
  const { rows: classList } = await sql<{ id: string; name: string; students: number }>`
    select c.uid as id, c.name, (select count(*) from exam_candidates p join users u on u.id = p.user_id
      where p.exam_id = e.id and p.class_id = c.id and u.student_status = 'passed' and u.closed_at is null
        and ${isExpected('p')}) as students
    from exam_classes k join classes c on c.id = k.class_id join exams e on e.id = k.exam_id where k.exam_id = ${exam.id} order by c.position`.execute(
    db,
  )
  const rulings = await db
    .selectFrom('exam_rulings as r')
    .innerJoin('exam_questions as p', (join) =>
      join.onRef('p.exam_id', '=', 'r.exam_id').onRef('p.position', '=', 'r.position'),
    )
    .innerJoin('questions as q', 'q.id', 'p.question_id')
    .leftJoin('users as u', 'u.id', 'r.by_user')
    .select(['q.uid as question', 'r.position', 'r.kind', 'r.reason', 'r.at', 'u.nickname as by'])
    .where('r.exam_id', '=', exam.id)
    .orderBy('r.position')
    .execute()
  const draft = await db
    .selectFrom('exam_drafts')
    .select('uid')
    .where('exam_id', '=', exam.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const { running, submitted } = found!.brief
  const event = (at: number | null, reason: string | null) => (at === null ? null : { at, reason: reason ?? '' })
  return {
    ...found!.brief,
    notice: exam.notice,
    attempts: exam.attempts_allowed,
    passPoints: exam.pass_score / 100,
    analysis: exam.analysis,
    rank: exam.rank,
    shuffle: { questions: exam.shuffle_questions, options: exam.shuffle_options },
    forms: summariseForms(exam.forms),
    classList,
    publishedAt: exam.published_at,
    started: running + submitted > 0,
    extensionMinutes: Math.round(exam.extension / 60),
    pausedSeconds: exam.paused_seconds,
    withdrawn: event(exam.withdrawn_at, exam.withdrawn_reason),
    endedEarly: event(exam.ended_early_at, exam.ended_early_reason),
    rulings: rulings.map(({ position, by, ...ruling }) => ({ ...ruling, number: position + 1, by: by ?? '命令行' })),
    messages: await readMessages(db, sql<boolean>`m.exam_id = ${exam.id}`),
    events: await readEvents(db, exam.uid),
    draft: draft?.uid ?? null,
  }
}

export const readPaper: ListHandlers['GET /staff/v1/exam_paper'] = async (ctx, { id }) => {
  const exam = await examInScope(ctx, id, 'exam.results')
  const paper = await paperOf(ctx, { ...exam, paperVersion: exam.paper_version })
  const view = viewOf(paper, ctx.config.secret, ctx.clock.now())
  const rulings = await ctx.db
    .selectFrom('exam_rulings')
    .select(['position', 'kind', 'rubrics', 'keep_key as keepKey'])
    .where('exam_id', '=', exam.id)
    .orderBy('position')
    .execute()
  return {
    title: exam.title,
    ...paperWithKeys(paper.versions, view, exam.sections),
    rulings: rulings.map(({ position, kind, rubrics, keepKey }) => {
      const version = paper.versions[position]!
      return {
        question: version.uid,
        kind,
        keepKey,
        accepted: kind === 'key' ? rubrics.map((rubric) => keysOf({ ...version, rubric }, view).keys) : [],
      }
    }),
  }
}
