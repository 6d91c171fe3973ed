import { randomUUID } from 'node:crypto'
import { orderStatus } from '@dxx/contract/rules/order-state'
import { sql } from 'kysely'
import type { Db } from '../../../server/src/db/connection'
import { samplePassword } from '../../../server/src/seed/sample-accounts'
import type { Client } from '../../../server/src/testing/client'
import { simulatedApps, startWechatSimulator } from '../../../server/src/testing/simulators/wechat'
import { messagesIn, startWriting } from '../authorization/messages'
import {
  clientAt,
  currentUnixSeconds,
  pause,
  type ScenarioRow,
  type Server,
  type VerifyEnvironment,
  waitUntil,
} from '../environment'
import { openExamLoad, startSavingStudents } from '../load/exam-students'
import { startReading } from '../load/reads'
import { type LoadBalancer, startLoadBalancer } from '../nginx'
import { countLostSaves, formatStatuses, hasOnlyStatuses, resetCounts } from '../response-counts'
import { prepareUpload } from '../upload'

/** Runs two processes on one PostgreSQL behind one URL; successive requests may reach different processes. */
export async function serversScenario(environment: VerifyEnvironment): Promise<ScenarioRow[]> {
  const { db, url } = await environment.newDatabase()
  const wechat = await startWechatSimulator()
  environment.onEnd(wechat.close)
  const variables = {
    DXX_TRUST_PROXY: '127.0.0.1',
    DXX_PUBLIC_URL: 'https://study.example.cn',
    DXX_WECHAT_API_URL: wechat.url,
    DXX_WECHAT_OPEN_URL: wechat.url,
    DXX_WECHAT_MP_APPID: simulatedApps.mp.appId,
    DXX_WECHAT_MP_SECRET: simulatedApps.mp.secret,
  }
  const servers = [await environment.start(url, variables), await environment.start(url, variables)]
  const front = await startLoadBalancer(environment, servers)
  const rows: ScenarioRow[] = []
  const addRow: AddRow = (what, result, target, ok) => rows.push({ label: what, result, target, ok })
  const guest = clientAt(front.base)
  const login = await guest.call('POST /v1/login_password', { mobile: '13800000001', password: samplePassword })
  const client = clientAt(front.base, login.token)
  await sessions(client, front, addRow)
  const again = await guest.call('POST /v1/login_password', { mobile: '13800000001', password: samplePassword })
  const user = clientAt(front.base, again.token)
  await limits(guest, clientAt(servers[0]!.base), addRow)
  await idempotency(db, user, addRow)
  await qrLogin(guest, user, addRow)
  await tickets(guest, wechat, addRow)
  await uploads(front.base, user, addRow)
  await jobs(db, addRow)
  const restart = (port: string) => environment.start(url, { ...variables, PORT: port })
  await stopping(environment, db, user, front, servers, restart, addRow)
  return rows
}

type AddRow = (what: string, result: string, target: string, ok: ScenarioRow['ok']) => void
const times = <T>(count: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)))

async function sessions(client: Client, { kind, served }: LoadBalancer, addRow: AddRow): Promise<void> {
  const known = await times(200, () => client.send('GET /v1/get_user_info', {}))
  const good = known.filter(({ code }) => code === 1).length
  await client.call('POST /v1/login_out', {})
  const after = await times(40, () => client.send('GET /v1/get_user_info', {}))
  const still = after.filter(({ code }) => code === 1).length
  const result = `${good} of 200 requests accepted by ${served().size} servers behind ${kind}; ${still} of 40 after logout`
  addRow('sessions', result, '200 by 2 servers; 0', good === 200 && served().size === 2 && still === 0)
}

/**
 * The servers share the limit of password attempts before the slider check: of parallel attempts, fewer than the limit
 * may be checked, but never more.
 */
async function limits(front: Client, one: Client, addRow: AddRow): Promise<void> {
  const tries = async (client: Client, mobile: string) => {
    const answers = await times(60, () => client.send('POST /v1/login_password', { mobile, password: 'wrong' }))
    return answers.filter(({ data }) => data.error === 'login-failed').length
  }
  const alone = await tries(one, '13700000001')
  const both = await tries(front, '13700000002')
  addRow(
    'limits: wrong passwords checked before the slider check, of 60 sent at once',
    `${both} through both servers, ${alone} by one server alone`,
    '1 to 3 each',
    [both, alone].every((checked) => checked >= 1 && checked <= 3),
  )
}

/** Sends one message 50 times. Unlike for an order, only the idempotency key prevents duplicates. */
async function idempotency(db: Db, client: Client, addRow: AddRow): Promise<void> {
  const key = randomUUID()
  const text = `只说一次 ${key}`
  const answers = await times(50, () => client.send('POST /v1/cs_send', { text }, { key }))
  const different = new Set(answers.map((answer) => JSON.stringify(answer))).size
  const count = (await db.selectFrom('cs_messages').select('uid').where('text', '=', text).execute()).length
  addRow(
    'idempotency: 50 requests at once with one key',
    `${count} message stored, ${different} distinct response`,
    '1, 1',
    count === 1 && different === 1,
  )
}

