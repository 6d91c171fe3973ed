import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors } from 'jose'
import { InvalidLaunch } from '../../../adapters/lti/claims'
import { LtiUnreachable } from '../../../adapters/lti/lti'
import { checkOutboundUrl, OutboundRefused } from '../../../base/outbound-fetch'
import { Refusal } from '../../../base/refusal'
import type { Environment } from '../../../context'
import { inTransaction } from '../../../db/transaction'
import { floodGuard } from '../../../http/limits'
import { webDist } from '../../../http/static'
import { publicKeys, signingKey } from './keys'
import {
  acceptLaunch,
  LaunchRefused,
  readStoredLaunch,
  startLaunch,
  storeLaunch,
  takeStoredLaunch,
  targetOf,
} from './launch'
import { choosePage, openPage, problemPage, returnPage, storePage } from './pages'
import { frameOrigins, type PlatformRow, platformByUid, platformOf } from './platforms'
import { findChoices, parseTarget, placeOf } from './targets'

/** ID tokens with long rosters of roles stay far below this. */
const bodyLimit = 128 * 1024

/** Public address of this site; in development the address that the browser uses. */
const siteOf = (env: Environment, request: FastifyRequest) =>
  env.config.publicUrl || `${request.protocol}://${request.host}`

/** One cookie per launch, so that two tabs do not disturb one another. */
const cookieName = (state: string) => `dxx-lti-${state.slice(0, 12).replace(/[^\w-]/g, '')}`

function readCookie(request: FastifyRequest, name: string): string {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key = '', value = ''] = part.trim().split('=')
    if (key === name) return value
  }
  return ''
}

/** Allows only pages of the platform to frame this page, and allows a form that is sent to `formTo`. */
function allowFrame(reply: FastifyReply, platform: PlatformRow, formTo?: string): void {
  const policy = String(reply.getHeader('content-security-policy') ?? '')
  reply.removeHeader('x-frame-options')
  reply.header(
    'content-security-policy',
    policy
      .replace(/frame-ancestors [^;]+/, `frame-ancestors ${["'self'", ...frameOrigins(platform)].join(' ')}`)
      .replace(/form-action [^;]+/, (found) => (formTo ? `${found} ${formTo}` : found)),
  )
}

const html = (reply: FastifyReply, text: string, status = 200) =>
  reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(text)

/** Fields of a form or of the query, each at most once. */
function fieldsOf(request: FastifyRequest): (name: string) => string {
  const form = typeof request.body === 'string' ? new URLSearchParams(request.body) : null
  const query = new URL(request.url, 'http://localhost').searchParams
  return (name) => form?.get(name) ?? query.get(name) ?? ''
}

/** Whether an error means that a launch is not valid, in contrast to a failure of this server. */
const isInvalid = (error: unknown) =>
  error instanceof LaunchRefused || error instanceof InvalidLaunch || error instanceof errors.JOSEError

function refuse(env: Environment, reply: FastifyReply, error: unknown) {
  if (error instanceof LtiUnreachable) {
    env.log.warn({ err: error }, 'the keys of a learning platform were not read')
    return html(reply, problemPage('学习平台现在没有回应，请稍后从平台重新打开；一直这样请联系学校管理员'), 503)
  }
  if (!isInvalid(error)) throw error
  env.log.warn({ err: error }, 'an LTI launch was refused')
  const text = error instanceof LaunchRefused ? error.message : '学习平台的信息没有通过验证，请返回平台重新打开'
  return html(reply, problemPage(text), 403)
}

/** Returns the name of a storage frame if it is plain; the platform may choose any name. */
const frameName = (name: string) => (/^[\w.-]{1,100}$/.test(name) ? name : '')

/** Routes of the LTI tool. They are not in the contract, because the standard defines their formats. */
export async function ltiRoutes(app: FastifyInstance, env: Environment): Promise<void> {
  app.get('/lti/keys', async (_request, reply) => {
    await signingKey(env.db, env.config.secret, env.clock.now())
    return reply.header('cache-control', 'public, max-age=600').send({ keys: await publicKeys(env.db) })
  })

  // The student app in a frame of the platform. The launch token is in the fragment, which no server receives.
  app.get<{ Params: { platform: string } }>('/lti/app/:platform', async (request, reply) => {
    const { platform: uid } = request.params
    const platform = /^[0-9a-f-]{36}$/.test(uid) ? await platformByUid(env.db, uid) : undefined
    if (!platform || !existsSync(join(webDist, 'index.html'))) return reply.callNotFound()
    allowFrame(reply, platform)
    return reply.sendFile('index.html', webDist)
  })

  const guardFlood = floodGuard()
  await app.register(async (scope) => {
    // Limits the rate, because each start of a launch stores a row.
    scope.addHook('onRequest', async (request, reply) => {
      try {
        guardFlood(`address ${request.ip}`, env.config.floodPerAddress, env.clock.now())
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return html(reply, problemPage(error.message), 429)
      }
    })
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit },
      (_request, text, done) => done(null, text),
    )
    scope.route({ method: ['GET', 'POST'], url: '/lti/login', handler: (...args) => startRoute(env, ...args) })
    scope.post('/lti/launch', (request, reply) => launchRoute(env, request, reply))
    scope.post('/lti/choose', (request, reply) => chooseRoute(env, request, reply))
    scope.post('/lti/choice', (request, reply) => choiceRoute(env, request, reply))
  })
}

