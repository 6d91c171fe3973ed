import type { ClassBrief, staffClasses, Term } from '@dxx/contract/calls/staff/classes'
import { totalMax } from '@dxx/contract/staff'
import { type RawBuilder, sql } from 'kysely'
import { fail } from '../../base/refusal'
import { stableId } from '../../base/stable-ids'
import type { Handlers, StaffCtx } from '../../context'
import type { AuditRecord } from '../../db/audit-chain'
import type { Db } from '../../db/connection'
import { classScope, schoolScope } from '../staff/public'
import { classInScope, classTarget, schoolInScope } from './access'
import { newJoinCode } from './join-code'
import { lockRoster, teacherNames } from './queries'

type Calls =
  | 'GET /staff/v1/class_list'
  | 'GET /staff/v1/class_detail'
  | 'POST /staff/v1/class_save'
  | 'POST /staff/v1/class_archive'
  | 'POST /staff/v1/class_code'
  | 'GET /staff/v1/term_list'
  | 'POST /staff/v1/term_save'

interface Row {
  id: number
  uid: string
  name: string
  college: string
  year: number
  kind: 'home' | 'course'
  schoolUid: string
  schoolName: string
  termUid: string | null
  termName: string | null
  startsOn: string | null
  endsOn: string | null
  students: number
  verified: number
  teachers: string[]
  archivedAt: number | null
  joinCode: string | null
  waitingJoins: number
}

/** Reads classes `c`, newest year first. */
const selectClasses = (where: RawBuilder<boolean>, limit: number, now: number) => sql<Row>`
  select c.id, c.uid, c.name, c.college, c.year, c.kind, s.uid as "schoolUid", s.name as "schoolName",
    t.uid as "termUid", t.name as "termName", t.starts_on::text as "startsOn", t.ends_on::text as "endsOn",
    k.students, k.verified, ${teacherNames(now)} as teachers, c.archived_at as "archivedAt", c.join_code as "joinCode",
    (select count(*) from class_joins j where j.class_id = c.id and j.state = 'waiting') as "waitingJoins"
  from classes c join schools s on s.id = c.school_id left join terms t on t.id = c.term_id
    cross join lateral (
      select count(*) as students, count(x.user_id) as verified from class_students x where x.class_id = c.id) k
  where ${where} order by c.year desc, c.id desc limit ${limit}`

const shapeTerm = (row: { uid: string; name: string; startsOn: string; endsOn: string }): Term => ({
  id: row.uid,
  name: row.name,
  startsOn: row.startsOn,
  endsOn: row.endsOn,
})

function shapeClass(row: Row): ClassBrief {
  const { uid, name, college, year, kind, students, verified, teachers, archivedAt, termUid } = row
  return {
    id: uid,
    name,
    college,
    year,
    kind,
    school: { id: row.schoolUid, name: row.schoolName },
    term:
      termUid === null
        ? null
        : shapeTerm({ uid: termUid, name: row.termName!, startsOn: row.startsOn!, endsOn: row.endsOn! }),
    students,
    verified,
    teachers,
    archivedAt,
  }
}

/** Parses the position of a class in the list: `year.id`. */
function positionOf(text: string): [number, number] {
  const [, year, id] = /^(\d{1,5})\.(\d{1,15})$/.exec(text) ?? fail('invalid-input')
  return [Number(year), Number(id)]
}

async function termInSchool(db: Db, uid: string, schoolId: number): Promise<{ id: number; name: string }> {
  const found = await db
    .selectFrom('terms')
    .select(['id', 'name'])
    .where('uid', '=', uid)
    .where('school_id', '=', schoolId)
    .executeTakeFirst()
  return found ?? fail('term-not-found')
}

/** Slug of a class or term that is created in the console or by a roster file: derived from its name or key. */
export const rosterSlug = (prefix: 'c' | 't', key: string) => `${prefix}-${stableId('roster', key).slice(0, 8)}`

