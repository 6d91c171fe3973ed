import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import type { Notice } from './public'

/** All users, the verified students of a class, or the owner of a mobile number. */
export type Receivers = { to: 'all' } | { to: 'class'; school: string; slug: string } | { to: 'user'; mobile: string }

/** Sends the same message to many users in one statement. Returns their number. */
export async function sendToMany(
  db: Db,
  receivers: Receivers,
  { kind, title, body, link = '' }: Omit<Notice, 'userId'>,
  now: number,
): Promise<number> {
  const chosen =
    receivers.to === 'all'
      ? sql`true`
      : receivers.to === 'user'
        ? sql`u.mobile = ${receivers.mobile}`
        : sql`u.student_status = 'passed' and exists (
            select from student_classes a join classes c on c.id = a.class_id join schools s on s.id = c.school_id
            where a.user_id = u.id and s.slug = ${receivers.school} and c.slug = ${receivers.slug})`
  const { numAffectedRows } = await sql`
    insert into messages (user_id, kind, title, body, link, created_at)
    select u.id, ${kind}, ${title}, ${body}, ${link}, ${now}::bigint from users u
    where u.closed_at is null and ${chosen}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Classes that messages can be sent to, with the names that the ops command uses for them. */
export async function namedClasses(db: Db): Promise<{ name: string; title: string }[]> {
  return db
    .selectFrom('classes as c')
    .innerJoin('schools as s', 's.id', 'c.school_id')
    .select([sql<string>`s.slug || '/' || c.slug`.as('name'), sql<string>`s.name || ' ' || c.name`.as('title')])
    .orderBy('s.position')
    .orderBy('c.position')
    .execute()
}
