import { hash, randomBytes } from 'node:crypto'
import type { CampusRequest, CampusReturn } from '../../adapters/campus/campus'
import { fail } from '../../base/refusal'
import { storableId, storableText } from '../../base/storable-text'
import type { Config } from '../../config'
import type { Ctx } from '../../context'
import type { Db } from '../../db/connection'
import { countClient, parseSiteUrl } from '../accounts/public'
import type { ProvedPerson } from './identities'
import { enabledLogin, settingsOf } from './login-settings'

/** Seconds to log in at the school. */
const lifeSeconds = 15 * 60

const startTries = {
  device: { name: 'campus_start device', max: 60, windowSeconds: 15 * 60 },
  address: { name: 'campus_start address', max: 1200, windowSeconds: 15 * 60 },
}

const hashOf = (text: string) => hash('sha256', text, 'buffer')
const random = () => randomBytes(32).toString('base64url')

/** Paths to which a school may return: the web page, and the page that opens the mobile app. */
export const returnPaths = ['/', '/campus/app'] as const

/** Login servers compare the whole URL with the registered one, so that it has no query and only these paths. */
function returnUrl(config: Config, address: string): string {
  const url = new URL(parseSiteUrl(config, address))
  if (!(returnPaths as readonly string[]).includes(url.pathname)) fail('redirect-refused')
  url.search = ''
  return url.href
}

interface Start {
  schoolId: string
  redirect: string
  state: string
  secret: string
}

/** Stores a started login and returns the URL of the school's login page. */
export async function startLogin(ctx: Ctx<'public'>, { schoolId, redirect, state, secret }: Start): Promise<string> {
  const { db, config, clock, user } = ctx
  await countClient(ctx, startTries)
  const login = (await enabledLogin(db, schoolId)) ?? fail('campus-off')
  const request: CampusRequest = { redirect: returnUrl(config, redirect), state, nonce: random(), verifier: random() }
  const url = await ctx.campus.loginUrl(settingsOf(login, config.secret), request)
  const { nonce, verifier } = request
  await db
    .insertInto('campus_requests')
    .values({
      state_hash: hashOf(state),
      secret_hash: hashOf(secret),
      login_id: login.id,
      user_id: user?.id ?? null,
      redirect: request.redirect,
      nonce,
      verifier,
      expires_at: clock.now() + lifeSeconds,
    })
    // A state is used once: a second start with the same state leaves the first one unchanged.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return url
}

interface Shown extends Partial<CampusReturn> {
  state?: string
  secret?: string
  error?: string
}

/** Errors of OpenID Connect that the user or the school's rules decide; all others are faults of server or settings. */
const decisions = new Set([
  'access_denied',
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
])

/**
 * Uses up a started login and returns the person confirmed by the school. `userId` is the user who started it, null for
 * a login. A login that one user has started cannot be finished by another user, nor as another kind.
 */
export async function finishLogin(
  ctx: Pick<Ctx, 'db' | 'config' | 'clock' | 'campus' | 'log'>,
  shown: Shown,
  userId: number | null,
): Promise<ProvedPerson> {
  const { db, config } = ctx
  const { state = '', secret = '', code, error, iss } = shown
  const request = (await takeRequest(db, state, secret, ctx.clock.now())) ?? fail('campus-expired')
  if (request.user_id !== userId) fail('campus-expired')
  const login = await db
    .selectFrom('campus_logins')
    .selectAll()
    .where('id', '=', request.login_id)
    .where('enabled', '=', true)
    .executeTakeFirst()
  if (!login) return fail('campus-off')
  if (code === undefined) {
    ctx.log.warn({ error, login: request.login_id }, 'the login server of a school ended a login')
    return fail(error === undefined || decisions.has(error) ? 'campus-denied' : 'campus-failed')
  }
  const { redirect, nonce, verifier } = request
  const person = await ctx.campus.person(
    settingsOf(login, config.secret),
    { redirect, state, nonce, verifier },
    { code, iss },
  )
  if (storableId(person.subject, 255) === '') fail('campus-refused')
  return {
    schoolId: login.school_id,
    issuer: person.issuer,
    subject: person.subject,
    studentNo: storableId(person.studentNo.trim(), 64),
    name: storableText(person.name.trim(), 40),
  }
}

/**
 * Deletes and returns a started login. State and secret must both be right, because the state passes through other
 * sites.
 */
function takeRequest(db: Db, state: string, secret: string, now: number) {
  return db
    .deleteFrom('campus_requests')
    .where('state_hash', '=', hashOf(state))
    .where('secret_hash', '=', hashOf(secret))
    .where('expires_at', '>', now)
    .returning(['login_id', 'user_id', 'redirect', 'nonce', 'verifier'])
    .executeTakeFirst()
}