async function qrLogin(guest: Client, user: Client, addRow: AddRow): Promise<void> {
  const { id, secret } = await guest.call('POST /v1/login_qr_create', {})
  await user.call('POST /v1/authorize_login_qr_code', { id, action: 'scan' })
  await user.call('POST /v1/authorize_login_qr_code', { id, action: 'confirm' })
  const polls = await times(20, () => guest.call('GET /v1/login_qr_poll', { id, secret }))
  const logins = polls.filter(({ login }) => login !== null).length
  addRow('QR login: 20 polls at once', `${logins} logged in`, '1', logins === 1)
}

async function tickets(guest: Client, wechat: { requestPaths: string[] }, addRow: AddRow): Promise<void> {
  wechat.requestPaths.length = 0
  const web_url = 'https://study.example.cn/'
  const signed = await times(50, () => guest.send('POST /v130/jssdk_signature', { web_url }))
  const good = signed.filter(({ code }) => code === 1).length
  const requestsBefore = wechat.requestPaths.length
  addRow(
    'WeChat tickets: 50 signatures',
    `${good} valid, ${requestsBefore} requests to WeChat`,
    '50, 2 (token, ticket)',
    good === 50 && requestsBefore === 2,
  )
}

async function uploads(base: string, user: Client, addRow: AddRow): Promise<void> {
  const stored = await times(20, async () => {
    const upload = await prepareUpload(user, base)
    return (await upload.put()) === 204 && (await upload.finish())
  })
  const good = stored.filter(Boolean).length
  addRow('uploads: requested, sent and completed at any server', `${good} of 20`, '20', good === 20)
}

/** Checks that overdue orders are closed only once, although both servers run the job. */
async function jobs(db: Db, addRow: AddRow): Promise<void> {
  const count = 100
  const past = currentUnixSeconds() - 10
  await expired(db, count, past)
  await waitUntil('orders are closed', async () => (await leftOpen(db)) === 0, 90_000)
  const { rows } = await sql<{ closed: number; once: number }>`
    select count(*) filter (where status = ${orderStatus.closed})::int as closed, count(*) filter (where closings = 1)::int as once
    from (select o.status, (select count(*) from order_events e where e.order_id = o.id and e.actor = 'time') as closings
      from orders o where o.no like 'P%') o`.execute(db)
  const { closed, once } = rows[0]!
  addRow(
    `jobs: ${count} overdue orders`,
    `${closed} closed, ${once} of them exactly once`,
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
 * Students save, write and read while one server after the other is stopped and started again as in an upgrade, and
 * while nginx is reloaded and killed.
 */
async function stopping(
  environment: VerifyEnvironment,
  db: Db,
  user: Client,
  front: LoadBalancer,
  servers: Server[],
  restart: (port: string) => Promise<Server>,
  addRow: AddRow,
): Promise<void> {
  const { exam, tokens } = await openExamLoad(db, 48)
  const saving = await startSavingStudents(environment, { exam, tokens: tokens.slice(0, 12) }, () => front.base)
  const { tally } = saving
  const writing = startWriting(environment, tokens.slice(12), () => front.base, tally, 1500)
  /** Counts the responses during an event, and checks that they have only these statuses. */
  const meanwhile = async (good: number[], happen: () => Promise<void>) => {
    resetCounts(tally)
    await happen()
    return { words: formatStatuses(tally), ok: tally.statuses.has(200) && hasOnlyStatuses(tally, ...good) }
  }

  let reads = { ok: 0, failed: 0 }
  const rolling = await meanwhile([200], async () => {
    const reading = startReading(environment, user)
    for (const [i, server] of servers.entries()) {
      await server.stop()
      await pause(1000)
      servers[i] = await restart(new URL(server.base).port)
      await pause(2000)
    }
    reads = await reading.stop()
  })
  const result = `${reads.ok} reads, ${reads.failed} failed; writes: ${rolling.words}`
  addRow('servers restarted one by one', result, '0 failed, only 200', reads.ok > 0 && reads.failed === 0 && rolling.ok)

  const { nginx } = front
  if (nginx) {
    // Requests on a connection that is being closed, or while nothing listens, get no response and are sent again.
    const reloaded = await meanwhile([0, 200], async () => {
      for (let i = 0; i < 3; i++) {
        nginx.reload()
        await pause(1000)
      }
    })
    addRow('nginx reloaded ×3', `writes: ${reloaded.words}`, 'no 5xx', reloaded.ok)
    const killed = await meanwhile([0, 200], async () => {
      for (let i = 0; i < 3; i++) {
        await nginx.kill()
        await pause(1000)
      }
    })
    addRow('nginx killed ×3', `writes: ${killed.words}`, 'no 5xx', killed.ok)
  } else addRow('nginx reloaded and killed', 'no nginx here', 'no 5xx', 'not run')

  await saving.stop()
  await writing.stop()
  const { acknowledged, lost } = await countLostSaves(db, tally)
  const messages = await messagesIn(db, writing.acknowledged)
  const summary = `${acknowledged} saves, ${lost} lost; ${writing.acknowledged.length} messages, ${messages.lost} lost, ${messages.doubled} duplicated; ${writing.silent() === 0 ? 'all writers ran' : `${writing.silent()} writers did not run`} until the end`
  const missed = lost + messages.lost + messages.doubled + writing.silent()
  addRow(
    'writes during all of these',
    summary,
    '0 lost, 0 duplicated; all',
    Math.min(acknowledged, writing.acknowledged.length) > 0 && missed === 0,
  )
}
