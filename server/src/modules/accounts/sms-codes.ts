import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { CodeScene } from '@dxx/contract/calls/accounts'
import { appLimits, timing } from '@dxx/contract/rules/constants'
import type { CodeMessage } from '../../adapters/sms/sms'
import { SmsError } from '../../adapters/sms/sms'
import { fail } from '../../base/refusal'
import type { Ctx, Environment } from '../../context'
import type { Db } from '../../db/connection'
import { lockName } from '../../db/lock'
import { inTransaction } from '../../db/transaction'
import { countAgainst, type Limit, rejectTooMany } from '../../http/limits'
import { chargeGuess, codesNeeded, giveBackGuesses, guessLimits, holdBudgets, scopesOf } from './guess-budget'
import { type Requester, requesterFor } from './known-devices'
import { useSlider } from './slider'

const lifeSeconds = 300
const hour = 3600
const day = 24 * hour
const perHour = 5
/** Codes per number from unknown devices; each known device of the owner has a separate limit of the same size. */
export const smsCodesPerDay = 10
/** Codes per number from unknown devices of one network, so that one network cannot exhaust a number's `perDay`. */
const perNetworkDay = 4

const sends: Limit[] = [
  { name: 'send_code network hour', max: 500, windowSeconds: 3600 },
  { name: 'send_code network day', max: 2000, windowSeconds: 86_400 },
]
/** Limit per account for codes to other numbers. */
const sendsPerUser: Limit = { name: 'send_code user', max: 20, windowSeconds: 86_400 }
export const smsCodeTryLimit: Limit = { name: 'code network', max: 600, windowSeconds: 15 * 60 }

export const hashCode = (secret: string, scene: CodeScene, mobile: string, code: string) =>
  createHmac('sha256', secret).update(`${scene} ${mobile} ${code}`).digest()

interface Asked {
  mobile: string
  scene: CodeScene
  /** Sends no message, because no account has the number; the response must not reveal this. */
  pretend: boolean
  slider: string | undefined
}

/** Sends a new code, which replaces the previous one for this number, scene and device. */
export async function sendCode(ctx: Ctx, { mobile, scene, pretend, slider }: Asked): Promise<void> {
  const { db, clock, user } = ctx
  const now = clock.now()
  const requester = await requesterFor(ctx, mobile)
  if (!requester.known) for (const limit of sends) await countAgainst(db, limit, requester.network, now)
  if (user && user.mobile !== mobile) await countAgainst(db, sendsPerUser, String(user.id), now)
  const { id, message } = await inTransaction(db, async (tx) => {
    await lockName(tx, `codes ${mobile}`)
    const sent = await sentBefore(tx, mobile, requester, now - day)
    checkPace(
      sent.map((row) => row.created_at),
      now,
    )
    if (!requester.known) checkNetwork(sent, requester.network, now)
    // An unused previous code may indicate guessing.
    if (sent[0] && sent[0].used_at === null) await useSlider(tx, ctx, slider)
    return addCode(tx, ctx, { mobile, scene, pretend, requester, step: 1 })
  })
  if (pretend) return
  if (scene !== 'find') return deliver(ctx, id, message)
  // Sends the message after the response, so that the response time does not reveal whether a message was sent.
  setImmediate(() => {
    deliver(ctx, id, message).catch((error) => ctx.log.warn({ err: error }, 'a code to find a password was not sent'))
  })
}

interface NewCode {
  mobile: string
  scene: CodeScene
  pretend: boolean
  requester: Requester
  step: number
}

