import { randomUUID } from 'node:crypto'
import { orderStatus } from '@dxx/contract/rules/order-state'
import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { samplePassword } from '../../db/seed/people'
import type { Client } from '../../testing/client'
import { simulatedApps, startWechatSimulator } from '../../testing/simulators/wechat'
import { type Front, startFront } from '../front'
import { messagesIn, startWriting } from '../messages'
import { startReading } from '../reads'
import { openSitting, startSaving } from '../sitting'
import { clientAt, pause, type Row, type Server, type Stage, seconds, until } from '../stage'
import { beginAnew, cameOnly, savesIn, statusWords } from '../tally'
import { prepareUpload } from '../upload'

/** Two processes on one PostgreSQL behind one address; each request may meet another process than the one before. */
export async function serversPart(stage: Stage): Promise<Row[]> {
  const { db, url } = await stage.newDatabase()
  const wechat = await startWechatSimulator()
  stage.onEnd(wechat.close)
  const variables = {
    DXX_TRUST_PROXY: '127.0.0.1',
    DXX_PUBLIC_URL: 'https://study.example.cn',
    DXX_WECHAT_API_URL: wechat.url,
    DXX_WECHAT_OPEN_URL: wechat.url,
    DXX_WECHAT_MP_APPID: simulatedApps.mp.appId,
    DXX_WECHAT_MP_SECRET: simulatedApps.mp.secret,
  }
  const servers = [await stage.start(url, variables), await stage.start(url, variables)]
  const front = await startFront(stage, servers)
  const rows: Row[] = []
  const say: Say = (what, figure, target, ok) => rows.push({ part: `servers: ${what}`, figure, target, ok })
  const guest = clientAt(front.base)
  const login = await guest.call('POST /v1/login_password', { mobile: '13800000001', password: samplePassword })
  const client = clientAt(front.base, login.token)
  await sessions(client, front, say)
  const again = await guest.call('POST /v1/login_password', { mobile: '13800000001', password: samplePassword })
  const user = clientAt(front.base, again.token)
  await limits(guest, clientAt(servers[0]!.base), say)
  await idempotency(db, user, say)
  await qrLogin(guest, user, say)
  await tickets(guest, wechat, say)
  await uploads(front.base, user, say)
  await jobs(db, say)
  const restart = (port: string) => stage.start(url, { ...variables, PORT: port })
  await stopping(stage, db, user, front, servers, restart, say)
  return rows
}

type Say = (what: string, figure: string, target: string, ok: Row['ok']) => void
const times = <T>(count: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)))

async function sessions(client: Client, { kind, served }: Front, say: Say): Promise<void> {
  const known = await times(200, () => client.send('GET /v1/get_user_info', {}))
  const good = known.filter(({ code }) => code === 1).length
  await client.call('POST /v1/login_out', {})
  const after = await times(40, () => client.send('GET /v1/get_user_info', {}))
  const still = after.filter(({ code }) => code === 1).length
  const figure = `${good} of 200 known at ${served().size} servers behind ${kind}; ${still} of 40 after logging out`
  say('sessions', figure, '200 at 2; 0', good === 200 && served().size === 2 && still === 0)
}

/** As many tries as one server alone would allow, not as many for each. */
async function limits(front: Client, one: Client, say: Say): Promise<void> {
  const tries = async (client: Client, mobile: string) => {
    const answers = await times(60, () => client.send('POST /v1/login_password', { mobile, password: 'wrong' }))
    return answers.filter(({ data }) => data.error === 'login-failed').length
  }
  const alone = await tries(one, '13700000001')
  const both = await tries(front, '13700000002')
  say(
    'limits',
    `${both} wrong passwords heard, ${alone} by one server alone`,
    'equal, some, below 60',
    both === alone && both > 0 && both < 60,
  )
}

/** A message to customer service: unlike an order, nothing but the key keeps it from being there twice. */
async function idempotency(db: Db, client: Client, say: Say): Promise<void> {
  const key = randomUUID()
  const text = `只说一次 ${key}`
  const answers = await times(50, () => client.send('POST /v1/cs_send', { text }, { key }))
  const different = new Set(answers.map((answer) => JSON.stringify(answer))).size
  const made = (await db.selectFrom('cs_messages').select('uid').where('text', '=', text).execute()).length
  say(
    'idempotency',
    `50 at once with one key: ${made} message, ${different} answer`,
    '1, 1',
    made === 1 && different === 1,
  )
}

async function qrLogin(guest: Client, user: Client, say: Say): Promise<void> {
  const { id, secret } = await guest.call('POST /v1/login_qr_create', {})
  await user.call('POST /v1/authorize_login_qr_code', { id, action: 'scan' })
  await user.call('POST /v1/authorize_login_qr_code', { id, action: 'confirm' })
  const polls = await times(20, () => guest.call('GET /v1/login_qr_poll', { id, secret }))
  const logins = polls.filter(({ login }) => login !== null).length
  say('QR login', `20 polls at once, ${logins} logged in`, '1', logins === 1)
}

