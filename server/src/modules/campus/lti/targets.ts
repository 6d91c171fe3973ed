import { sql } from 'kysely'
import type { Db } from '../../../db/connection'
import type { LtiTargetKind } from '../../../db/schema/campus'
import { chapterLink, detailsLink } from '../../catalogue/public'

/** A place that a launch opens. */
export interface LtiTarget {
  kind: LtiTargetKind
  id: string
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const kinds: readonly string[] = ['chapter', 'curriculum', 'practice', 'exam'] satisfies LtiTargetKind[]

/** Parses `exam:<id>`; null if the text is not a target. */
export function parseTarget(text: string): LtiTarget | null {
  const [kind = '', id = ''] = text.split(':')
  return kinds.includes(kind) && uuid.test(id) ? { kind: kind as LtiTargetKind, id } : null
}

const targetText = ({ kind, id }: LtiTarget) => `${kind}:${id}`

interface Place {
  title: string
  /** Route of the student app. */
  page: string
}

/** Returns title and page of a target; null if it does not exist, or is an exam of another school. */
export async function placeOf(db: Db, { kind, id }: LtiTarget, schoolId: number): Promise<Place | null> {
  if (kind === 'exam') {
    const exam = await db
      .selectFrom('exams')
      .select('title')
      .where('uid', '=', id)
      .where('school_id', '=', schoolId)
      .where('withdrawn_at', 'is', null)
      .executeTakeFirst()
    return exam ? { title: exam.title, page: `pages/exam/answer?id=${id}` } : null
  }
  if (kind === 'chapter') {
    const chapter = await db
      .selectFrom('chapters as h')
      .innerJoin('curricula as c', 'c.id', 'h.curriculum_id')
      .select(['h.title', 'h.kind as chapterKind', 'c.uid as curriculumId', 'c.kind', 'c.title as book'])
      .where('h.uid', '=', id)
      .where('h.removed_at', 'is', null)
      .where('c.published', '=', true)
      .executeTakeFirst()
    if (!chapter) return null
    const { title, book, ...place } = chapter
    return { title: `${book} · ${title}`, page: chapterLink({ ...place, chapterId: id }) }
  }
  const item = await db
    .selectFrom('curricula')
    .select(['title', 'kind'])
    .where('uid', '=', id)
    .where('published', '=', true)
    .executeTakeFirst()
  if (!item || (kind === 'practice' && item.kind !== 'bank')) return null
  return { title: item.title, page: kind === 'practice' ? `pages/bank/practice?id=${id}` : detailsLink(item.kind, id) }
}

interface Choice {
  target: string
  title: string
  note: string
}

/** Items in each list of the page where teachers choose. */
const perKind = 30

/** Content that a teacher may choose, by words in the title: items, practices, exams of the school, and chapters. */
export async function findChoices(db: Db, words: string, schoolId: number, now: number): Promise<Choice[]> {
  const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<{ kind: LtiTargetKind; id: string; title: string; note: string }>`
    (select 'exam' as kind, uid as id, title, '考试' as note from exams
      where school_id = ${schoolId} and withdrawn_at is null and title like ${pattern}
      order by starts_at desc limit ${perKind})
    union all
    (select 'practice', uid, title, '题库练习' from curricula
      where published and published_at <= ${now} and kind = 'bank' and title like ${pattern} order by id limit ${perKind})
    union all
    (select 'curriculum', uid, title, case kind when 'course' then '课程' when 'ebook' then '电子书' else '数字教材' end
      from curricula where published and published_at <= ${now} and kind <> 'bank' and title like ${pattern} order by id limit ${perKind})
    union all
    (select 'chapter', h.uid, h.title, c.title from chapters h join curricula c on c.id = h.curriculum_id
      where ${words} <> '' and c.published and c.published_at <= ${now} and c.kind <> 'bank' and h.removed_at is null and h.kind in ('text', 'video')
        and (h.title like ${pattern} or c.title like ${pattern})
      order by c.id, h.position limit ${2 * perKind})`.execute(db)
  return rows.map(({ kind, id, title, note }) => ({ target: targetText({ kind, id }), title, note }))
}
