import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { InvalidLaunch, type LtiLaunch } from '../../../adapters/lti/claims'
import type { Lti } from '../../../adapters/lti/lti'
import type { Db } from '../../../db/connection'
import { type PlatformRow, platformById, platformByIssuer, platformOf } from './platforms'
import { type LtiTarget, parseTarget } from './targets'

/** Seconds in which the platform must respond, and in which the browser must exchange the token of a launch. */
const requestSeconds = 10 * 60
const launchSeconds = 5 * 60
/** Longer, because a teacher may search for a while before choosing. */
const choiceSeconds = 3600

const random = () => randomBytes(32).toString('base64url')
const hashOf = (text: string) => hash('sha256', text, 'buffer')

/** A launch that is not accepted. The message is shown to the user. */
export class LaunchRefused extends Error {}

interface Initiation {
  iss: string
  clientId: string
  loginHint: string
  messageHint: string
}

/** Handles the first step of a launch: stores state and nonce, and returns the URL of the platform's next page. */
export async function startLaunch(db: Db, given: Initiation, redirect: string, now: number) {
  const platform = given.iss === '' ? undefined : await platformByIssuer(db, given.iss, given.clientId)
  if (!platform) throw new LaunchRefused('这个学习平台还没有登记，请联系学校管理员')
  if (given.loginHint === '') throw new LaunchRefused('学习平台没有说明是谁在打开，请返回平台重试')
  const [state, nonce, cookie] = [random(), random(), random()]
  await db
    .insertInto('lti_requests')
    .values({
      state_hash: hashOf(state),
      platform_id: platform.id,
      nonce,
      cookie_hash: hashOf(cookie),
      expires_at: now + requestSeconds,
    })
    .execute()
  const url = new URL(platform.auth_url)
  const query = {
    scope: 'openid',
    response_type: 'id_token',
    response_mode: 'form_post',
    prompt: 'none',
    client_id: platform.client_id,
    redirect_uri: redirect,
    login_hint: given.loginHint,
    state,
    nonce,
    ...(given.messageHint !== '' && { lti_message_hint: given.messageHint }),
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return { platform, url: url.href, state, nonce, cookie }
}

interface Accepted {
  platform: PlatformRow
  launch: LtiLaunch
  /** Nonce of the request, which the platform's frame may have stored. */
  nonce: string
  /** Whether the cookie proves that the browser that started the launch also finishes it. */
  isSameBrowser: boolean
}

interface Response {
  state: string
  idToken: string
  /** Value of the cookie; empty if the browser sent none. */
  cookie: string
}

/** Verifies the platform's response and uses up the request. */
export async function acceptLaunch(
  db: Db,
  lti: Lti,
  { state, idToken, cookie }: Response,
  now: number,
): Promise<Accepted> {
  const request = await db
    .deleteFrom('lti_requests')
    .where('state_hash', '=', hashOf(state))
    .where('expires_at', '>', now)
    .returning(['platform_id', 'nonce', 'cookie_hash'])
    .executeTakeFirst()
  if (!request) throw new LaunchRefused('这次打开已经失效，请返回学习平台重新打开')
  const platform = await platformById(db, request.platform_id)
  if (!platform) throw new LaunchRefused('这个学习平台已经停用，请联系学校管理员')
  const launch = await lti.verify(platformOf(platform), idToken, request.nonce)
  if (!platform.deployment_ids.includes(launch.deploymentId)) throw new InvalidLaunch('an unknown deployment')
  return {
    platform,
    launch,
    nonce: request.nonce,
    isSameBrowser: timingSafeEqual(hashOf(cookie), request.cookie_hash),
  }
}

/** Stored data of an accepted launch until its next step. */
export interface AcceptedLaunch extends LtiLaunch {
  /** Null if a teacher still has to choose. */
  opens: LtiTarget | null
}

/** The target of a launch: from the link that a teacher chose, or from the address that the platform opens. */
export function targetOf({ target, targetLinkUri }: LtiLaunch): LtiTarget | null {
  const inUrl = URL.canParse(targetLinkUri) ? (new URL(targetLinkUri).searchParams.get('target') ?? '') : ''
  return parseTarget(target) ?? parseTarget(inUrl)
}

/** Stores an accepted launch. Returns a token that works once. */
export async function storeLaunch(db: Db, platformId: number, launch: AcceptedLaunch, now: number): Promise<string> {
  const token = random()
  await db
    .insertInto('lti_launches')
    .values({
      token_hash: hashOf(token),
      platform_id: platformId,
      claims: JSON.stringify(launch),
      expires_at: now + (launch.kind === 'choose' ? choiceSeconds : launchSeconds),
    })
    .execute()
  return token
}

const launchQuery = (db: Db, token: string, now: number) =>
  db
    .selectFrom('lti_launches')
    .select(['platform_id', 'claims'])
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()

interface StoredLaunch {
  platform: PlatformRow
  launch: AcceptedLaunch
}

/** Returns a stored launch without using it up, or null. */
export async function readStoredLaunch(
  db: Db,
  token: string,
  kind: LtiLaunch['kind'],
  now: number,
): Promise<StoredLaunch | null> {
  const row = await launchQuery(db, token, now)
  const launch = row?.claims as AcceptedLaunch | undefined
  const platform = row && (await platformById(db, row.platform_id))
  return launch && platform && launch.kind === kind ? { platform, launch } : null
}

/** Uses up a stored launch and returns it, or null. */
export async function takeStoredLaunch(
  tx: Db,
  token: string,
  kind: LtiLaunch['kind'],
  now: number,
): Promise<StoredLaunch | null> {
  const storedLaunch = await readStoredLaunch(tx, token, kind, now)
  if (!storedLaunch) return null
  const { numDeletedRows } = await tx
    .deleteFrom('lti_launches')
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst()
  return numDeletedRows === 1n ? storedLaunch : null
}
