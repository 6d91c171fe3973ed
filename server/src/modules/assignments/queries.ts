import type { CurriculumKind } from '@dxx/contract/shapes'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connection'
import type { ItemKind, LateRule } from '../../db/schema/assignments'

/** SQL: assignments `a` of the student that have begun. */
export const ofStudent = (
  userId: number,
  now: number,
) => sql<boolean>`a.withdrawn_at is null and a.starts_at <= ${now}::bigint
  and exists (select from assignment_classes k join class_students x on x.class_id = k.class_id
    where k.assignment_id = a.id and x.user_id = ${userId})`

export interface ItemRow {
  id: number
  uid: string
  assignmentId: number
  kind: ItemKind
  title: string
  amount: number
  minPercent: number
  points: number
  curriculumUid: string | null
  curriculumKind: CurriculumKind | null
  curriculumTitle: string | null
  chapterUid: string | null
  /** Chapter to open: the item's own, or a section if it has only sections. */
  openUid: string | null
  questionUid: string | null
  /** Chapter whose test contains the question, if no chapter embeds it. */
  testUid: string | null
  examUid: string | null
}

/** Items of assignments, in order. */
export async function itemsOf(db: Db, assignmentIds: readonly number[]): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select i.id, i.uid, i.assignment_id as "assignmentId", i.kind, i.title, i.amount, i.min_percent as "minPercent",
      i.points, k.uid as "curriculumUid", k.kind as "curriculumKind", k.title as "curriculumTitle",
      c.uid as "chapterUid", q.uid as "questionUid", e.uid as "examUid",
      case when c.id is null then (select x.uid from chapters x where x.curriculum_id = q.curriculum_id
        and x.test_slug = q.test_slug and x.removed_at is null limit 1) end as "testUid",
      case when c.kind <> 'part' or i.kind = 'practice' then c.uid
        else (select x.uid from chapters x where x.curriculum_id = c.curriculum_id and x.position > c.position
          and x.removed_at is null and x.kind in ('text', 'video') order by x.position limit 1) end as "openUid"
    from assignment_items i left join curricula k on k.id = i.curriculum_id left join chapters c on c.id = i.chapter_id
      left join questions q on q.id = i.question_id left join exams e on e.id = i.exam_id
    where i.assignment_id = any(${assignmentIds}::bigint[]) order by i.assignment_id, i.position`.execute(db)
  return rows
}

export interface AssignmentRow {
  id: number
  uid: string
  title: string
  note: string
  startsAt: number
  dueAt: number
  late: LateRule
  latePercent: number
  withdrawnAt: number | null
  teacher: string
  classes: { id: string; name: string }[]
}

/** Reads assignments `a`; `where` is a condition on `a`. `classes` limits the listed classes `c`. */
export async function readAssignments(
  db: Db,
  where: RawBuilder<boolean>,
  classes: RawBuilder<boolean>,
  tail: RawBuilder<unknown> = sql`order by a.due_at desc, a.id desc limit 200`,
): Promise<AssignmentRow[]> {
  const { rows } = await sql<AssignmentRow>`
    select a.id, a.uid, a.title, a.note, a.starts_at as "startsAt", a.due_at as "dueAt", a.late,
      a.late_percent as "latePercent", a.withdrawn_at as "withdrawnAt", t.nickname as teacher,
      (select coalesce(jsonb_agg(jsonb_build_object('id', c.uid, 'name', c.name) order by c.position), '[]')
        from assignment_classes k join classes c on c.id = k.class_id
        where k.assignment_id = a.id and ${classes}) as classes
    from assignments a join users t on t.id = a.created_by where ${where} ${tail}`.execute(db)
  return rows
}

interface Extension {
  dueAt: number
  reason: string
}

/**
 * Extensions of single students, as a function of assignment and student; undefined if the end of the class applies.
 */
export async function extensionsOf(db: Db, assignmentIds: readonly number[], userId?: number) {
  const { rows } = await sql<Extension & { assignmentId: number; userId: number }>`
    select x.assignment_id as "assignmentId", x.user_id as "userId", x.due_at as "dueAt", x.reason
    from assignment_extensions x join assignments a on a.id = x.assignment_id and a.due_at < x.due_at
    where x.assignment_id = any(${assignmentIds}::bigint[])
      and (${userId ?? null}::bigint is null or x.user_id = ${userId ?? null}::bigint)`.execute(db)
  const byStudent = new Map(rows.map((row) => [`${row.assignmentId} ${row.userId}`, row]))
  return (assignmentId: number, user: number | null): Extension | undefined => byStudent.get(`${assignmentId} ${user}`)
}
