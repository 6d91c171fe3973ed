import type { staffAssignments } from '@dxx/contract/calls/staff/assignments'
import { formatChineseTime } from '@dxx/contract/rules/time-from'
import { sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { Handlers, StaffCtx } from '../../context'
import type { AuditRecord } from '../../db/audit-chain'
import type { Db } from '../../db/connection'
import { studentIdsOf } from '../classes/public'
import { notifyAll } from '../messages/public'
import { classScope } from '../staff/public'
import { itemsOf } from './queries'
import { assignmentLink } from './remind'
import { assignmentInScope } from './staff-lists'

type Calls = 'POST /staff/v1/assignment_save' | 'POST /staff/v1/assignment_withdraw'
type SaveInput = Parameters<Handlers<typeof staffAssignments>['POST /staff/v1/assignment_save']>[1]
type ItemInput = SaveInput['items'][number]

/** Classes of one school in the scope. All must be found, so that a foreign class is refused like an unknown one. */
async function classesInScope({ db, staff }: StaffCtx, uids: string[]) {
  const { rows } = await sql<{ id: number; school_id: number; name: string }>`
    select c.id, c.school_id, c.name from classes c
    where c.uid = any(${uids}::uuid[]) and c.archived_at is null and ${classScope(staff, 'class.assign', 'c')}
    order by c.id`.execute(db)
  const [first] = rows
  if (!first || rows.length !== new Set(uids).size) fail('class-not-found')
  if (rows.some(({ school_id }) => school_id !== first.school_id))
    fail('class-not-found', { msg: '一份作业只能布置给同一所学校的班级' })
  return { schoolId: first.school_id, classIds: rows.map(({ id }) => id), names: rows.map(({ name }) => name) }
}

interface Target {
  curriculum_id: number | null
  chapter_id: number | null
  question_id: number | null
  exam_id: number | null
  title: string
}

interface Found extends Target {
  /** Questions of a practice. */
  questions?: number
}

const nothing: Target = { curriculum_id: null, chapter_id: null, question_id: null, exam_id: null, title: '' }

/** SQL: ids of chapter `c` and all chapters below it. */
const chaptersBelow = sql`
  with recursive below as (
    select c.id union all select x.id from chapters x join below b on x.parent_id = b.id)
  select id from below`

/** Finds the target of an item: published content, or an exam of one of the classes. */
async function targetOf(db: Db, item: ItemInput, classIds: number[], now: number): Promise<Target> {
  if (item.kind === 'handin')
    return { ...nothing, title: item.title || fail('assignment-target', { msg: '请写要交什么' }) }
  if (item.target === null) fail('assignment-target')
  const published = sql`k.published and k.published_at <= ${now}::bigint`
  const { rows } = await {
    chapter: () => sql<Found>`
      select k.id as curriculum_id, c.id as chapter_id, c.title from chapters c join curricula k on k.id = c.curriculum_id
      where c.uid = ${item.target}::uuid and c.removed_at is null and ${published}
        and (${item.kind} <> 'test' or c.test_slug is not null) and (${item.kind} <> 'lesson' or k.kind = 'course')
        -- A chapter without text and video could never be done.
        and (${item.kind} = 'test' or exists (
          select from chapters x where x.id in (${chaptersBelow}) and x.removed_at is null and x.kind in ('text', 'video')))`,
    practice: () => sql<Found>`
      select k.id as curriculum_id, c.id as chapter_id, coalesce(c.title, k.title) as title, (
        select count(*) from questions q where q.curriculum_id = k.id and q.removed_at is null
          and (c.id is null or q.chapter_id in (${chaptersBelow})))::int as questions
      from curricula k
        left join chapters c on c.curriculum_id = k.id and c.uid = ${item.chapter}::uuid and c.removed_at is null
      where k.uid = ${item.target}::uuid and ${published} and (${item.chapter}::uuid is null or c.id is not null)`,
    code: () => sql<Found>`
      select k.id as curriculum_id, q.chapter_id, q.id as question_id, '编程题：' || coalesce(c.title, k.title) as title
      from questions q join curricula k on k.id = q.curriculum_id left join chapters c on c.id = q.chapter_id
      where q.uid = ${item.target}::uuid and q.type = 'code' and q.removed_at is null and ${published}`,
    exam: () => sql<Found>`
      select e.id as exam_id, e.title from exams e
      where e.uid = ${item.target}::uuid and e.withdrawn_at is null and exists (
        select from exam_classes x where x.exam_id = e.id and x.class_id = any(${classIds}::bigint[]))`,
  }
    [item.kind === 'lesson' || item.kind === 'test' ? 'chapter' : item.kind]()
    .execute(db)
  const { questions, ...found } = rows[0] ?? fail('assignment-target')
  if (item.kind === 'practice' && item.amount < 1) fail('assignment-target', { msg: '请写练习要做几题' })
  // An item that asks for more questions than exist could never be finished.
  if (questions !== undefined && item.amount > questions)
    fail('assignment-target', { msg: `《${found.title}》只有 ${questions} 题，请减少练习的题数` })
  return { ...nothing, ...found, title: item.title || found.title }
}

async function writeItems(tx: Db, assignmentId: number, items: ItemInput[], targets: Target[]): Promise<void> {
  await tx.deleteFrom('assignment_items').where('assignment_id', '=', assignmentId).execute()
  await tx
    .insertInto('assignment_items')
    .values(
      items.map(({ kind, amount, minPercent, points }, position) => ({
        ...targets[position]!,
        assignment_id: assignmentId,
        position,
        kind,
        amount: kind === 'practice' ? amount : 0,
        min_percent: kind === 'test' || kind === 'code' ? minPercent : 0,
        points,
      })),
    )
    .execute()
}

/** Whether the input has the stored items in the same order: after the start only times and texts may change. */
async function hasSameItems(db: Db, assignmentId: number, items: ItemInput[]): Promise<boolean> {
  const stored = await itemsOf(db, [assignmentId])
  return stored.length === items.length && stored.every((item, at) => items[at]!.id === item.uid)
}

interface Saved {
  id: string
  students: number
  record: AuditRecord
}

/** Stores an assignment. Returns its id, the number of its students and the changes. */
async function save(ctx: StaffCtx, input: SaveInput): Promise<Saved> {
  const { db, user, clock } = ctx
  const now = clock.now()
  const { schoolId, classIds, names } = await classesInScope(ctx, input.classes)
  const values = {
    school_id: schoolId,
    title: input.title,
    note: input.note,
    starts_at: input.startsAt,
    due_at: input.dueAt,
    late: input.late,
    late_percent: input.late === 'deduct' ? input.latePercent : 0,
    updated_at: now,
  }
  const stored = input.id === undefined ? null : await assignmentInScope(ctx, input.id, 'class.assign')
  const hasStarted = stored !== null && stored.startsAt <= now
  const targetAudit = (uid: string) => ({ kind: 'assignment', id: uid, name: input.title })
  const after = { title: input.title, classes: names.join('、'), dueAt: input.dueAt, items: input.items.length }
  if (stored && hasStarted) {
    const same = new Set(stored.classes.map(({ id }) => id))
    const keepsClasses = same.size === classIds.length && input.classes.every((uid) => same.has(uid))
    if (!keepsClasses || !(await hasSameItems(db, stored.id, input.items))) fail('assignment-started')
    const { starts_at: _, school_id: __, ...changes } = values
    // After a change to a later end, students are reminded again.
    const reminder = input.dueAt > stored.dueAt ? { reminded_at: null } : {}
    await db
      .updateTable('assignments')
      .set({ ...changes, ...reminder })
      .where('id', '=', stored.id)
      .execute()
    const record = { target: targetAudit(stored.uid), before: { title: stored.title, dueAt: stored.dueAt }, after }
    return { id: stored.uid, students: (await studentIdsOf(db, classIds)).length, record }
  }
  const targets: Target[] = []
  for (const item of input.items) targets.push(await targetOf(db, item, classIds, now))
  const { id, uid } = stored
    ? await db
        .updateTable('assignments')
        .set(values)
        .where('id', '=', stored.id)
        .returning(['id', 'uid'])
        .executeTakeFirstOrThrow()
    : await db
        .insertInto('assignments')
        .values({ ...values, created_by: user.id, created_at: now })
        .returning(['id', 'uid'])
        .executeTakeFirstOrThrow()
  await db.deleteFrom('assignment_classes').where('assignment_id', '=', id).execute()
  await db
    .insertInto('assignment_classes')
    .values(classIds.map((class_id) => ({ assignment_id: id, class_id })))
    .execute()
  await writeItems(db, id, input.items, targets)
  const record = { target: targetAudit(uid), before: stored && { title: stored.title, dueAt: stored.dueAt }, after }
  return { id: uid, students: (await studentIdsOf(db, classIds)).length, record }
}

export const saveAssignmentHandlers: Pick<Handlers<typeof staffAssignments>, Calls> = {
  'POST /staff/v1/assignment_save': async (ctx, input) => {
    const { record, ...saved } = await save(ctx, input)
    ctx.audit(record)
    return saved
  },

  'POST /staff/v1/assignment_withdraw': async (ctx, { id, reason }) => {
    const { db, clock } = ctx
    const now = clock.now()
    const row = await assignmentInScope(ctx, id, 'class.assign')
    if (row.withdrawnAt !== null) {
      ctx.audit(null)
      return {}
    }
    const { rows } = await sql<{ announced: boolean }>`
      update assignments set withdrawn_at = ${now}::bigint where id = ${row.id}
      returning announced_at is not null as announced`.execute(db)
    if (rows[0]?.announced) {
      const classes = await db
        .selectFrom('assignment_classes')
        .select('class_id')
        .where('assignment_id', '=', row.id)
        .execute()
      const students = await studentIdsOf(
        db,
        classes.map(({ class_id }) => class_id),
      )
      const body = `《${row.title}》（${formatChineseTime(row.dueAt)} 截止）已撤回，不用做了。原因：${reason}`
      await notifyAll(db, students, { kind: 'study', title: '作业已撤回', body, link: assignmentLink() }, now)
    }
    ctx.audit({ target: { kind: 'assignment', id: row.uid, name: row.title }, after: { withdrawn: true }, reason })
    return {}
  },
}