interface NewClass {
  schoolId: number
  schoolSlug: string
  slug: string
  name: string
  college: string
  year: number
  kind: 'home' | 'course'
  termId: number | null
}

/** Adds a class after the others of its school. */
export async function addClass(tx: Db, row: NewClass): Promise<{ id: number; uid: string }> {
  const { rows } = await sql<{ id: number; uid: string }>`
    insert into classes (uid, school_id, slug, name, college, year, kind, term_id, position)
    select ${stableId('class', `${row.schoolSlug}/${row.slug}`)}, ${row.schoolId}, ${row.slug}, ${row.name},
      ${row.college}, ${row.year}, ${row.kind}, ${row.termId}, coalesce(max(position) + 1, 0)
    from classes where school_id = ${row.schoolId} returning id, uid`.execute(tx)
  return rows[0]!
}

type SaveInput = Parameters<Handlers<typeof staffClasses>['POST /staff/v1/class_save']>[1]

/** Stores a class. Returns its id and the changes. */
async function saveClass(ctx: StaffCtx, input: SaveInput): Promise<{ id: string; record: AuditRecord }> {
  const { db } = ctx
  const { id: uid, schoolId, term, ...fields } = input
  const school = await schoolInScope(ctx, schoolId, 'class.manage')
  await lockRoster(db, school.id)
  const stored = uid === undefined ? null : await classInScope(ctx, uid, 'class.manage')
  if (stored && stored.school_id !== school.id) fail('class-not-found')
  const termRow = term === null ? null : await termInSchool(db, term, school.id)
  const namesake = await db
    .selectFrom('classes')
    .select('id')
    .where('school_id', '=', school.id)
    .where('name', '=', fields.name)
    .$if(stored !== null, (query) => query.where('id', '<>', stored!.id))
    .executeTakeFirst()
  if (namesake) fail('class-name-taken')
  const after = { ...fields, term: termRow?.name ?? null }
  if (stored) {
    // The kind of a class stays: its students are stored in different tables.
    const { kind: _, ...changes } = fields
    await db
      .updateTable('classes')
      .set({ ...changes, term_id: termRow?.id ?? null })
      .where('id', '=', stored.id)
      .execute()
    const record = { target: classTarget({ ...stored, name: fields.name }), before: { name: stored.name }, after }
    return { id: stored.uid, record }
  }
  const slug = rosterSlug('c', `${school.slug}/${fields.name}`)
  const added = await addClass(db, {
    ...fields,
    slug,
    schoolId: school.id,
    schoolSlug: school.slug,
    termId: termRow?.id ?? null,
  })
  return { id: added.uid, record: { target: classTarget({ uid: added.uid, name: fields.name }), after } }
}