async function addCode(tx: Db, { clock, config }: Environment, { mobile, scene, pretend, requester, step }: NewCode) {
  const code = String(randomInt(guessLimits.codes)).padStart(appLimits.codeLength, '0')
  const { id } = await tx
    .insertInto('codes')
    .values({
      mobile,
      scene,
      code_hash: pretend ? randomBytes(32) : hashCode(config.secret, scene, mobile, code),
      requester: requester.key,
      network: requester.network,
      known: requester.known,
      step,
      created_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, message: { mobile, code, scene } }
}

async function deliver({ db, sms, log }: Environment, id: number, message: CodeMessage): Promise<void> {
  try {
    await sms.send(message)
  } catch (error) {
    if (!(error instanceof SmsError)) throw error
    log.error({ err: error }, 'an SMS was not taken')
    // The message was not sent: the code does not count, and a retry may follow immediately.
    await db.deleteFrom('codes').where('id', '=', id).execute()
    if (error.reason === 'limited') fail('sms-failed', { msg: '这个号码今天收到的短信太多，请明天再试' })
    if (error.reason === 'number') fail('sms-failed', { msg: '这个号码收不到短信，请检查后再试' })
    fail('sms-failed')
  }
}

/** Codes counted for the rate limit, newest first: of the device if it is known, otherwise of all unknown devices. */
function sentBefore(tx: Db, mobile: string, { key, known }: Requester, since: number) {
  return tx
    .selectFrom('codes')
    .select(['created_at', 'used_at', 'network'])
    .where('mobile', '=', mobile)
    .where('created_at', '>', since)
    .where('step', '=', 1)
    .where('known', '=', known)
    .$if(known, (query) => query.where('requester', '=', key))
    .orderBy('id', 'desc')
    .execute()
}

function checkNetwork(sent: { created_at: number; network: string }[], network: string, now: number): void {
  const nth = sent.filter((row) => row.network === network)[perNetworkDay - 1]
  if (nth) rejectTooMany(nth.created_at + day - now)
}

/** Rejects a code sent too soon after others. `times`: when codes were sent in the last day, newest first. */
function checkPace(times: number[], now: number): void {
  const [last] = times
  if (last !== undefined && now - last < timing.codeCountdownSeconds)
    rejectTooMany(last + timing.codeCountdownSeconds - now)
  const [nthOfHour, nthOfDay] = [times[perHour - 1], times[smsCodesPerDay - 1]]
  if (nthOfDay !== undefined) rejectTooMany(nthOfDay + day - now)
  if (nthOfHour !== undefined && nthOfHour > now - hour) rejectTooMany(nthOfHour + hour - now)
}

interface Given {
  mobile: string
  scene: CodeScene
  code: string
}

/**
 * Returns the id of the device's current code if it matches, for `useCode`. Each try counts, right or wrong. If the
 * guess budget is exhausted, a correct code triggers the next code instead.
 */
export async function matchCode(ctx: Ctx, given: Given): Promise<number> {
  const { db, clock } = ctx
  const requester = await requesterFor(ctx, given.mobile)
  if (!requester.known) await countAgainst(db, smsCodeTryLimit, requester.network, clock.now())
  const { id, step, needed, isRight } = await inTransaction(db, (tx) => compareCode(tx, ctx, given, requester))
  if (id === null) fail('code-wrong', { msg: '验证码已失效，请重新获取' })
  if (!isRight) fail('code-wrong')
  if (step < needed) {
    const { mobile, scene } = given
    await continueWithNext(ctx, { mobile, scene, requester, id, step: step + 1 })
  }
  return id
}

/**
 * Counts and compares one guess. The caller rejects a wrong one: a refusal in this transaction would roll back the
 * count.
 */
async function compareCode(
  tx: Db,
  { clock, config }: Environment,
  { mobile, scene, code }: Given,
  requester: Requester,
): Promise<{ id: number | null; step: number; needed: number; isRight: boolean }> {
  const now = clock.now()
  const row = await tx
    .updateTable('codes')
    .set((eb) => ({ guesses: eb('guesses', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('codes')
        .select('id')
        .where('mobile', '=', mobile)
        .where('scene', '=', scene)
        .where('requester', '=', requester.key)
        .orderBy('id', 'desc')
        .limit(1),
    )
    .where('used_at', 'is', null)
    .where('guesses', '<', guessLimits.guessesPerCode)
    .where('created_at', '>', now - lifeSeconds)
    .returning(['id', 'code_hash', 'step', 'network', 'known'])
    .executeTakeFirst()
  if (!row) return { id: null, step: 0, needed: 0, isRight: false }
  const scopes = scopesOf(mobile, requester)
  await holdBudgets(tx, scopes)
  // Read before this guess is counted, so that the count does not change the number of codes needed for it.
  const needed = await codesNeeded(tx, scopes, now)
  const isRight = timingSafeEqual(row.code_hash, hashCode(config.secret, scene, mobile, code))
  if (!isRight) {
    const weighs = needed === 1
    await chargeGuess(tx, scopes, weighs, now)
    // A refund goes to the budgets of the network and of `known` as stored with the code. If these differ now, this
    // guess was charged to other budgets and must not be refunded.
    if (weighs && row.network === requester.network && row.known === requester.known)
      await tx
        .updateTable('codes')
        .set((eb) => ({ charged: eb('charged', '+', 1) }))
        .where('id', '=', row.id)
        .execute()
  }
  return { id: row.id, step: row.step, needed, isRight }
}

interface Continued extends Pick<NewCode, 'mobile' | 'scene' | 'requester' | 'step'> {
  id: number
}

/**
 * Marks a correct code as used and sends the next one, without rate limit: a correct code proves that the client has
 * the phone.
 */
async function continueWithNext(ctx: Ctx, { id, ...next }: Continued): Promise<never> {
  const added = await inTransaction(ctx.db, async (tx) => {
    await useCode(tx, id, ctx.clock.now())
    return addCode(tx, ctx, { ...next, pretend: false })
  })
  await deliver(ctx, added.id, added.message)
  return fail('code-again')
}

/** Marks a matching code as used. Of several concurrent calls exactly one succeeds. */
export async function useCode(tx: Db, id: number, now: number): Promise<void> {
  const used = await tx
    .updateTable('codes')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning(['mobile', 'requester', 'network', 'known'])
    .executeTakeFirst()
  if (!used) fail('code-wrong')
  await forgiveSlips(tx, used, now)
}

/** Refunds the device's wrong guesses of the last day after a correct code. */
async function forgiveSlips(
  tx: Db,
  { mobile, requester, network, known }: { mobile: string; requester: string; network: string; known: boolean },
  now: number,
): Promise<void> {
  const rows = await tx
    .updateTable('codes as c')
    .from('codes as before')
    .set({ charged: 0 })
    .whereRef('before.id', '=', 'c.id')
    .where('c.mobile', '=', mobile)
    .where('c.requester', '=', requester)
    .where('c.network', '=', network)
    .where('c.known', '=', known)
    .where('c.created_at', '>', now - day)
    .where('c.charged', '>', 0)
    .returning('before.charged')
    .execute()
  const count = rows.reduce((sum, { charged }) => sum + charged, 0)
  await giveBackGuesses(tx, scopesOf(mobile, { network, known }), count)
}
