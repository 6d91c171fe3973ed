import { setTimeout } from 'node:timers/promises'
import { type StudentCallName, studentCalls } from '@dxx/contract/calls'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { allHandlers } from './all-handlers'
import { PrewrittenBody } from './base/prewritten-body'
import { Refusal } from './base/refusal'
import type { Ctx, Environment, User } from './context'
import type { Db } from './db/connection'
import { inTransaction } from './db/transaction'
import { CallContext } from './http/call-context'
import { parseInput } from './http/input'
import { serialiserOf } from './http/serialise'
import { findSession } from './http/session'

/** A page that loads sends several requests at once. */
const connections = 2
/** PostgreSQL keeps the plan of a prepared statement after five executions. */
const rounds = 6
/** A start does not wait longer, for example for a table that is locked. */
const mostMs = 5_000

/** A user without rows of his own. */
const userWithoutRows: User = {
  id: 0,
  uid: '00000000-0000-0000-0000-000000000000',
  nickname: '',
  avatar: null,
  mobile: '',
  hasPassword: false,
  studentStatus: 'none',
  createdAt: 0,
}

/**
 * Runs the calls that students make first, without writing: a first visitor would wait for new connections, plans of
 * the database, filled caches and functions to be compiled, up to forty times as long as later ones.
 */
export async function warmUp(env: Environment): Promise<void> {
  // The start does not depend on it, and a request would report the same error.
  const prepared = readAll(env).catch((err) => env.log.warn({ err }, 'could not prepare the first calls'))
  await Promise.race([prepared, setTimeout(mostMs, undefined, { ref: false })])
}

async function readAll(env: Environment): Promise<void> {
  const calls = await firstCalls(env.db)
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let round = 0; round < rounds; round++) {
        await findSession(env.db, '', env.clock.now())
        for (const [name, input] of calls) {
          await read(env, name, input, userWithoutRows)
          if (studentCalls[name].access === 'public') await read(env, name, input, null)
        }
      }
    }),
  )
}

type FirstCall = [name: StudentCallName, input: object]

async function firstCalls(db: Db): Promise<FirstCall[]> {
  const { rows } = await sql<{ id: string; chapterId: string }>`
    select c.uid as id, ch.uid as "chapterId" from curricula c join chapters ch on ch.curriculum_id = c.id
    where c.kind = 'textbook' and ch.kind = 'text' and ch.free order by ch.id limit 1`.execute(db)
  const ofCurriculum = rows.flatMap(({ id, chapterId }): FirstCall[] => [
    ['GET /v1/textbooks_info', { id }],
    ['GET /v1/textbooks_chapter', { id }],
    ['GET /v1/textbooks_view_chapter', { id: chapterId }],
  ])
  return [['GET /v1/course_index', {}], ['GET /v1/ebook_index', {}], ['GET /v1/course_list', {}], ...ofCurriculum]
}

async function read(env: Environment, name: StudentCallName, input: object, user: User | null): Promise<void> {
  const { input: shape, data: dataShape } = studentCalls[name]
  const handle = allHandlers[name] as unknown as (ctx: Ctx, input: unknown) => Promise<unknown>
  const request = { headers: {} } as FastifyRequest
  try {
    await inTransaction(env.db, async (tx) => {
      await sql`set transaction read only`.execute(tx)
      const ctx = new CallContext(env, request, user && { user, id: null, staff: null }, tx)
      const data = await handle(ctx, parseInput(shape, input))
      if (!(data instanceof PrewrittenBody)) serialiserOf(dataShape)(data)
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}
