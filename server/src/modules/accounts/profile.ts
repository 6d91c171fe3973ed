import type { accounts } from '@dxx/contract/calls/accounts'
import { passwordProblem } from '@dxx/contract/rules/password'
import { formatDate } from '@dxx/contract/rules/time-from'
import { sql } from 'kysely'
import { hashPassword, passwordMatches } from '../../base/passwords'
import { fail } from '../../base/refusal'
import type { Handlers } from '../../context'
import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'
import { countAgainst, type Limit } from '../../http/limits'
import { hasSensitiveWord } from '../community/public'
import { publicUrl } from '../media/public'
import { ownUploads } from '../uploads/public'
import { revokeSessions, userByMobile, userInfo } from './queries'
import { isBirthdayPossible, isNicknameAllowed } from './rules'
import { readTicket, takeTicket } from './tickets'

const passwordTries: Limit = { name: 'user_edit_password', max: 10, windowSeconds: 15 * 60 }

async function avatarOf(db: Db, userId: number, upload: string): Promise<string> {
  const [picture] = await ownUploads(db, userId, 'avatar', [upload])
  return publicUrl((picture ?? fail('upload-not-found')).key)
}

function mustBeStrong(password: string, mobile: string | null): void {
  const problem = passwordProblem(password, mobile ?? '')
  if (problem) fail('password-weak', { msg: problem })
}

/** Seconds after a login by code in which staff may set their first password. */
const firstPasswordFor = 600

/**
 * Requires a recent login of staff by code or password. A first password needs no old one, so a thief with a stolen
 * session could set it and log in with it; for a staff account this would open the staff console.
 */
async function mustHaveProved(db: Db, userId: number, sessionId: number | null, now: number): Promise<void> {
  const { rows } = await sql<{ refused: boolean }>`
    select exists (select from staff_grants g where g.user_id = ${userId} and g.revoked_at is null
        and (g.ends_at is null or g.ends_at > ${now}::bigint))
      and not exists (select from sessions s where s.id = ${sessionId}::bigint and s.login_by in ('code', 'password')
        and s.created_at > ${now - firstPasswordFor}::bigint) as refused`.execute(db)
  if (rows[0]!.refused) fail('password-wrong', { msg: '你是管理台员工，请退出后用验证码重新登录，10 分钟内再设置密码' })
}

export const profileHandlers: Pick<
  Handlers<typeof accounts>,
  'POST /v1/user_edit' | 'POST /v1/user_edit_password' | 'POST /v1/user_find_password'
> = {
  'POST /v1/user_edit': async (ctx, { avatar, showSchool, ...changes }) => {
    const { db, user, clock } = ctx
    const { nickname = '', bio = '' } = changes
    if (changes.nickname !== undefined && (!isNicknameAllowed(nickname) || (await hasSensitiveWord(ctx, nickname))))
      fail('nickname-refused')
    // The bio is public, so it is filtered like a comment.
    if (await hasSensitiveWord(ctx, bio)) fail('words-refused')
    if (changes.birthday && !isBirthdayPossible(changes.birthday, formatDate(clock.now()))) fail('birthday-refused')
    await inTransaction(db, async (tx) => {
      const set = {
        ...changes,
        ...(showSchool !== undefined && { show_school: showSchool }),
        ...(avatar !== undefined && { avatar: avatar && (await avatarOf(tx, user.id, avatar)) }),
      }
      if (Object.keys(set).length > 0) await tx.updateTable('users').set(set).where('id', '=', user.id).execute()
    })
    return userInfo(db, user.id)
  },

  'POST /v1/user_edit_password': async ({ db, user, clock, sessionId }, { oldPassword = '', password }) => {
    const now = clock.now()
    await countAgainst(db, passwordTries, String(user.id), now)
    mustBeStrong(password, user.mobile)
    const { password_hash: stored } = await db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    if (stored !== null && !(await passwordMatches(stored, oldPassword))) {
      // A retry after a lost response: the password is already changed.
      if (await passwordMatches(stored, password)) return {}
      fail('password-wrong')
    }
    if (stored === null) await mustHaveProved(db, user.id, sessionId, now)
    const hash = await hashPassword(password)
    await inTransaction(db, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('users')
        .set({ password_hash: hash })
        .where('id', '=', user.id)
        // Of two concurrent changes, the second must have been made with the password that the first one set.
        .where('password_hash', 'is not distinct from', stored)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) fail('password-wrong')
      await revokeSessions(tx, user.id, sessionId, now)
    })
    return {}
  },

  'POST /v1/user_find_password': async ({ db, clock, user, sessionId }, { ticket, password }) => {
    const now = clock.now()
    const shown = { ticket, purpose: 'find', now } as const
    // Reads the ticket before hashing, because hashing is too expensive for invalid requests.
    const { proof } = await readTicket<{ mobile: string }>(db, shown)
    mustBeStrong(password, proof.mobile)
    const hash = await hashPassword(password)
    await inTransaction(db, async (tx) => {
      await takeTicket(tx, shown)
      const owner = (await userByMobile(tx, proof.mobile)) ?? fail('ticket-invalid')
      await tx.updateTable('users').set({ password_hash: hash }).where('id', '=', owner.id).execute()
      await revokeSessions(tx, owner.id, user?.id === owner.id ? sessionId : null, now)
    })
    return {}
  },
}
