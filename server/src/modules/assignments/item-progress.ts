import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { preparedSql } from '../../db/prepared'

/** Progress of one student in one item. */
export interface ItemProgress {
  itemId: number
  userId: number
  /** Completed share, 0 to 100. */
  percent: number
  /** Scored share of the points, 0 to 1; null if it waits for a score. */
  share: number | null
  /** Part of the share that was reached by the due date. */
  timely: number
  doneAt: number | null
}

interface Range {
  assignmentIds: readonly number[]
  /** Limits the result to this student; otherwise all students of the classes. */
  userId?: number
}

/** SQL: work counts only if it was done in time, in case the assignment accepts no late work. */
const inTime = (at: string) => sql`(i.late <> 'close' or ${sql.ref(at)} <= s.due_at)`

/** SQL: completion of a scored item, and its share of the points. `best` and `best_timely` are 0 to 100. */
const scored = sql`
  case when best is null then 0 when best >= min_percent then 100
    else least(99, round(best * 100 / min_percent))::int end as percent,
  coalesce(best / 100, 0)::float8 as share, coalesce(best_timely / 100, 0)::float8 as timely`

/** SQL: progress in the texts and videos of chapters and lessons. A chapter with sections counts by its sections. */
const readings = sql`
  leaves as (
    with recursive tree as (
      select i.id as item_id, c.id, c.kind from items i join chapters c on c.id = i.chapter_id
      where i.kind in ('chapter', 'lesson')
      union all
      select t.item_id, c.id, c.kind from tree t join chapters c on c.parent_id = t.id
      where c.removed_at is null and t.kind = 'part')
    select item_id, id from tree where kind in ('text', 'video')),
  reading as (
    select i.id as item_id, s.user_id, case when i.late = 'close' then timely else coalesce(p.percent, 0) end as percent, timely,
      case when i.late <> 'close' or p.done_at <= s.due_at then p.done_at end as done_at
    from items i join leaves l on l.item_id = i.id join students s on s.assignment_id = i.assignment_id
      left join progress p on p.user_id = s.user_id and p.chapter_id = l.id
      cross join lateral (
        select case when i.late <> 'accept' and coalesce(p.done_at, p.updated_at) > s.due_at
          then coalesce((select max(e.percent) from study_events e where e.user_id = s.user_id
            and e.curriculum_id = p.curriculum_id and e.chapter_id = l.id and e.end_at <= s.due_at), 0)
          else coalesce(p.percent, 0) end as timely) t)`

const tests = sql`
  select item_id, user_id, ${scored}, done_at from (
    select i.id as item_id, s.user_id, i.min_percent, max(t.score * 100.0 / nullif(t.max_score, 0)) as best,
      max(t.score * 100.0 / nullif(t.max_score, 0)) filter (where t.created_at <= s.due_at) as best_timely,
      min(t.created_at) filter (where t.score * 100.0 >= t.max_score * i.min_percent) as done_at
    from items i join students s on s.assignment_id = i.assignment_id
      left join test_attempts t on t.user_id = s.user_id and t.chapter_id = i.chapter_id and ${inTime('t.created_at')}
    where i.kind = 'test' group by i.id, s.user_id, i.min_percent) best`

/** Chapters of practices, with all chapters below them. */
const practised = sql`
  practised as (
    with recursive tree as (
      select id as item_id, chapter_id from items where kind = 'practice' and chapter_id is not null
      union all select t.item_id, c.id from tree t join chapters c on c.parent_id = t.chapter_id)
    select item_id, chapter_id from tree)`

/** SQL: a practice counts the questions answered since the start of the assignment, each once. */
const practices = sql`
  select item_id, user_id, least(100, count * 100 / amount)::int as percent, least(1, count::float8 / amount) as share,
    least(1, timely::float8 / amount) as timely, firsts[amount] as done_at
  from (
    select i.id as item_id, s.user_id, greatest(i.amount, 1) as amount, count(a.question_id) as count,
      count(a.question_id) filter (where a.first_at <= s.due_at) as timely, array_agg(a.first_at order by a.first_at) as firsts
    from items i join students s on s.assignment_id = i.assignment_id
      left join lateral (
        select a.question_id, min(a.created_at) as first_at
        from question_attempts a join questions q on q.id = a.question_id
        where a.user_id = s.user_id and a.created_at >= i.starts_at and a.verdict <> 'unanswered'
          and a.source in ('bank', 'textbook') and q.curriculum_id = i.curriculum_id
          and (i.chapter_id is null or exists (
            select from practised x where x.item_id = i.id and x.chapter_id = q.chapter_id))
          and ${inTime('a.created_at')}
        group by a.question_id) a on true
    where i.kind = 'practice' group by i.id, s.user_id, i.amount) counted`

