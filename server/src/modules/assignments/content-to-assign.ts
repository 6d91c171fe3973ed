import type { staffAssignments } from '@dxx/contract/calls/staff/assignments'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { Handlers } from '../../context'
import type { Db } from '../../db/connection'
import { parseHtml, readableText } from '../../text/document'
import { plainFormulas } from '../../text/plain-formulas'
import { onSale } from '../catalogue/public'
import { classScope } from '../staff/public'

type Calls =
  | 'GET /staff/v1/assign_curricula'
  | 'GET /staff/v1/assign_chapters'
  | 'GET /staff/v1/assign_programs'
  | 'GET /staff/v1/assign_exams'

async function publishedCurriculum(db: Db, uid: string, now: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select c.id from curricula c where c.uid = ${uid}::uuid and ${onSale(now)}`.execute(db)
  return (rows[0] ?? fail('curriculum-not-found')).id
}

const titleMax = 60

/** Beginning of a question's text, with formulas as they are written. */
function titleOf(html: string): string {
  const text = plainFormulas(parseHtml(html).children.map(readableText).join('')).replace(/\s+/g, ' ').trim()
  return text.length > titleMax ? `${text.slice(0, titleMax - 1)}…` : text
}

/** What teachers may assign: published content, and exams of their classes. */
export const contentHandlers: Pick<Handlers<typeof staffAssignments>, Calls> = {
  'GET /staff/v1/assign_curricula': async ({ db, staff, clock }, { keyword, kinds, classes }) => {
    const wanted = `%${keyword.replace(/[\\%_]/g, '\\$&')}%`
    const { rows } = await sql<{ id: string; kind: CurriculumKind; title: string; paid: boolean; without: number }>`
      with students as materialized (
        select distinct x.user_id from classes c join class_students x on x.class_id = c.id and x.user_id is not null
        where c.uid = any(${classes}::uuid[]) and ${classScope(staff, 'class.assign', 'c')})
      select c.uid as id, c.kind, c.title, c.pay_cents > 0 as paid, (
        select count(*) from students s where not exists (select from entitlements e
          where e.user_id = s.user_id and e.curriculum_id = c.id and e.revoked_at is null)) as without
      from curricula c
      where ${onSale(clock.now())} and (${kinds ?? null}::text[] is null or c.kind = any(${kinds ?? null}::text[]))
        and c.title ilike ${wanted}
      order by c.learners desc, c.id limit 30`.execute(db)
    return rows
  },

  'GET /staff/v1/assign_chapters': async ({ db, clock }, { curriculum }) => {
    const id = await publishedCurriculum(db, curriculum, clock.now())
    const { rows } = await sql<{
      id: string
      title: string
      kind: 'part' | 'text' | 'video' | 'expand'
      depth: number
      hasTest: boolean
      questions: number
      free: boolean
    }>`
      with recursive tree as (
        select c.*, 0 as depth from chapters c where c.curriculum_id = ${id} and c.parent_id is null
        union all select c.*, t.depth + 1 from chapters c join tree t on t.id = c.parent_id)
      select t.uid as id, t.title, t.kind, t.depth, t.test_slug is not null as "hasTest",
        (select count(*) from questions q where q.chapter_id = t.id and q.removed_at is null) as questions,
        t.free
      from tree t where t.removed_at is null order by t.position limit 2000`.execute(db)
    return rows
  },

  'GET /staff/v1/assign_programs': async ({ db, clock }, { curriculum }) => {
    const id = await publishedCurriculum(db, curriculum, clock.now())
    const { rows } = await sql<{ id: string; stem: string; chapter: string }>`
      select q.uid as id, v.body->>'stem' as stem, coalesce(c.title, (
          select x.title || '的测验' from chapters x
          where x.curriculum_id = q.curriculum_id and x.test_slug = q.test_slug and x.removed_at is null limit 1), '') as chapter
      from questions q join question_versions v on v.id = q.version_id left join chapters c on c.id = q.chapter_id
      where q.curriculum_id = ${id} and q.type = 'code' and q.removed_at is null
      order by c.position, q.position limit 500`.execute(db)
    return rows.map(({ stem, ...row }) => ({ ...row, title: titleOf(stem) }))
  },

  'GET /staff/v1/assign_exams': async ({ db, staff }, { classes }) => {
    const { rows } = await sql<{ id: string; title: string; startsAt: number; endsAt: number }>`
      select e.uid as id, e.title, e.starts_at as "startsAt", e.ends_at as "endsAt" from exams e
      where e.withdrawn_at is null and exists (
        select from exam_classes x join classes c on c.id = x.class_id
        where x.exam_id = e.id and c.uid = any(${classes}::uuid[]) and ${classScope(staff, 'class.assign', 'c')})
      order by e.starts_at desc limit 50`.execute(db)
    return rows
  },
}
