import type { campus } from '@dxx/contract/calls/campus'
import { fail } from '../../base/refusal'
import type { Ctx, Handlers } from '../../context'
import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'
import {
  chooseAccountToClose,
  countClient,
  issueTicket,
  lockUsers,
  mergeAccounts,
  takeTicket,
  userInfo,
} from '../accounts/public'
import { passByCampus } from '../students/public'
import { findOwner, hasOther, keepIdentity, lockPerson, type ProvedPerson } from './identities'
import { storeLink } from './lti/links'
import { openLaunch } from './lti/session'
import { finishLogin, startLogin } from './requests'
import { signInByCampus } from './sign-in'

const loginTries = {
  device: { name: 'campus_login device', max: 60, windowSeconds: 15 * 60 },
  address: { name: 'campus_login address', max: 1200, windowSeconds: 15 * 60 },
}

/**
 * Binds a campus account and returns the id of the remaining account. If another account has it, merges the two
 * accounts or returns the other as `takenBy`.
 */
async function bind(tx: Db, { user, clock }: Ctx<'user'>, person: ProvedPerson, merge: boolean) {
  const now = clock.now()
  await lockPerson(tx, person)
  const owner = await findOwner(tx, person)
  if (owner !== null && owner !== user.id) {
    const pair = { currentId: user.id, otherId: owner }
    const closing = await chooseAccountToClose(tx, pair)
    if (!merge || closing === null) return { takenBy: owner, canMerge: closing !== null }
    const userId = await mergeAccounts(tx, pair, closing, now)
    await passByCampus(tx, userId, person, now)
    return { userId }
  }
  await lockUsers(tx, [user.id])
  if (await hasOther(tx, user.id, person)) fail('campus-bound')
  await keepIdentity(tx, user.id, person, now)
  await passByCampus(tx, user.id, person, now)
  return { userId: user.id }
}

/** Uses up the proof of an earlier call. The proof for a merge is valid only for the user who received it. */
async function takeProof(tx: Db, { user, clock }: Ctx<'user'>, ticket: string, merge: boolean): Promise<ProvedPerson> {
  const purpose = merge ? 'merge-campus' : 'campus'
  const { userId, proof } = await takeTicket<ProvedPerson>(tx, { ticket, purpose, now: clock.now() })
  if (merge && userId !== user.id) fail('ticket-invalid')
  return proof
}

export const handlers: Handlers<typeof campus> = {
  'GET /v1/campus_schools': ({ db }) =>
    db
      .selectFrom('schools as s')
      .innerJoin('campus_logins as l', 'l.school_id', 's.id')
      .select(['s.uid as id', 's.name', 's.province', 's.city'])
      .where('l.enabled', '=', true)
      .orderBy('s.position')
      .orderBy('s.id')
      .limit(500)
      .execute(),

  'POST /v1/campus_start': async (ctx, input) => ({ url: await startLogin(ctx, input) }),

  'POST /v1/campus_login': async (ctx, { proof, separate, ...returned }) => {
    const { db, clock } = ctx
    const now = clock.now()
    await countClient(ctx, loginTries)
    const person = proof === undefined ? await finishLogin(ctx, returned, null) : null
    const result = await inTransaction(db, async (tx) => {
      const proved = person ?? (await takeTicket<ProvedPerson>(tx, { ticket: proof!, purpose: 'campus', now })).proof
      const options = { by: 'campus', separate: separate && proof !== undefined } as const
      const login = await signInByCampus(tx, ctx, proved, options)
      if ('claimedBy' in login) return { proved, ...login }
      await storeLink(tx, proved, login.userinfo.id, now)
      return login
    })
    if (!('claimedBy' in result)) return result
    const { nickname } = await userInfo(db, result.claimedBy)
    return fail('campus-claimed', {
      msg: `学号 ${result.proved.studentNo} 已由账号「${nickname}」认证`,
      data: { nickname, proof: await issueTicket(db, { purpose: 'campus', userId: null, proof: result.proved }, now) },
    })
  },

  'POST /v1/campus_bind': async (ctx, { proof, merge, ...returned }) => {
    const { db, user, clock } = ctx
    const person = proof === undefined ? await finishLogin(ctx, returned, user.id) : null
    const result = await inTransaction(db, async (tx) => {
      const proved = person ?? (await takeProof(tx, ctx, proof!, merge))
      const bound = await bind(tx, ctx, proved, merge && proof !== undefined)
      if (bound.userId === undefined) return { proved, ...bound }
      const info = await userInfo(tx, bound.userId)
      await storeLink(tx, proved, info.id, clock.now())
      return info
    })
    if (!('takenBy' in result)) return result
    const { nickname } = await userInfo(db, result.takenBy)
    const { canMerge } = result
    const ticket = { purpose: 'merge-campus', userId: user.id, proof: result.proved } as const
    return fail('campus-taken', {
      msg: `这个校园账号已绑定账号「${nickname}」`,
      data: { nickname, canMerge, ...(canMerge && { proof: await issueTicket(db, ticket, clock.now()) }) },
    })
  },

  'POST /v1/lti_session': async (ctx, { token }) => {
    await countClient(ctx, loginTries)
    return openLaunch(ctx, token)
  },

  'GET /v1/campus_bindings': ({ db, user }) =>
    db
      .selectFrom('campus_identities as i')
      .innerJoin('schools as s', 's.id', 'i.school_id')
      // A school may have two identities of the user: from its login server and from a learning platform. They are
      // unbound together.
      .distinctOn('s.id')
      .select(['s.uid as schoolId', 's.name as school', 'i.student_no as studentNo', 'i.name'])
      .where('i.user_id', '=', user.id)
      .orderBy('s.id')
      .orderBy('i.student_no', 'desc')
      .execute(),

  'POST /v1/campus_unbind': async ({ db, user }, { schoolId }) => {
    await db
      .deleteFrom('campus_identities')
      .where('user_id', '=', user.id)
      .where('school_id', 'in', (eb) => eb.selectFrom('schools').select('id').where('uid', '=', schoolId))
      .execute()
    return {}
  },
}