async function tickets(guest: Client, wechat: { asked: string[] }, say: Say): Promise<void> {
  wechat.asked.length = 0
  const web_url = 'https://study.example.cn/'
  const signed = await times(50, () => guest.send('POST /v130/jssdk_signature', { web_url }))
  const good = signed.filter(({ code }) => code === 1).length
  const asked = wechat.asked.length
  say(
    'WeChat tickets',
    `50 signatures, ${good} good, WeChat asked ${asked} times`,
    '50, 2 (token, ticket)',
    good === 50 && asked === 2,
  )
}

async function uploads(base: string, user: Client, say: Say): Promise<void> {
  const stored = await times(20, async () => {
    const upload = await prepareUpload(user, base)
    return (await upload.put()) === 204 && (await upload.finish())
  })
  const good = stored.filter(Boolean).length
  say('uploads', `${good} of 20 asked for, sent and finished anywhere`, '20', good === 20)
}

/** Orders whose time is over are closed once, although both servers look for them. */
async function jobs(db: Db, say: Say): Promise<void> {
  const count = 100
  const past = seconds() - 10
  await expired(db, count, past)
  await until('orders are closed', async () => (await leftOpen(db)) === 0, 90_000)
  const { rows } = await sql<{ closed: number; once: number }>`
    select count(*) filter (where status = ${orderStatus.closed})::int as closed, count(*) filter (where closings = 1)::int as once
    from (select o.status, (select count(*) from order_events e where e.order_id = o.id and e.actor = 'time') as closings
      from orders o where o.no like 'P%') o`.execute(db)
  const { closed, once } = rows[0]!
  say(
    'jobs',
    `${closed} orders closed, ${once} of them once, by time`,
    `${count}, ${count}`,
    closed === count && once === count,
  )
}

async function expired(db: Db, count: number, past: number): Promise<void> {
  await sql`with people as (
      insert into users (nickname, mobile, created_at)
      select '排队同学', (13200000000 + n)::text, ${past}::bigint from generate_series(1, ${count}::int) n returning id, mobile)
    insert into orders (no, user_id, curriculum_id, title, price_cents, discount_percent, pay_cents, created_at, expires_at)
    select 'P' || p.mobile, p.id, c.id, c.title, 100, 100, 100, ${past - 1800}::bigint, ${past}::bigint
    from people p, (select id, title from curricula order by id limit 1) c`.execute(db)
}

async function leftOpen(db: Db): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from orders where no like 'P%' and status = ${orderStatus.unpaid}`.execute(db)
  return rows[0]!.n
}

/**
 * Students save and write, and somebody reads on, while one server after the other is stopped and started anew as in an
 * upgrade, and while nginx reads its file again and is killed.
 */
async function stopping(
  stage: Stage,
  db: Db,
  user: Client,
  front: Front,
  servers: Server[],
  restart: (port: string) => Promise<Server>,
  say: Say,
): Promise<void> {
  const { exam, tokens } = await openSitting(db, 48)
  const saving = await startSaving(stage, { exam, tokens: tokens.slice(0, 12) }, () => front.base)
  const { tally } = saving
  const writing = startWriting(stage, tokens.slice(12), () => front.base, tally, 1500)
  /** What was answered meanwhile, and whether it was nothing but this. */
  const meanwhile = async (good: number[], happen: () => Promise<void>) => {
    beginAnew(tally)
    await happen()
    return { words: statusWords(tally), ok: tally.statuses.has(200) && cameOnly(tally, ...good) }
  }

  let reads = { ok: 0, failed: 0 }
  const rolling = await meanwhile([200], async () => {
    const reading = startReading(stage, user)
    for (const [i, server] of servers.entries()) {
      await server.stop()
      await pause(1000)
      servers[i] = await restart(new URL(server.base).port)
      await pause(2000)
    }
    reads = await reading.stop()
  })
  const figure = `${reads.ok} read, ${reads.failed} failed; writes ${rolling.words}`
  say('restart one by one', figure, '0 failed, only 200', reads.ok > 0 && reads.failed === 0 && rolling.ok)

  const { nginx } = front
  if (nginx) {
    // Whoever sends on a connection that is being closed, or while nothing listens, hears nothing and sends again.
    const reloaded = await meanwhile([0, 200], async () => {
      for (let i = 0; i < 3; i++) {
        nginx.reload()
        await pause(1000)
      }
    })
    say('nginx reloads ×3', `writes ${reloaded.words}`, 'no 5xx', reloaded.ok)
    const killed = await meanwhile([0, 200], async () => {
      for (let i = 0; i < 3; i++) {
        await nginx.kill()
        await pause(1000)
      }
    })
    say('nginx killed ×3', `writes ${killed.words}`, 'no 5xx', killed.ok)
  } else say('nginx reloads, killed', 'no nginx here', 'no 5xx', 'not here')

  await saving.stop()
  await writing.stop()
  const { acknowledged, lost } = await savesIn(db, tally)
  const messages = await messagesIn(db, writing.acknowledged)
  const kept = `${acknowledged} saves, ${lost} lost; ${writing.acknowledged.length} messages, ${messages.lost} lost, ${messages.doubled} doubled; ${writing.silent()} writers done before the end`
  const missed = lost + messages.lost + messages.doubled + writing.silent()
  say('writes through all of these', kept, '0', Math.min(acknowledged, writing.acknowledged.length) > 0 && missed === 0)
}