export const classListHandlers: Pick<Handlers<typeof staffClasses>, Calls> = {
  'GET /staff/v1/class_list': async (
    { db, staff, clock },
    { after, limit, keyword = '', schoolId, term, archived },
  ) => {
    const wanted = `%${keyword.replace(/[\\%_]/g, '\\$&')}%`
    const where = sql<boolean>`${classScope(staff, 'class.view', 'c')}
      and (c.archived_at is not null) = ${archived}
      and (${schoolId ?? null}::uuid is null or c.school_id = (select id from schools where uid = ${schoolId ?? null}::uuid))
      and (${term ?? null}::uuid is null or c.term_id = (select id from terms where uid = ${term ?? null}::uuid))
      and (${keyword} = '' or c.name ilike ${wanted} or c.college ilike ${wanted})`
    const at = after === undefined ? null : positionOf(after)
    const from = at ? sql<boolean>`(c.year, c.id) < (${at[0]}::int, ${at[1]}::bigint)` : sql<boolean>`true`
    const { rows } = await selectClasses(sql`${where} and ${from}`, limit + 1, clock.now()).execute(db)
    const { rows: counted } = await sql<{ total: number }>`
      select count(*) as total from (select from classes c where ${where} limit ${totalMax}) counted`.execute(db)
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    return {
      list: shown.map(shapeClass),
      next: rows.length > limit ? `${last!.year}.${last!.id}` : null,
      total: counted[0]!.total,
    }
  },

  'GET /staff/v1/class_detail': async (ctx, { id }) => {
    const { id: rowId } = await classInScope(ctx, id, 'class.view')
    const { rows } = await selectClasses(sql`c.id = ${rowId}`, 1, ctx.clock.now()).execute(ctx.db)
    const { joinCode, waitingJoins } = rows[0]!
    return { ...shapeClass(rows[0]!), joinCode, waitingJoins }
  },

  'POST /staff/v1/class_save': async (ctx, input) => {
    const { id, record } = await saveClass(ctx, input)
    ctx.audit(record)
    return { id }
  },

  'POST /staff/v1/class_archive': async (ctx, { id, restore }) => {
    const row = await classInScope(ctx, id, 'class.manage')
    if ((row.archived_at === null) === restore) {
      ctx.audit(null)
      return {}
    }
    await ctx.db
      .updateTable('classes')
      // An archived class accepts no new students.
      .set(restore ? { archived_at: null } : { archived_at: ctx.clock.now(), join_code: null })
      .where('id', '=', row.id)
      .execute()
    ctx.audit({ target: classTarget(row), before: { archived: !restore }, after: { archived: restore } })
    return {}
  },

  'POST /staff/v1/class_code': async (ctx, { id, action }) => {
    const row = await classInScope(ctx, id, 'class.view')
    if (row.archived_at !== null && action !== 'close') fail('class-not-found')
    if (action === 'open' && row.join_code !== null) {
      ctx.audit(null)
      return { joinCode: row.join_code }
    }
    const joinCode = action === 'close' ? null : newJoinCode()
    await ctx.db.updateTable('classes').set({ join_code: joinCode }).where('id', '=', row.id).execute()
    ctx.audit({ target: classTarget(row), after: { joining: action } })
    return { joinCode }
  },

  'GET /staff/v1/term_list': async ({ db, staff }, { schoolId }) => {
    const { rows } = await sql<{
      uid: string
      name: string
      startsOn: string
      endsOn: string
      schoolUid: string
      schoolName: string
    }>`
      select t.uid, t.name, t.starts_on::text as "startsOn", t.ends_on::text as "endsOn", s.uid as "schoolUid",
        s.name as "schoolName"
      from terms t join schools s on s.id = t.school_id
      where (${schoolScope(staff, 'class.view', 's')}
          or exists (select from classes c where c.school_id = s.id and ${classScope(staff, 'class.view', 'c')}))
        and (${schoolId ?? null}::uuid is null or s.uid = ${schoolId ?? null}::uuid)
      order by t.starts_on desc, t.id desc limit 200`.execute(db)
    return rows.map((row) => ({ ...shapeTerm(row), school: { id: row.schoolUid, name: row.schoolName } }))
  },

  'POST /staff/v1/term_save': async (ctx, { id, schoolId, name, startsOn, endsOn }) => {
    const school = await schoolInScope(ctx, schoolId, 'class.manage')
    const values = { name, starts_on: startsOn, ends_on: endsOn }
    const stored = id === undefined ? null : await termInSchool(ctx.db, id, school.id)
    const { uid } = await (stored
      ? ctx.db.updateTable('terms').set(values).where('id', '=', stored.id).returning('uid').executeTakeFirstOrThrow()
      : ctx.db
          .insertInto('terms')
          .values({ ...values, school_id: school.id, slug: rosterSlug('t', `${school.slug}/${name}/${startsOn}`) })
          .onConflict((conflict) => conflict.columns(['school_id', 'slug']).doUpdateSet(values))
          .returning('uid')
          .executeTakeFirstOrThrow())
    ctx.audit({
      target: { kind: 'term', id: uid, name },
      before: stored && { name: stored.name },
      after: { name, startsOn, endsOn },
    })
    return { id: uid }
  },
}
