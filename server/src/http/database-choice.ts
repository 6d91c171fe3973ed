import { setTimeout as pause } from 'node:timers/promises'
import type { Call } from '@dxx/contract/call'
import { headers } from '@dxx/contract/signature'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { Refusal } from '../base/refusal'
import type { Environment } from '../context'
import { type Db, isConnectionError } from '../db/connection'
import type { LogPosition } from '../db/standby-states'
import { header } from './header'

const name = headers.position.toLowerCase()

/** A position further ahead than this belongs to another database, for example the one before a restore. */
const mostAhead = 256 * 1024 * 1024

export const positionText = (position: LogPosition) => position.toString(16).padStart(16, '0')

/** The position that the client has seen; null if it sent none. */
function sentPosition(request: FastifyRequest): LogPosition | null {
  const text = header(request, name)
  return text && /^[0-9a-f]{16}$/.test(text) ? Number.parseInt(text, 16) : null
}

/**
 * Returns the standby that a request may read from; null for the primary. A logged-in client that sends no position may
 * have written a moment ago, so it reads from the primary and gets a position with the response.
 */
function standbyFor({ replicas }: Environment, request: FastifyRequest, token: string): Db | null {
  const newest = replicas?.newest()
  if (!replicas || newest === null || newest === undefined) return null
  const position = token === '' ? 0 : sentPosition(request)
  if (position === null || position > newest + mostAhead) return null
  // The same client always reads from the same standby, so that it does not see older data after newer data.
  const turn = (token.charCodeAt(0) || 0) + (token.charCodeAt(1) || 0)
  return replicas.choose(position, turn)
}

/**
 * Whether a read that failed on a standby may succeed on the primary: the standby was lost, cancelled the read because
 * of the log, cannot write, or refused because it does not have a purchase yet.
 */
const mayReadAgain = (error: unknown) =>
  error instanceof Refusal || isConnectionError(error) || (error as { code?: string }).code === '40001'
const needsPrimary = (error: unknown) => (error as { code?: string }).code === '25006'

/** Runs a call on a standby if its declaration and the client's position allow that, otherwise on the primary. */
export async function onChosenDatabase<T>(
  env: Environment,
  { replica }: Pick<Call, 'replica'>,
  request: FastifyRequest,
  run: (db: Db) => Promise<T>,
): Promise<T> {
  if (!replica || !env.replicas) return run(env.db)
  const { reads } = env.replicas
  const standby = standbyFor(env, request, header(request, headers.token.toLowerCase()) ?? '')
  reads[standby ? 'standby' : 'primary'] += 1
  if (!standby) return run(env.db)
  try {
    return await run(standby)
  } catch (error) {
    if (!mayReadAgain(error)) throw error
    if (isConnectionError(error) && !needsPrimary(error)) env.replicas.lost(standby)
    return run(env.db)
  }
}

/**
 * Sends a position that includes everything the response shows: what the client wrote, and what it saw of others, such
 * as a payment that the payment service reported.
 */
export async function sendPosition(
  { replicas }: Environment,
  { replica }: Pick<Call, 'replica'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (!replicas || header(request, headers.token.toLowerCase()) === undefined) return
  const sent = sentPosition(request)
  if (!replica || sent === null) reply.header(name, positionText(await replicas.position()))
  else if (sent > (replicas.newest() ?? sent) + mostAhead) reply.header(name, '0')
}

/**
 * Input fields by which calls use up a code or query a payment service; such calls are not repeated, see
 * deploy/nginx.conf.
 */
const usedUp = /^(code|wechat_code|ticket|mergeTicket|secret|password|channel)$/

/**
 * Whether a call that lost the database may run again by itself, although its commit may have succeeded: reads, calls
 * with a key, and calls of users that are naturally idempotent. Not logins and calls that use up a code.
 */
export function mayRunAgain({ writes, access, input, streams }: Call, isStaff: boolean): boolean {
  if (streams) return false
  if (writes !== 'natural') return true
  const fields = Object.keys((input as z.ZodObject).shape ?? {})
  return !isStaff && access !== 'public' && !fields.some((field) => usedUp.test(field))
}

/**
 * Runs a call again while the database is lost, until the time is over: after a takeover a client then gets a late
 * response instead of an error.
 */
export async function untilPrimaryIsBack<T>(forMs: number, run: () => Promise<T>): Promise<T> {
  const end = performance.now() + forMs
  for (let tries = 1; ; tries++) {
    try {
      return await run()
    } catch (error) {
      const waitMs = Math.min(100 * tries, 500) * (0.5 + Math.random())
      if (!isConnectionError(error) || performance.now() + waitMs > end) throw error
      await pause(waitMs)
    }
  }
}
