import type { ClassGrant, staffClasses } from '@dxx/contract/calls/staff/classes'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { Handlers } from '../../context'
import type { Db } from '../../db/connection'
import { grantEntitlement, revokeEntitlement } from '../access/public'
import { onSale } from '../catalogue/public'
import { classScope, schoolScope } from '../staff/public'
import { classInScope, classTarget, schoolInScope } from './access'
import { lockRoster } from './queries'

type Calls =
  | 'GET /staff/v1/class_grants'
  | 'POST /staff/v1/class_grant'
  | 'POST /staff/v1/class_grant_revoke'
  | 'GET /staff/v1/school_seats'
  | 'GET /staff/v1/seats_list'
  | 'POST /staff/v1/school_seats_set'

const sourceOf = (grantId: number) => `class ${grantId}`

/** SQL: grants `g` that give access at this time. */
const isLive = (now: number) =>
  sql<boolean>`(g.revoked_at is null and (g.ends_at is null or g.ends_at > ${now}::bigint))`

interface Holder {
  grantId: number
  userId: number
  curriculumId: number
}

/**
 * Gives students of classes with a live grant their entitlements up to the number of seats, and revokes those of ended
 * grants and of students who left the class. Students who have a seat keep it; free seats go, by student number, to
 * students who do not own the content otherwise.
 */
export async function syncClassGrants(db: Db, now: number, classId: number | null = null): Promise<void> {
  const wanted = sql`
    select g.id as grant_id, g.curriculum_id, x.user_id,
      row_number() over (partition by g.id order by e.id is null, x.student_no) as place, g.seats
    from class_grants g join class_students x on x.class_id = g.class_id and x.user_id is not null
      left join entitlements e on e.user_id = x.user_id and e.curriculum_id = g.curriculum_id and /* check: owned */ e.revoked_at is null
    where ${isLive(now)} and (e.id is null or e.source = 'class ' || g.id)`
  const { rows: ended } = await sql<Holder>`
    with wanted as (select * from (${wanted}) w where place <= seats)
    select g.id as "grantId", e.user_id as "userId", e.curriculum_id as "curriculumId"
    from class_grants g join entitlements e on e.source = 'class ' || g.id and e.revoked_at is null
    where (${classId}::bigint is null or g.class_id = ${classId}::bigint)
      and not exists (select from wanted w where w.grant_id = g.id and w.user_id = e.user_id)`.execute(db)
  for (const { grantId, ...entitlement } of ended)
    await revokeEntitlement(db, { ...entitlement, source: sourceOf(grantId), now })
  const { rows: missing } = await sql<Holder>`
    with wanted as (select * from (${wanted}) w where place <= seats)
    select w.grant_id as "grantId", w.user_id as "userId", w.curriculum_id as "curriculumId"
    from wanted w join class_grants g on g.id = w.grant_id
    where (${classId}::bigint is null or g.class_id = ${classId}::bigint) and not exists (
      select from entitlements e where e.user_id = w.user_id and e.curriculum_id = w.curriculum_id
        and e.revoked_at is null)`.execute(db)
  for (const { grantId, ...owed } of missing) await grantEntitlement(db, { ...owed, source: sourceOf(grantId), now })
}

async function grantsOf(db: Db, classId: number, now: number): Promise<ClassGrant[]> {
  const { rows } = await sql<{
    id: string
    curriculumId: string
    kind: CurriculumKind
    title: string
    seats: number
    used: number
    without: number
    endsAt: number | null
  }>`
    select g.uid as id, c.uid as "curriculumId", c.kind, c.title, g.seats, g.ends_at as "endsAt",
      (select count(*) from entitlements e where e.source = 'class ' || g.id and e.revoked_at is null) as used,
      (select count(distinct x.user_id) from class_students x where x.class_id = g.class_id and not exists (
        select from entitlements e
        where e.user_id = x.user_id and e.curriculum_id = g.curriculum_id and /* check: without */ e.revoked_at is null)) as without
    from class_grants g join curricula c on c.id = g.curriculum_id
    where g.class_id = ${classId} and ${isLive(now)} order by g.id`.execute(db)
  return rows.map(({ curriculumId, kind, title, ...grant }) => ({
    ...grant,
    curriculum: { id: curriculumId, kind, title },
  }))
}

async function curriculumOnSale(db: Db, uid: string, now: number) {
  const { rows } = await sql<{ id: number; title: string; cents: number }>`
    select c.id, c.title, c.pay_cents as cents from curricula c where c.uid = ${uid}::uuid and ${onSale(now)}`.execute(
    db,
  )
  return rows[0] ?? fail('curriculum-not-found')
}

interface GrantRequest {
  schoolId: number
  classId: number
  curriculumId: number
  seats: number
  endsAt: number | null
}

/** Rejects a grant of paid content beyond the seats that the school has bought. The caller holds the roster's lock. */
async function checkSeats(
  db: Db,
  { schoolId, classId, curriculumId, seats, endsAt }: GrantRequest,
  now: number,
): Promise<void> {
  const { rows } = await sql<{ seats: number; ends_at: number | null; granted: number }>`
    select s.seats, s.ends_at, (
      select coalesce(sum(g.seats), 0) from class_grants g join classes c on c.id = g.class_id
      where c.school_id = s.school_id and g.curriculum_id = s.curriculum_id and g.class_id <> ${classId}
        and ${isLive(now)})::int as granted
    from school_seats s where s.school_id = ${schoolId} and s.curriculum_id = ${curriculumId}`.execute(db)
  const bought = rows[0]
  const left = bought ? bought.seats - bought.granted : 0
  if (seats > left) fail('seats-exceeded', { msg: `学校还剩 ${Math.max(0, left)} 个名额，请减少名额或联系运营增加` })
  if (bought!.ends_at !== null && (endsAt === null || endsAt > bought!.ends_at))
    fail('seats-exceeded', { msg: '学校的名额到期更早，请把期限改到那之前' })
}

