import { createHmac } from 'node:crypto'
import { signedText } from '@dxx/contract/signature'
import { hashPassword } from '../../../server/src/base/passwords'
import { createSession } from '../../../server/src/http/session'
import type { BenchDatabase } from './database'
import { median, runLoad } from './load'
import { startTarget } from './target'

const rounds = 5
/** A steady read rate below capacity, so that delays are caused by the logins and not by the reads. */
const reading = { connections: 16, seconds: 5, rate: 200 }
const people = 1000
const atOnce = 100
const password = 'bench-Lamp-47'
/** Number of probes to detect by response time whether a mobile number has an account. */
const tries = 60

const sign = (method: string, now: number, payload: string, token = '') => ({
  platform: 'H5',
  authorization: createHmac('sha256', token)
    .update(signedText(method, now, payload))
    .digest('hex'),
  'x-dxx-timestamp': String(now),
})

/** Sends a call for the mobile number of a person, with or without an account, each from its own IP address. */
async function send(base: string, call: string, person: number, rest: object): Promise<{ code: number; msg: string }> {
  const body = JSON.stringify({ mobile: String(13_100_000_000 + person), ...rest })
  const response = await fetch(`${base}/api/v1/${call}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.1.${person >> 8}.${person & 255}`,
      ...sign('POST', Math.floor(Date.now() / 1000), body),
    },
  })
  return (await response.json()) as { code: number; msg: string }
}

/** Logs users in, 100 at a time, until `running` returns false. Returns the number of logins. */
async function storm(base: string, running: () => boolean): Promise<number> {
  let next = 0
  let done = 0
  const one = async () => {
    while (running()) {
      const { code, msg } = await send(base, 'login_password', next++ % people, { password })
      if (code !== 1) throw new Error(`a login was refused: ${code} ${msg}`)
      done++
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return done
}

/** Compares the response times of a call for numbers with and without an account, in alternation. */
async function telling(base: string, call: string, rest: object): Promise<string> {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let person = 0; person < tries; person++) {
    for (const [who, from] of [['known', 0] as const, ['unknown', people] as const]) {
      const start = performance.now()
      await send(base, call, from + person, rest)
      times[who].push(performance.now() - start)
    }
  }
  const [known, unknown] = [median(times.known), median(times.unknown)]
  return `${call.padEnd(14)} ${known.toFixed(1)} ms with an account, ${unknown.toFixed(1)} ms without, ratio ${(unknown / known).toFixed(2)}  (target 1)`
}

/** Compares the p99 of reads during 100 concurrent logins with the p99 without. Target: at most 2x. */
export async function loginsBench({ db, url }: BenchDatabase): Promise<string[]> {
  const now = Math.floor(Date.now() / 1000)
  const passwordHash = await hashPassword(password)
  const users = await db
    .insertInto('users')
    .values(
      Array.from({ length: people }, (_, index) => ({
        nickname: '压测同学',
        mobile: String(13_100_000_000 + index),
        password_hash: passwordHash,
        created_at: now,
      })),
    )
    .returning('id')
    .execute()
  const token = await createSession(db, users[0]!.id, { device: 'bench', platform: 'H5', ip: '127.0.0.1' }, now)
  const target = await startTarget('product', url)
  const read = () => {
    const headers = { ...sign('GET', Math.floor(Date.now() / 1000), '', token), 'x-dxx-token': token }
    return runLoad({ url: `${target.base}/api/v1/get_user_info`, headers, ...reading })
  }
  await read()
  const quiet: number[] = []
  const stormy: number[] = []
  let logins = 0
  for (let round = 0; round < rounds; round++) {
    quiet.push((await read()).p99)
    let running = true
    const storming = storm(target.base, () => running)
    const figures = await Promise.race([
      read(),
      storming.then(() => Promise.reject(new Error('the storm ended early'))),
    ])
    stormy.push(figures.p99)
    running = false
    logins += await storming
  }
  const timings = [
    await telling(target.base, 'login_password', { password: 'not-the-password' }),
    await telling(target.base, 'send_code', { scene: 'find' }),
  ]
  target.stop()
  const ratio = median(stormy) / median(quiet)
  return [
    `quiet      p99 ${median(quiet)} ms at ${reading.rate} reads/s`,
    `storm      p99 ${median(stormy)} ms, ${(logins / (rounds * reading.seconds)).toFixed(0)} logins/s`,
    `ratio      ${ratio.toFixed(2)}  (target at most 2)`,
    ...timings,
  ]
}