const programs = sql`
  select item_id, user_id, ${scored}, done_at from (
    select i.id as item_id, s.user_id, i.min_percent, max(a.score * 100.0 / nullif(a.max_score, 0)) as best,
      max(a.score * 100.0 / nullif(a.max_score, 0)) filter (where a.created_at <= s.due_at) as best_timely,
      min(a.created_at) filter (where a.verdict <> 'grading' and a.score * 100.0 >= a.max_score * i.min_percent) as done_at
    from items i join students s on s.assignment_id = i.assignment_id
      left join question_attempts a on a.user_id = s.user_id and a.question_id = i.question_id
        and a.verdict <> 'unanswered' and ${inTime('a.created_at')}
    where i.kind = 'code' group by i.id, s.user_id, i.min_percent) best`

const exams = sql`
  select item_id, user_id, percent, share, coalesce(timely, 0) as timely, done_at from (
    select i.id as item_id, s.user_id, case when count(t.id) > 0 then 100 else 0 end as percent,
      case when count(t.id) = 0 then 0 else max(t.score::float8 / nullif(e.score, 0)) filter (where t.score_state = 'scored')
        end as share,
      max(t.score::float8 / nullif(e.score, 0)) filter (where t.score_state = 'scored'
        and coalesce(t.submitted_at, t.deadline_at) <= s.due_at) as timely,
      min(coalesce(t.submitted_at, t.deadline_at)) as done_at
    from items i join students s on s.assignment_id = i.assignment_id join exams e on e.id = i.exam_id
      left join exam_attempts t on t.user_id = s.user_id and t.exam_id = i.exam_id and t.state in ('submitted', 'closed')
    where i.kind = 'exam' group by i.id, s.user_id) best`

const handIns = sql`
  select i.id as item_id, s.user_id, case when h.id is null then 0 else 100 end as percent,
    case when h.id is null then 0 else h.score::float8 / (i.points * 100) end as share,
    case when h.submitted_at <= s.due_at then coalesce(h.score::float8 / (i.points * 100), 0) else 0 end as timely,
    h.submitted_at as done_at
  from items i join students s on s.assignment_id = i.assignment_id
    left join assignment_submissions h on h.item_id = i.id and h.user_id = s.user_id
  where i.kind = 'handin'`

/** SQL: progress of all students of the classes, or of one. */
const progressOf = (assignmentIds: readonly number[], userId?: number) => sql<ItemProgress>`
    with items as materialized (
      select i.id, i.assignment_id, i.kind, i.chapter_id, i.question_id, i.exam_id, i.curriculum_id, i.amount, i.min_percent,
        i.points, a.starts_at, a.late from assignment_items i join assignments a on a.id = i.assignment_id
      where a.id = any(${assignmentIds}::bigint[])),
    students as materialized (
      select distinct c.assignment_id, x.user_id, greatest(a.due_at, more.due_at) as due_at
      from assignment_classes c join class_students x on x.class_id = c.class_id
        join assignments a on a.id = c.assignment_id
        left join assignment_extensions more on more.assignment_id = c.assignment_id and more.user_id = x.user_id
      where c.assignment_id = any(${assignmentIds}::bigint[])
        and ${userId === undefined ? sql`x.user_id is not null` : sql`x.user_id = ${userId}::bigint`}),
    ${readings},
    ${practised}
    select item_id as "itemId", user_id as "userId", round(avg(percent))::int as percent,
      (avg(percent) / 100)::float8 as share, (avg(timely) / 100)::float8 as timely, case when bool_and(done_at is not null) then max(done_at) end as "doneAt"
    from reading group by item_id, user_id
    union all ${tests} union all ${practices} union all ${programs} union all ${exams} union all ${handIns}`

/** Planned once per connection, because planning takes longer than reading the few rows of a student. */
const progressOfOne = preparedSql((assignmentIds: readonly number[], userId: number) =>
  progressOf(assignmentIds, userId),
)

/** Computes the progress of students from recorded reading, watching and answers. */
export async function itemProgress(db: Db, { assignmentIds, userId }: Range): Promise<ItemProgress[]> {
  if (userId !== undefined) return progressOfOne(db, assignmentIds, userId)
  const { rows } = await progressOf(assignmentIds).execute(db)
  return rows
}
