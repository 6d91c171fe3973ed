import { sql } from 'kysely'
import { stableId } from '../base/stable-ids'
import type { Db } from '../db/connection'
import { mergeOrder } from './merge-order'
import { mergeOrdered, tryRemoving } from './merge-ordered'
import type { StagedSite } from './site'
import { upsert } from './upsert'

/** Merges schools, their classes and their rosters into the database. Never removes a claimed roster entry. */
export async function writeSchools(tx: Db, { manifest, rosters }: StagedSite, remove: boolean): Promise<void> {
  const { schools } = manifest
  if (!schools) return
  const stored = await tx.selectFrom('schools').select(['id', 'slug', 'roster_match', 'roster_match_at']).execute()
  /** Values set in the console stay, and so do values that the manifest does not mention. */
  const matchOf = (slug: string, given: 'instant' | 'confirm' | undefined) => {
    const before = stored.find((school) => school.slug === slug)
    return before?.roster_match_at == null ? (given ?? before?.roster_match ?? null) : before.roster_match
  }
  const rows = schools.map(({ classes: _, roster: __, rosterMatch, ...row }) => ({
    ...row,
    roster_match: matchOf(row.slug, rosterMatch),
    latitude: row.latitude ?? null,
    longitude: row.longitude ?? null,
    uid: stableId('school', row.slug),
    has_roster: false,
  }))
  const withRoster = new Set(await schoolsWithRoster(tx))
  for (const row of rows) row.has_roster = rosters.has(row.slug) || withRoster.has(row.slug)
  await mergeOrdered(tx, 'schools', rows, remove, [], async (slug) => {
    const { id } = stored.find((school) => school.slug === slug)!
    await sql`delete from rosters where school_id = ${id} and claimed_by is null`.execute(tx)
    await sql`delete from classes where school_id = ${id}`.execute(tx)
    await sql`delete from schools where id = ${id}`.execute(tx)
  })
  const known = await tx.selectFrom('schools').select(['id', 'slug']).execute()
  for (const { slug, classes } of schools) {
    const id = known.find((school) => school.slug === slug)!.id
    await writeRosterAndClasses(tx, { id, slug }, classes, rosters.get(slug), remove)
  }
}

async function schoolsWithRoster(tx: Db): Promise<string[]> {
  const { rows } = await sql<{ slug: string }>`
    select slug from schools s where has_roster or exists (select from rosters where school_id = s.id)`.execute(tx)
  return rows.map(({ slug }) => slug)
}

type Classes = NonNullable<StagedSite['manifest']['schools']>[number]['classes']
type Entries = StagedSite['rosters'] extends Map<string, infer T> ? T : never

async function writeRosterAndClasses(
  tx: Db,
  school: { id: number; slug: string },
  classes: Classes,
  entries: Entries | undefined,
  remove: boolean,
): Promise<void> {
  const readClasses = () =>
    tx
      .selectFrom('classes')
      .select(['id', 'slug', 'position'])
      .where('school_id', '=', school.id)
      .orderBy('position')
      .orderBy('id')
      .execute()
  const order = mergeOrder(
    (await readClasses()).map(({ slug }) => slug),
    classes.map(({ slug }) => slug),
  )
  await upsert(
    tx,
    'classes',
    ['school_id', 'slug'],
    classes.map((entry) => ({
      ...entry,
      uid: stableId('class', `${school.slug}/${entry.slug}`),
      school_id: school.id,
      position: order.indexOf(entry.slug),
    })),
  )
  const classId = new Map((await readClasses()).map(({ id, slug }) => [slug, id]))
  await upsert(
    tx,
    'rosters',
    ['school_id', 'student_no'],
    (entries ?? []).map(({ studentNo, name, class: slug }) => ({
      school_id: school.id,
      student_no: studentNo,
      name,
      class_id: classId.get(slug)!,
    })),
  )
  if (remove && entries)
    await sql`
      delete from rosters where school_id = ${school.id} and claimed_by is null
        and student_no <> all (${entries.map(({ studentNo }) => studentNo)}::text[])`.execute(tx)
  const named = new Set(classes.map(({ slug }) => slug))
  if (remove)
    for (const [slug, id] of classId)
      if (!named.has(slug)) await tryRemoving(tx, () => tx.deleteFrom('classes').where('id', '=', id).execute())
  for (const [position, { id, position: stored }] of (await readClasses())
    .sort((a, b) => order.indexOf(a.slug) - order.indexOf(b.slug))
    .entries())
    if (stored !== position) await tx.updateTable('classes').set({ position }).where('id', '=', id).execute()
}
