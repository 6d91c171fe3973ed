import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { CodeScene } from '@dxx/contract/calls/accounts'
import { limits, timing } from '@dxx/contract/rules/constants'
import type { CodeMessage } from '../../adapters/sms/sms'
import { SmsError } from '../../adapters/sms/sms'
import type { Environment } from '../../context'
import type { Db } from '../../db/connection'
import { lockName } from '../../db/lock'
import { inTransaction } from '../../db/transaction'
import { fail } from '../../http/errors'
import { tooMany } from '../../http/limits'

const lifeSeconds = 300
const maxGuesses = 5
const hour = 3600
const day = 24 * hour
const perHour = 5
const perDay = 10

export const hashCode = (secret: string, scene: CodeScene, mobile: string, code: string) =>
  createHmac('sha256', secret).update(`${scene} ${mobile} ${code}`).digest()

interface Asked {
  mobile: string
  scene: CodeScene
  /** Nobody is to get one, but from outside it must look as if. */
  pretend: boolean
}

/** Sends a new code, which replaces the one before for this number and scene. */
export async function sendCode(env: Environment, { mobile, scene, pretend }: Asked): Promise<void> {
  const { db, clock, config } = env
  const now = clock.now()
  const code = String(randomInt(10 ** limits.codeLength)).padStart(limits.codeLength, '0')
  const codeHash = pretend ? randomBytes(32) : hashCode(config.secret, scene, mobile, code)
  const id = await inTransaction(db, async (tx) => {
    await lockName(tx, `codes ${mobile}`)
    checkPace(await sendTimes(tx, mobile, now - day), now)
    const { id } = await tx
      .insertInto('codes')
      .values({ mobile, scene, code_hash: codeHash, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
  if (pretend) return
  const message = { mobile, code, scene }
  if (scene !== 'find') return deliver(env, id, message)
  // After the answer: the time it takes must not tell whether somebody was written to.
  setImmediate(() => {
    deliver(env, id, message).catch((error) => env.log.warn({ err: error }, 'a code to find a password was not sent'))
  })
}

async function deliver({ db, sms, log }: Environment, id: number, message: CodeMessage): Promise<void> {
  try {
    await sms.send(message)
  } catch (error) {
    if (!(error instanceof SmsError)) throw error
    log.error({ err: error }, 'an SMS was not taken')
    // Nothing was sent, so it does not count, and another try may follow at once.
    await db.deleteFrom('codes').where('id', '=', id).execute()
    if (error.reason === 'limited') fail('sms-failed', { msg: '这个号码今天收到的短信太多，请明天再试' })
    if (error.reason === 'number') fail('sms-failed', { msg: '这个号码收不到短信，请检查后再试' })
    fail('sms-failed')
  }
}

async function sendTimes(db: Db, mobile: string, since: number): Promise<number[]> {
  const rows = await db
    .selectFrom('codes')
    .select('created_at')
    .where('mobile', '=', mobile)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map((row) => row.created_at)
}

/** `times`: when codes went to this number during the last day, newest first. */
export function checkPace(times: number[], now: number): void {
  const [last] = times
  if (last !== undefined && now - last < timing.codeCountdownSeconds) tooMany(last + timing.codeCountdownSeconds - now)
  const [nthOfHour, nthOfDay] = [times[perHour - 1], times[perDay - 1]]
  if (nthOfDay !== undefined) tooMany(nthOfDay + day - now)
  if (nthOfHour !== undefined && nthOfHour > now - hour) tooMany(nthOfHour + hour - now)
}

interface Given {
  mobile: string
  scene: CodeScene
  code: string
}

/** The id of the current code if it is the right one; to be handed to `useCode`. Each try counts, right or wrong. */
export async function matchCode({ db, clock, config }: Environment, { mobile, scene, code }: Given): Promise<number> {
  const now = clock.now()
  const row = await db
    .updateTable('codes')
    .set((eb) => ({ guesses: eb('guesses', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('codes')
        .select('id')
        .where('mobile', '=', mobile)
        .where('scene', '=', scene)
        .orderBy('id', 'desc')
        .limit(1),
    )
    .where('used_at', 'is', null)
    .where('guesses', '<', maxGuesses)
    .where('created_at', '>', now - lifeSeconds)
    .returning(['id', 'code_hash'])
    .executeTakeFirst()
  if (!row) fail('code-wrong', { msg: '验证码已失效，请重新获取' })
  if (!timingSafeEqual(row.code_hash, hashCode(config.secret, scene, mobile, code))) fail('code-wrong')
  return row.id
}

/** Of several that matched it at once, one gets to use it. */
export async function useCode(tx: Db, id: number, now: number): Promise<void> {
  const used = await tx
    .updateTable('codes')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!used) fail('code-wrong')
}