export const classGrantHandlers: Pick<Handlers<typeof staffClasses>, Calls> = {
  'GET /staff/v1/class_grants': async (ctx, { class: uid }) =>
    grantsOf(ctx.db, (await classInScope(ctx, uid, 'class.view')).id, ctx.clock.now()),

  'POST /staff/v1/class_grant': async (ctx, { class: uid, curriculum, seats, endsAt }) => {
    const { db, user, clock } = ctx
    const now = clock.now()
    const row = await classInScope(ctx, uid, 'class.manage')
    const { id: curriculumId, title, cents } = await curriculumOnSale(db, curriculum, now)
    await lockRoster(db, row.school_id)
    if (cents > 0) await checkSeats(db, { schoolId: row.school_id, classId: row.id, curriculumId, seats, endsAt }, now)
    await sql`
      insert into class_grants (class_id, curriculum_id, seats, ends_at, created_by, created_at)
      values (${row.id}, ${curriculumId}, ${seats}, ${endsAt}::bigint, ${user.id}, ${now}::bigint)
      on conflict (class_id, curriculum_id) where revoked_at is null
        do update set seats = excluded.seats, ends_at = excluded.ends_at`.execute(db)
    await syncClassGrants(db, now, row.id)
    ctx.audit({ target: classTarget(row), after: { granted: title, seats, endsAt } })
    return grantsOf(db, row.id, now)
  },

  'POST /staff/v1/class_grant_revoke': async (ctx, { id, reason }) => {
    const { db, staff, clock } = ctx
    const now = clock.now()
    const { rows } = await sql<{ id: number; class_id: number; uid: string; name: string; title: string }>`
      select g.id, g.class_id, c.uid, c.name, k.title
      from class_grants g join classes c on c.id = g.class_id join curricula k on k.id = g.curriculum_id
      where g.uid = ${id}::uuid and g.revoked_at is null and ${classScope(staff, 'class.manage', 'c')}
      for update of g`.execute(db)
    const grant = rows[0] ?? fail('grant-not-found')
    await db.updateTable('class_grants').set({ revoked_at: now }).where('id', '=', grant.id).execute()
    await syncClassGrants(db, now, grant.class_id)
    ctx.audit({ target: classTarget(grant), after: { revoked: grant.title }, reason })
    return {}
  },

  'GET /staff/v1/school_seats': async (ctx, { schoolId }) => {
    const school = await schoolInScope(ctx, schoolId, 'class.manage')
    const { rows } = await sql<{
      id: string
      kind: CurriculumKind
      title: string
      seats: number
      granted: number
      endsAt: number | null
    }>`
      select c.uid as id, c.kind, c.title, s.seats, s.ends_at as "endsAt", (
        select coalesce(sum(g.seats), 0) from class_grants g join classes k on k.id = g.class_id
        where k.school_id = s.school_id and g.curriculum_id = c.id and ${isLive(ctx.clock.now())})::int as granted
      from school_seats s join curricula c on c.id = s.curriculum_id where s.school_id = ${school.id}
      order by c.title`.execute(ctx.db)
    return rows.map(({ id, kind, title, ...seats }) => ({ ...seats, curriculum: { id, kind, title } }))
  },

  'GET /staff/v1/seats_list': async ({ db, staff, clock }) => {
    const inScope = schoolScope(staff, 'catalogue.manage', 's')
    const { rows: schools } = await sql<{ id: string; name: string }>`
      select s.uid as id, s.name from schools s where ${inScope} order by s.name limit 5000`.execute(db)
    const { rows } = await sql<{
      schoolId: string
      school: string
      id: string
      kind: CurriculumKind
      title: string
      seats: number
      granted: number
      used: number
      endsAt: number | null
    }>`
      select s.uid as "schoolId", s.name as school, c.uid as id, c.kind, c.title, b.seats, b.ends_at as "endsAt",
        coalesce(sum(g.seats), 0)::int as granted,
        coalesce(sum((select count(*) from entitlements e
          where e.source = 'class ' || g.id and e.revoked_at is null)), 0)::int as used
      from school_seats b join schools s on s.id = b.school_id join curricula c on c.id = b.curriculum_id
        left join classes k on k.school_id = s.id
        left join class_grants g on g.class_id = k.id and g.curriculum_id = c.id and ${isLive(clock.now())}
      where ${inScope} group by s.id, c.id, b.seats, b.ends_at order by s.name, c.title limit 1000`.execute(db)
    return {
      schools,
      list: rows.map(({ schoolId, school, id, kind, title, ...seats }) => ({
        ...seats,
        school: { id: schoolId, name: school },
        curriculum: { id, kind, title },
      })),
    }
  },

  'POST /staff/v1/school_seats_set': async (ctx, { schoolId, curriculum, seats, endsAt }) => {
    const { db, clock } = ctx
    const school = await schoolInScope(ctx, schoolId, 'catalogue.manage')
    const { id, title } = await curriculumOnSale(db, curriculum, clock.now())
    await sql`
      insert into school_seats (school_id, curriculum_id, seats, ends_at, updated_at)
      values (${school.id}, ${id}, ${seats}, ${endsAt}::bigint, ${clock.now()}::bigint)
      on conflict (school_id, curriculum_id) do update set seats = excluded.seats, ends_at = excluded.ends_at,
        updated_at = excluded.updated_at`.execute(db)
    ctx.audit({ target: { kind: 'school', id: school.uid, name: school.name }, after: { seats, title, endsAt } })
    return {}
  },
}
