import type { classes, MyClasses } from '@dxx/contract/calls/classes'
import { sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { Ctx, Handlers } from '../../context'
import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'
import { countAgainst, type Limit } from '../../http/limits'
import { closeWork, openWork } from '../work/public'
import { teacherNames } from './queries'

/** Limits that prevent guessing class codes. */
const triesPerUser: Limit = { name: 'class code user', max: 30, windowSeconds: 86_400 }

interface CodeRow {
  id: number
  uid: string
  school_id: number
  kind: 'home' | 'course'
  name: string
  college: string
  school: string
  teachers: string[]
}

const shapeClass = ({ name, college, school, teachers }: CodeRow) => ({ name, college, school, teachers })

const selectClass = (where: ReturnType<typeof sql<boolean>>, now: number) => sql<CodeRow>`
  select c.id, c.uid, c.school_id, c.kind, c.name, c.college, s.name as school, ${teacherNames(now)} as teachers
  from classes c join schools s on s.id = c.school_id where ${where}`

type JoinCtx = Pick<Ctx<'user'>, 'rootDb' | 'db' | 'user' | 'clock'>

async function classByCode({ rootDb, db, user, clock }: JoinCtx, code: string): Promise<CodeRow> {
  // Counted outside the transaction, so that refused tries count as well.
  await countAgainst(rootDb, triesPerUser, String(user.id), clock.now())
  const { rows } = await selectClass(
    sql`c.join_code = ${code.toUpperCase()} and c.archived_at is null`,
    clock.now(),
  ).execute(db)
  return rows[0] ?? fail('class-code-wrong')
}

async function myClasses(db: Db, userId: number, now: number): Promise<MyClasses> {
  const { rows } = await selectClass(
    sql`c.archived_at is null and c.id in (select x.class_id from class_students x where x.user_id = ${userId})
      order by c.kind desc, c.position`,
    now,
  ).execute(db)
  const request = await db
    .selectFrom('class_joins')
    .select(['class_id', 'student_no', 'name', 'state', 'reason', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const isShown = request && (request.state === 'waiting' || request.state === 'rejected')
  const wanted = isShown && (await selectClass(sql`c.id = ${request.class_id}`, now).execute(db)).rows[0]
  return {
    classes: rows.map((row) => ({ ...shapeClass(row), id: row.uid, kind: row.kind })),
    request:
      isShown && wanted
        ? {
            class: shapeClass(wanted),
            studentNo: request.student_no,
            name: request.name,
            state: request.state as 'waiting' | 'rejected',
            reason: request.reason,
            createdAt: request.created_at,
          }
        : null,
  }
}

interface JoinDetails {
  studentNo: string
  name: string
}

async function requestJoin(db: Db, userId: number, target: CodeRow, details: JoinDetails, now: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`select from users where id = ${userId} for update`.execute(tx)
    const { rows: member } = await sql`
      select from class_students where user_id = ${userId} and class_id = ${target.id} limit 1`.execute(tx)
    if (member.length > 0) fail('class-joined')
    const open = await tx
      .selectFrom('class_joins')
      .select(['id', 'class_id'])
      .where('user_id', '=', userId)
      .where('state', '=', 'waiting')
      .executeTakeFirst()
    if (open && open.class_id !== target.id) fail('join-waiting')
    const values = { student_no: details.studentNo, name: details.name }
    const { id } = open
      ? await tx
          .updateTable('class_joins')
          .set(values)
          .where('id', '=', open.id)
          .returning('id')
          .executeTakeFirstOrThrow()
      : await tx
          .insertInto('class_joins')
          .values({ ...values, class_id: target.id, user_id: userId, created_at: now })
          .returning('id')
          .executeTakeFirstOrThrow()
    const title = `${target.name} · ${details.name}`
    await openWork(tx, { kind: 'join', subjectId: id, userId, schoolId: target.school_id, title }, now)
  })
}

export const handlers: Handlers<typeof classes> = {
  'GET /v1/class_by_code': async (ctx, { code }) => shapeClass(await classByCode(ctx, code)),

  'POST /v1/class_join': async (ctx, { code, ...details }) => {
    const now = ctx.clock.now()
    const target = await classByCode(ctx, code)
    await requestJoin(ctx.db, ctx.user.id, target, details, now)
    return myClasses(ctx.db, ctx.user.id, now)
  },

  'POST /v1/class_join_withdraw': async ({ db, user, clock }) => {
    const now = clock.now()
    await inTransaction(db, async (tx) => {
      const row = await tx
        .updateTable('class_joins')
        .set({ state: 'withdrawn', decided_at: now })
        .where('user_id', '=', user.id)
        .where('state', '=', 'waiting')
        .returning('id')
        .executeTakeFirst()
      await closeWork(tx, 'join', (row ?? fail('join-not-found')).id, now)
    })
    return myClasses(db, user.id, now)
  },

  'GET /v1/my_classes': ({ db, user, clock }) => myClasses(db, user.id, clock.now()),
}
