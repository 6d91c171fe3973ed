import { hash, randomBytes } from 'node:crypto'
import { appConstants } from '@dxx/contract/rules/constants'
import { Secret, TOTP } from 'otpauth'
import { fail } from '../../base/refusal'
import { openSecret, sealSecret } from '../../base/sealed-secret'
import type { Ctx } from '../../context'
import type { Db } from '../../db/connection'
import { countAgainst, type Limit, uncountEvent } from '../../http/limits'

type FactorCtx = Pick<Ctx<'user'>, 'config' | 'rootDb' | 'clock' | 'user'>

/** RFC 6238 with the values that every authenticator app supports; one step of clock difference is accepted. */
const totp = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const window = 1

const recoveryCount = 10
/** Letters of recovery codes, without those that look alike. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Limits of guesses. Three of a million codes are valid at a time: 25 guesses a day need 36 years on average. */
const perQuarter: Limit = { name: 'second factor', max: 5, windowSeconds: 15 * 60 }
const perDay: Limit = { name: 'second factor day', max: 25, windowSeconds: 86_400 }

const purpose = 'second factor'

const seal = (serverSecret: string, bytes: Uint8Array) => sealSecret(serverSecret, purpose, bytes)

const unseal = (serverSecret: string, bytes: Buffer) =>
  new Secret({ buffer: new Uint8Array(openSecret(serverSecret, purpose, bytes)).buffer })

/** Returns the time step of a code, or null if it is wrong. */
function stepOf(secret: Secret, code: string, now: number): number | null {
  const delta = TOTP.validate({ ...totp, secret, token: code, timestamp: now * 1000, window })
  return delta === null ? null : Math.floor(now / totp.period) + delta
}

const hashCode = (code: string) => hash('sha256', code.toLowerCase().replaceAll('-', ''), 'buffer')

export async function factorOf(db: Db, userId: number) {
  const row = await db
    .selectFrom('staff_accounts')
    .select(['factor_confirmed_at', 'last_login_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const { left } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { enrolled: row?.factor_confirmed_at != null, recoveryLeft: left }
}

/** Locks the staff account until the transaction ends, creating it if missing. */
async function lockAccount(tx: Db, userId: number) {
  await tx
    .insertInto('staff_accounts')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx.selectFrom('staff_accounts').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirstOrThrow()
}

/** Starts an enrolment. The previous secret stays valid until the new one is confirmed. */
export async function beginFactor(tx: Db, { config, user }: FactorCtx) {
  await lockAccount(tx, user.id)
  const secret = new Secret({ size: 20 })
  const pending = seal(config.secret, secret.bytes)
  await tx.updateTable('staff_accounts').set({ factor_pending: pending }).where('user_id', '=', user.id).execute()
  const uri = new TOTP({ ...totp, secret, issuer: appConstants.name, label: user.nickname }).toString()
  return { secret: secret.base32, uri }
}

/** Completes an enrolment with the first code. This code cannot be used again. Returns recovery codes. */
export async function confirmFactor(tx: Db, ctx: FactorCtx, code: string): Promise<string[]> {
  const { config, user, clock } = ctx
  const now = clock.now()
  const account = await lockAccount(tx, user.id)
  if (!account.factor_pending) fail('second-factor-missing', { msg: '请先扫描二维码，再输入验证码' })
  const takeBack = await countGuess(ctx)
  const step = stepOf(unseal(config.secret, account.factor_pending), code, now)
  if (step === null) fail('second-factor-wrong')
  await takeBack()
  await tx
    .updateTable('staff_accounts')
    .set({
      factor_secret: account.factor_pending,
      factor_pending: null,
      factor_confirmed_at: now,
      factor_step: step,
    })
    .where('user_id', '=', user.id)
    .execute()
  return newRecoveryCodes(tx, user.id)
}

/** Replaces the recovery codes. Only their hashes are stored. */
export async function newRecoveryCodes(tx: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCount }, randomCode)
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashCode(code) })))
    .execute()
  return codes
}

function randomCode(): string {
  let code = ''
  while (code.length < 12) {
    const [byte] = randomBytes(1)
    // Skips bytes above the largest multiple of the number of letters, so that all letters are equally likely.
    if (byte! < 256 - (256 % letters.length)) code += letters[byte! % letters.length]
  }
  return code.replace(/(.{4})(?=.)/g, '$1-')
}

/**
 * Uses up a code of the authenticator app or a recovery code. The account is locked, so that two requests cannot use the
 * same code.
 */
export async function useFactorCode(tx: Db, ctx: FactorCtx, code: string): Promise<void> {
  const { config, user, clock } = ctx
  const now = clock.now()
  const account = await lockAccount(tx, user.id)
  if (!account.factor_secret) fail('second-factor-missing')
  const takeBack = await countGuess(ctx)
  const right = /^\d{6}$/.test(code)
    ? await useStep(tx, user.id, account.factor_step, stepOf(unseal(config.secret, account.factor_secret), code, now))
    : await useRecoveryCode(tx, user.id, code, now)
  if (!right) fail('second-factor-wrong')
  await takeBack()
}

async function useStep(tx: Db, userId: number, last: number, step: number | null): Promise<boolean> {
  if (step === null || step <= last) return false
  await tx.updateTable('staff_accounts').set({ factor_step: step }).where('user_id', '=', userId).execute()
  return true
}

async function useRecoveryCode(tx: Db, userId: number, code: string, now: number): Promise<boolean> {
  const used = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashCode(code))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

/** Counts a guess before it is checked and outside the transaction, so that parallel guesses all count. */
async function countGuess({ rootDb, user, clock }: FactorCtx): Promise<() => Promise<void>> {
  const now = clock.now()
  const subject = String(user.id)
  for (const limit of [perDay, perQuarter]) await countAgainst(rootDb, limit, subject, now)
  return async () => {
    for (const limit of [perDay, perQuarter]) await uncountEvent(rootDb, limit, subject, now)
  }
}

/** Removes the second factor. Returns whether there was one. */
export async function removeFactor(tx: Db, userId: number): Promise<boolean> {
  const account = await lockAccount(tx, userId)
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .updateTable('staff_accounts')
    .set({ factor_secret: null, factor_pending: null, factor_confirmed_at: null })
    .where('user_id', '=', userId)
    .execute()
  return account.factor_confirmed_at !== null
}
