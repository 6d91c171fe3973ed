import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import type { AnswerKind } from '../../db/schema/statistics'
import { inTransaction } from '../../db/transaction'
import type { Body, Given } from '../../questions/rubric'
import { chosenOptions } from './chosen-options'

/** Small, so that little work is repeated if the process is killed. */
const batch = 1000

/** Seconds. After a longer gap the time is unknown, because the student was not working on one question all the time. */
const longestGap = 600

interface Found {
  questionId: number
  userId: number
  attemptId: number
  versionId: number
  kind: AnswerKind
  share: number | null
  rest: number | null
  seconds: number | null
  answer: Given | null
}

/**
 * Reads answers with their share of the points. An answer counts if its score is final and it shows what the user knew:
 * not by staff, not after 背题 showed the key, not in an exam that was opened without answering any question. Points
 * that a ruling gave to all students do not count, nor do void questions. Unanswered questions count only in exams.
 */
async function readAnswers(tx: Db, attemptIds: number[]): Promise<Found[]> {
  const { rows } = await sql<Found>`
    with taken as (select unnest(${attemptIds}::bigint[]) as id),
    gaps as (
      select s.attempt_id, s.position,
        s.at - coalesce(lag(s.at) over (partition by s.attempt_id order by s.at, s.epoch, s.seq), e.started_at) as seconds
      from exam_steps s join exam_attempts e on e.id = s.attempt_id
      where s.fate = 'counted' and s.attempt_id in (
        select a.exam_attempt_id from question_attempts a join taken using (id))),
    spent as (
      select attempt_id, position, sum(seconds) as seconds from gaps
      where seconds between 0 and ${longestGap} group by 1, 2)
    select distinct on (a.question_id, a.user_id) a.question_id as "questionId", a.user_id as "userId", a.id as "attemptId",
      a.version_id as "versionId", a.answer,
      case a.source when 'exam' then 'exam' when 'test' then 'test' else 'practice' end as kind,
      case when (a.verdict in ('right', 'partial', 'wrong') or (a.verdict = 'unanswered' and a.source = 'exam'))
          and a.max_score > 0 and (e.id is null or (e.score_state = 'scored' and coalesce(e.answered, 1) > 0))
          and not exists (select from staff_grants g where g.user_id = a.user_id)
          and not exists (select from exam_rulings r
            where r.exam_id = e.exam_id and r.position = a.position and r.kind = 'void')
          and not exists (select from practices p where p.user_id = a.user_id and p.way = 'recite'
            and p.created_at <= a.created_at and a.version_id = any(p.version_ids))
        then coalesce((a.ruled_from ->> 'score')::float8, a.score) / a.max_score end as share,
      (others.score - a.score)::float8 / nullif(others.max_score - a.max_score, 0) as rest,
      (case when a.practice_id is not null then (
          select a.created_at - coalesce(max(b.created_at), max(p.created_at)) from practices p
            left join question_attempts b on b.practice_id = p.id and b.id < a.id
          where p.id = a.practice_id)
        else spent.seconds end)::float8 as seconds
    from taken join question_attempts a using (id)
      left join exam_attempts e on e.id = a.exam_attempt_id
      left join spent on spent.attempt_id = a.exam_attempt_id and spent.position = a.position
      left join lateral (
        select sum(o.score) as score, sum(o.max_score) as max_score from question_attempts o
        where o.exam_attempt_id = a.exam_attempt_id
        union all
        select sum(o.score), sum(o.max_score) from question_attempts o where o.test_attempt_id = a.test_attempt_id
        order by 1 nulls last limit 1) others on true
    order by a.question_id, a.user_id, a.id`.execute(tx)
  return rows
}

