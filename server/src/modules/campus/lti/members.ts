import { sql } from 'kysely'
import { LtiRefused } from '../../../adapters/lti/lti'
import { retryAfter } from '../../../base/retry-schedule'
import { inTransaction } from '../../../db/transaction'
import { platformById } from './platforms'
import { callService, type LtiContext } from './services'

/** Reads the members of the courses for which staff have asked. */
export async function readDueMembers(ctx: LtiContext): Promise<void> {
  for (let count = 0; count < 20; count++) if (!(await readNext(ctx))) return
}

const claimSeconds = 300

async function readNext(ctx: LtiContext): Promise<boolean> {
  const { db, clock, log } = ctx
  const now = clock.now()
  const { rows } = await sql<{ id: number }>`
    update lti_links set members_due_at = ${now + claimSeconds}::bigint where id = (
      select id from lti_links where members_due_at <= ${now}::bigint
      order by members_due_at, id limit 1 for update skip locked)
    returning id`.execute(db)
  if (!rows[0]) return false
  const { id } = rows[0]
  const link = await db.selectFrom('lti_links').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const platform = await platformById(db, link.platform_id)
  const update = (values: object) => db.updateTable('lti_links').set(values).where('id', '=', id).execute()
  if (!platform || link.memberships_url === '') {
    await update({ members_due_at: null })
    return true
  }
  try {
    const members = await callService(ctx, platform, 'members', (token) =>
      ctx.lti.readMembers(link.memberships_url, token, platform.number_from),
    )
    // One row per person: a roster may name a person twice, with different roles.
    const bySubject = new Map(members.map((member) => [member.subject, member]))
    await inTransaction(db, async (tx) => {
      await tx
        .deleteFrom('lti_members')
        .where('platform_id', '=', platform.id)
        .where('context_id', '=', link.context_id)
        .execute()
      const place = { platform_id: platform.id, context_id: link.context_id, read_at: now }
      const values = [...bySubject.values()].map(({ studentNo, isTeacher, ...member }) => ({
        ...place,
        ...member,
        student_no: studentNo,
        is_teacher: isTeacher,
      }))
      for (let from = 0; from < values.length; from += 1000)
        await tx
          .insertInto('lti_members')
          .values(values.slice(from, from + 1000))
          .execute()
      await tx
        .updateTable('lti_links')
        .set({ members_due_at: null, members_read_at: now, members_failures: 0, members_error: '' })
        .where('id', '=', id)
        .execute()
    })
  } catch (error) {
    log.warn({ err: error, link: id }, 'the members of a learning platform were not read')
    const failures = link.members_failures + 1
    const wait = error instanceof LtiRefused && error.permanent ? null : retryAfter(failures)
    await update({
      members_failures: failures,
      members_error: String(error).slice(0, 300),
      members_due_at: wait === null ? null : now + wait,
    })
  }
  return true
}