async function startRoute(env: Environment, request: FastifyRequest, reply: FastifyReply) {
  const field = fieldsOf(request)
  try {
    const given = {
      iss: field('iss').slice(0, 500),
      clientId: field('client_id').slice(0, 256),
      loginHint: field('login_hint').slice(0, 2000),
      messageHint: field('lti_message_hint').slice(0, 4000),
    }
    const redirect = `${siteOf(env, request)}/lti/launch`
    const { platform, url, state, nonce, cookie } = await startLaunch(env.db, given, redirect, env.clock.now())
    reply.header(
      'set-cookie',
      `${cookieName(state)}=${cookie}; Path=/lti/; Max-Age=600; HttpOnly; Secure; SameSite=None; Partitioned`,
    )
    const target = frameName(field('lti_storage_target'))
    if (target === '') return reply.header('cache-control', 'no-store').redirect(url)
    allowFrame(reply, platform)
    const origin = new URL(platform.auth_url).origin
    return html(reply, storePage({ target, origin, key: `dxx-${state}`, value: nonce }, url))
  } catch (error) {
    return refuse(env, reply, error)
  }
}

async function launchRoute(env: Environment, request: FastifyRequest, reply: FastifyReply) {
  const { db, clock, lti } = env
  const field = fieldsOf(request)
  const state = field('state')
  try {
    if (field('error') !== '') throw new LaunchRefused('学习平台没有确认登录，请在平台重新登录后再打开')
    const given = { state, idToken: field('id_token'), cookie: readCookie(request, cookieName(state)) }
    const { platform, launch, nonce, isSameBrowser } = await acceptLaunch(db, lti, given, clock.now())
    allowFrame(reply, platform)
    if (launch.kind === 'choose') return await offerChoices(env, reply, platform, launch)
    const opens = targetOf(launch)
    const place = opens && (await placeOf(db, opens, platform.school_id))
    if (!place) throw new LaunchRefused('这个链接还没有选择内容，或内容已经下架，请老师在平台里重新选择')
    const token = await storeLaunch(db, platform.id, { ...launch, opens }, clock.now())
    const link = `/lti/app/${platform.uid}#launch=${token}`
    const origin = new URL(platform.auth_url).origin
    const stored = { target: frameName(field('lti_storage_target')), origin, key: `dxx-${state}`, value: nonce }
    return html(reply, openPage({ name: launch.name, title: place.title, link, isSameBrowser }, stored))
  } catch (error) {
    return refuse(env, reply, error)
  }
}

type Launch = Awaited<ReturnType<typeof acceptLaunch>>['launch']

/** Shows a teacher the content that the course can link to. */
async function offerChoices(env: Environment, reply: FastifyReply, platform: PlatformRow, launch: Launch) {
  const { db, clock, config } = env
  if (!launch.isTeacher) throw new LaunchRefused('只有老师可以选择课程的内容')
  try {
    checkOutboundUrl(launch.returnUrl, { ...config.outbound, allowPrivate: true })
  } catch (error) {
    if (error instanceof OutboundRefused) throw new InvalidLaunch('an invalid return address')
    throw error
  }
  const token = await storeLaunch(db, platform.id, { ...launch, opens: null }, clock.now())
  const list = await findChoices(db, '', platform.school_id, clock.now())
  return html(reply, choosePage({ token, words: '', course: launch.contextTitle, list }))
}

const expired = () => new LaunchRefused('选择的时间太长，请返回学习平台重新选择')

async function chooseRoute(env: Environment, request: FastifyRequest, reply: FastifyReply) {
  const field = fieldsOf(request)
  try {
    const [token, words] = [field('token'), field('words').trim().slice(0, 50)]
    const storedLaunch = await readStoredLaunch(env.db, token, 'choose', env.clock.now())
    if (!storedLaunch) throw expired()
    allowFrame(reply, storedLaunch.platform)
    const list = await findChoices(env.db, words, storedLaunch.platform.school_id, env.clock.now())
    return html(reply, choosePage({ token, words, course: storedLaunch.launch.contextTitle, list }))
  } catch (error) {
    return refuse(env, reply, error)
  }
}

async function choiceRoute(env: Environment, request: FastifyRequest, reply: FastifyReply) {
  const { db, clock, config, lti } = env
  const field = fieldsOf(request)
  try {
    const storedLaunch = await inTransaction(db, (tx) => takeStoredLaunch(tx, field('token'), 'choose', clock.now()))
    if (!storedLaunch) throw expired()
    const { platform, launch } = storedLaunch
    const target = field('cancel') === '' ? parseTarget(field('target')) : null
    const place = target && (await placeOf(db, target, platform.school_id))
    const item =
      target && place
        ? {
            title: place.title,
            url: `${siteOf(env, request)}/lti/launch?target=${field('target')}`,
            target: field('target'),
          }
        : null
    const key = await signingKey(db, config.secret, clock.now())
    const choice = { deploymentId: launch.deploymentId, data: launch.returnData, item }
    const jwt = await lti.signChoice(platformOf(platform), key, choice)
    allowFrame(reply, platform, new URL(launch.returnUrl).origin)
    return html(reply, returnPage(launch.returnUrl, jwt))
  } catch (error) {
    return refuse(env, reply, error)
  }
}
