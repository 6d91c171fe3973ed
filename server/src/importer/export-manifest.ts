import { formatDate } from '@dxx/contract/rules/time-from'
import type { Selectable } from 'kysely'
import { parseDocument } from 'yaml'
import type { Db } from '../db/connection'
import type { Schema } from '../db/schema/schema'

/**
 * Returns the manifest of a curriculum with the current values of the database, where fields may have changed since the
 * import. Fields with unchanged values keep the author's formatting.
 */
export async function manifestNow(db: Db, curriculum: Selectable<Schema['curricula']>, text: string): Promise<string> {
  const document = parseDocument(text, { schema: 'core' })
  const nameOf = async (table: 'subjects' | 'teachers', id: number | null) =>
    id === null
      ? undefined
      : (await db.selectFrom(table).select('slug').where('id', '=', id).executeTakeFirstOrThrow()).slug
  const related = await db
    .selectFrom('related_curricula')
    .select(['kind', 'slug'])
    .where('curriculum_id', '=', curriculum.id)
    .orderBy('position')
    .execute()
  const now: Record<string, unknown> = {
    title: curriculum.title,
    subtitle: curriculum.subtitle || undefined,
    subject: await nameOf('subjects', curriculum.subject_id),
    teacher: await nameOf('teachers', curriculum.teacher_id),
    author: curriculum.author || undefined,
    price: curriculum.price_cents / 100,
    discount: Number(curriculum.discount_percent) === 100 ? undefined : Number(curriculum.discount_percent),
    summary: curriculum.summary || undefined,
    tags: curriculum.tags.length > 0 ? curriculum.tags : undefined,
    published: formatDate(curriculum.published_at),
    learners: curriculum.learners === 0 ? undefined : curriculum.learners,
    hidden: curriculum.published ? undefined : true,
    related: related.length > 0 ? related.map(({ kind, slug }) => `${kind}/${slug}`) : undefined,
  }
  const defaults: Record<string, unknown> = { discount: 100, learners: 0, hidden: false }
  const written = (document.toJS() ?? {}) as Record<string, unknown>
  let changed = false
  for (const [field, value] of Object.entries(now)) {
    const old = written[field] ?? undefined
    if (same(old, value) || (value === undefined && same(old, defaults[field]))) continue
    if (value === undefined) document.delete(field)
    else document.set(field, value)
    changed = true
  }
  return changed ? document.toString() : text
}

const plain = (value: unknown) => JSON.stringify(typeof value === 'string' ? value.trim() : value)
const same = (a: unknown, b: unknown) =>
  plain(a) === plain(b) || (Array.isArray(a) && a.length === 0 && b === undefined)
