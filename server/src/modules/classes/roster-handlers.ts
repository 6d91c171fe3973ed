import type { RosterImport, staffClasses } from '@dxx/contract/calls/staff/classes'
import { totalMax } from '@dxx/contract/staff'
import { type RawBuilder, sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { Handlers, StaffCtx } from '../../context'
import type { RosterProblem, RosterState } from '../../db/schema/classes'
import { enqueue } from '../../jobs/queue'
import { schoolScope } from '../staff/public'
import { ownUploads } from '../uploads/public'
import { schoolInScope } from './access'
import type { RosterPlan } from './roster-plan'
import { isNewMember, missingStudents } from './roster-stage'

type Calls =
  | 'POST /staff/v1/roster_check'
  | 'GET /staff/v1/roster_list'
  | 'GET /staff/v1/roster_import'
  | 'GET /staff/v1/roster_rows'
  | 'POST /staff/v1/roster_apply'
  | 'POST /staff/v1/roster_cancel'

interface Row {
  id: number
  uid: string
  school_id: number
  school_uid: string
  school_name: string
  file_name: string
  state: RosterState
  created_at: number
  created_by: string
  finished_at: number | null
  counts: Partial<RosterImport['counts']>
  problems: RosterProblem[]
  plan: Partial<RosterPlan>
  new_classes: string[]
}

/** Maximum number of new classes that are listed by name. */
const namesMax = 50

const none: RosterImport['counts'] = {
  new: 0,
  changed: 0,
  moved: 0,
  missing: 0,
  missingVerified: 0,
  same: 0,
  classes: 0,
  newClasses: 0,
  terms: 0,
  newTerms: 0,
  newMembers: 0,
  teachers: 0,
  unknownTeachers: 0,
  removed: 0,
}

async function readImports({ db, staff }: StaffCtx, where: RawBuilder<boolean>, limit: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select i.id, i.uid, i.school_id, s.uid as school_uid, s.name as school_name, i.file_name, i.state, i.created_at,
      u.nickname as created_by, i.finished_at, i.counts, i.problems, i.plan,
      array(select k->>'name' from jsonb_array_elements(coalesce(i.plan->'classes', '[]')) k
        where i.state in ('ready', 'applying') and not exists (
          select from classes c where c.school_id = i.school_id and c.slug = k->>'slug') limit ${namesMax}) as new_classes
    from roster_imports i join schools s on s.id = i.school_id join users u on u.id = i.created_by
    where ${schoolScope(staff, 'class.manage', 's')} and ${where} order by i.id desc limit ${limit}`.execute(db)
  return rows
}

const shapeImport = (row: Row): RosterImport => ({
  id: row.uid,
  fileName: row.file_name,
  state: row.state,
  createdAt: row.created_at,
  createdBy: row.created_by,
  finishedAt: row.finished_at,
  counts: { ...none, ...row.counts },
  problems: row.problems,
  newClassNames: row.new_classes,
})

async function importInScope(ctx: StaffCtx, uid: string, lock = false): Promise<Row> {
  if (lock) await ctx.db.selectFrom('roster_imports').select('id').where('uid', '=', uid).forUpdate().execute()
  const [row] = await readImports(ctx, sql`i.uid = ${uid}::uuid`, 1)
  return row ?? fail('roster-not-found')
}

const importTarget = ({ school_uid, school_name }: Row) => ({ kind: 'school', id: school_uid, name: school_name })

interface Listed {
  studentNo: string
  name: string
  className: string
  line: number
  change: 'new' | 'changed' | 'moved' | 'same' | 'missing' | 'joined'
  beforeName: string | null
  beforeClass: string | null
  verified: boolean
}

/**
 * SQL: students who join teaching classes, each once with all these classes. Only a home class changes the student's
 * stored name.
 */
const newMembers = ({ id, school_id }: Row) => sql<Listed>`
  select r.student_no as "studentNo", min(r.line) as line, 'joined' as change,
    string_agg(coalesce(k.name, r.class_slug), '、' order by r.class_slug) as "className",
    coalesce((select e.name from rosters e where e.school_id = ${school_id} and e.student_no = r.student_no
      and not exists (select from roster_import_rows h
        where h.import_id = ${id} and h.student_no = r.student_no and h.home)), min(r.name)) as name,
    null::text as "beforeName", null::text as "beforeClass",
    exists (select from rosters e where e.school_id = ${school_id} and e.student_no = r.student_no
      and e.claimed_by is not null) as verified
  from roster_imports i join roster_import_rows r on r.import_id = i.id
    left join jsonb_to_recordset(i.plan->'classes') as k (slug text, name text) on k.slug = r.class_slug
  where i.id = ${id} and ${isNewMember(id, school_id)} group by r.student_no`

/** SQL: students of a file with one kind of change. */
const rowsWith = (row: Row, change: Listed['change']) =>
  change === 'joined'
    ? newMembers(row)
    : change === 'missing'
      ? sql<Listed>`
        select m.student_no as "studentNo", min(m.name) as name, string_agg(c.name, '、' order by c.position) as "className",
          0 as line, 'missing' as change, null::text as "beforeName", null::text as "beforeClass",
          bool_or(m.user_id is not null) as verified
        from (${missingStudents(row.id)}) m join classes c on c.id = m.class_id group by m.student_no`
      : sql<Listed>`
        select r.student_no as "studentNo", r.name, coalesce(k.name, r.class_slug) as "className", r.line, r.change,
          r.before_name as "beforeName", b.name as "beforeClass",
          exists (select from rosters e where e.school_id = i.school_id and e.student_no = r.student_no
            and e.claimed_by is not null) as verified
        from roster_imports i join roster_import_rows r on r.import_id = i.id and r.change = ${change}
          left join jsonb_to_recordset(i.plan->'classes') as k (slug text, name text) on k.slug = r.class_slug
          left join classes b on b.id = r.before_class
        where i.id = ${row.id}`

export const rosterHandlers: Pick<Handlers<typeof staffClasses>, Calls> = {
  'POST /staff/v1/roster_check': async (ctx, { schoolId, upload }) => {
    const { db, user, clock } = ctx
    const school = await schoolInScope(ctx, schoolId, 'class.manage')
    const [file] = await ownUploads(db, user.id, 'cs', [upload])
    if (!file) fail('upload-not-found')
    if (!/\.(csv|txt|xlsx|zip)$/i.test(file.name))
      fail('upload-refused', { msg: '名册要是 xlsx 或 csv 表格，或 OneRoster 的 zip，请换一个文件' })
    const { id, uid } = await db
      .insertInto('roster_imports')
      .values({
        school_id: school.id,
        created_by: user.id,
        file_name: file.name,
        upload_id: file.uploadId,
        created_at: clock.now(),
      })
      .returning(['id', 'uid'])
      .executeTakeFirstOrThrow()
    await enqueue(db, 'read_roster', { roster: id }, { runAt: clock.now() })
    // Reading a file does not change the roster, so it is not audited.
    ctx.audit(null)
    return { id: uid }
  },

  'GET /staff/v1/roster_list': async (ctx, { schoolId }) => {
    const where = sql<boolean>`(${schoolId ?? null}::uuid is null or s.uid = ${schoolId ?? null}::uuid)`
    return (await readImports(ctx, where, 50)).map(shapeImport)
  },

  'GET /staff/v1/roster_import': async (ctx, { id }) => shapeImport(await importInScope(ctx, id)),

  'GET /staff/v1/roster_rows': async (ctx, { id, change, after = '', limit }) => {
    const row = await importInScope(ctx, id)
    const listed = rowsWith(row, change)
    const { rows } = await sql<Listed>`
      select * from (${listed}) listed where "studentNo" > ${after} order by "studentNo" limit ${limit + 1}`.execute(
      ctx.db,
    )
    const { rows: counted } = await sql<{ total: number }>`
      select count(*) as total from (select from (${listed}) listed limit ${totalMax}) counted`.execute(ctx.db)
    const list = rows.slice(0, limit)
    return { list, next: rows.length > limit ? list.at(-1)!.studentNo : null, total: counted[0]!.total }
  },

  'POST /staff/v1/roster_apply': async (ctx, { id, remove, removing }) => {
    const { db, clock } = ctx
    const row = await importInScope(ctx, id, true)
    if (row.state === 'applying' || row.state === 'done') {
      ctx.audit(null)
      return {}
    }
    if (row.state !== 'ready') fail('roster-changed', { msg: '这份名册不能应用了，请重新上传' })
    const { rows } = await sql<{ count: number }>`
      select count(distinct student_no) as count from (${missingStudents(row.id)}) missing
      where ${remove} = 'all' or (${remove} = 'unclaimed' and user_id is null)`.execute(db)
    // Staff confirm the removal by its number of students, which must still be the number that was shown.
    if (rows[0]!.count !== removing) fail('roster-changed', { data: { removing: rows[0]!.count } })
    await db.updateTable('roster_imports').set({ state: 'applying', remove }).where('id', '=', row.id).execute()
    await enqueue(db, 'apply_roster', { roster: row.id }, { runAt: clock.now() })
    const { new: added, changed, moved } = { ...none, ...row.counts }
    ctx.audit({ target: importTarget(row), after: { file: row.file_name, added, changed, moved, removed: removing } })
    return {}
  },

  'POST /staff/v1/roster_cancel': async (ctx, { id }) => {
    const row = await importInScope(ctx, id, true)
    if (row.state === 'applying' || row.state === 'done') fail('roster-changed', { msg: '名册已经应用，不能放弃了' })
    await ctx.db
      .updateTable('roster_imports')
      .set({ state: 'cancelled', finished_at: ctx.clock.now() })
      .where('id', '=', row.id)
      .execute()
    ctx.audit(null)
    return {}
  },
}