async function bodiesOf(tx: Db, versionIds: number[]): Promise<Map<number, Body>> {
  if (versionIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('question_versions')
    .select(['id', 'body'])
    .where('id', 'in', [...new Set(versionIds)])
    .execute()
  return new Map(rows.map(({ id, body }) => [id, body]))
}

/** Stores first answers, and adds their differences from the stored ones to the sums. */
async function storeAnswers(tx: Db, found: Found[]): Promise<void> {
  const bodies = await bodiesOf(
    tx,
    found.map(({ versionId }) => versionId),
  )
  const rows = found.map(({ answer, seconds, rest, ...row }) => ({
    ...row,
    rest: row.share === null ? null : rest,
    seconds: seconds !== null && seconds >= 0 && seconds <= longestGap ? Math.round(seconds) : null,
    chosen: chosenOptions(bodies.get(row.versionId)!, answer),
  }))
  await sql`
    with found as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f("questionId" bigint, "userId" bigint,
        "attemptId" bigint, "versionId" bigint, kind text, share float8, rest float8, seconds int, chosen smallint[])),
    previous as (
      select f.* from first_answers f join found n on n."questionId" = f.question_id and n."userId" = f.user_id),
    stored as (
      insert into first_answers as f (question_id, user_id, attempt_id, version_id, kind, share, rest, seconds, chosen)
        select "questionId", "userId", "attemptId", "versionId", kind, share, rest, seconds, chosen from found
        on conflict (question_id, user_id) do update set attempt_id = excluded.attempt_id,
          version_id = excluded.version_id, kind = excluded.kind, share = excluded.share, rest = excluded.rest,
          seconds = excluded.seconds, chosen = excluded.chosen
          where excluded.attempt_id <= f.attempt_id
        returning f.*),
    changes as (
      select version_id, kind, share, rest, seconds, chosen, 1 as sign from stored where share is not null
      union all
      select p.version_id, p.kind, p.share, p.rest, p.seconds, p.chosen, -1
      from previous p join stored using (question_id, user_id) where p.share is not null),
    scales as (
      insert into calibration_scales as c (curriculum_id, new_answers)
        select q.curriculum_id, count(*) from changes n join question_versions v on v.id = n.version_id
          join questions q on q.uid = v.question_uid
        group by 1 order by 1
        on conflict (curriculum_id) do update set new_answers = c.new_answers + excluded.new_answers),
    counted as (
      insert into item_counts as c (version_id, kind, counter, value, answers)
        select version_id, kind, counter, value, sum(sign) from (
          select version_id, kind, 'option' as counter, unnest(chosen) as value, sign from changes
          union all
          select version_id, kind, 'seconds', floor(8 * log(2, 1 + seconds))::smallint, sign from changes
          where seconds is not null) one
        group by 1, 2, 3, 4 having sum(sign) <> 0 order by 1, 2, 3, 4
        on conflict (version_id, kind, counter, value) do update set answers = c.answers + excluded.answers)
    insert into item_statistics as s
      select version_id, kind, sum(sign), coalesce(sum(sign) filter (where share = 1), 0), sum(sign * share),
        coalesce(sum(sign) filter (where rest is not null), 0), coalesce(sum(sign * rest), 0),
        coalesce(sum(sign * rest * rest), 0), coalesce(sum(sign * share) filter (where rest is not null), 0),
        coalesce(sum(sign * share * share) filter (where rest is not null), 0), coalesce(sum(sign * rest * share), 0)
      from changes group by version_id, kind order by version_id, kind
      on conflict (version_id, kind) do update set answers = s.answers + excluded.answers,
        rights = s.rights + excluded.rights, share_sum = s.share_sum + excluded.share_sum,
        rest_answers = s.rest_answers + excluded.rest_answers, rest_sum = s.rest_sum + excluded.rest_sum,
        rest_squares = s.rest_squares + excluded.rest_squares, rest_share_sum = s.rest_share_sum + excluded.rest_share_sum,
        rest_share_squares = s.rest_share_squares + excluded.rest_share_squares,
        rest_products = s.rest_products + excluded.rest_products`.execute(tx)
}

/**
 * Counts a batch of new or changed answers. The lock serialises servers, because two batches that read the same first
 * answer before either has changed it would count it twice. Returns the number of changes.
 */
function countBatch(db: Db, size: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('item statistics'))`.execute(tx)
    const { rows } = await sql<{ attemptId: number }>`
      delete from answer_changes where id in (select id from answer_changes order by id limit ${size})
      returning attempt_id as "attemptId"`.execute(tx)
    const found = await readAnswers(tx, [...new Set(rows.map(({ attemptId }) => attemptId))])
    if (found.length > 0) await storeAnswers(tx, found)
    return rows.length
  })
}

/** Counts all changed answers, however long ago the last run was. */
export async function countAnswers(db: Db, size = batch): Promise<void> {
  while ((await countBatch(db, size)) === size);
}
