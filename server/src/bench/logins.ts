import { createHmac } from 'node:crypto'
import { signedText } from '@dxx/contract/signature'
import { createSession } from '../http/session'
import { hashPassword } from '../modules/accounts/passwords'
import type { BenchDatabase } from './database'
import { drive, median } from './load'
import { startTarget } from './target'

const rounds = 5
/** Readers at a steady pace that leaves room, so that waiting is due to the logins and not to the readers themselves. */
const reading = { connections: 16, seconds: 5, rate: 200 }
const people = 1000
const atOnce = 100
const password = 'bench-Lamp-47'

const sign = (method: string, now: number, payload: string, token = '') => ({
  platform: 'H5',
  authorization: createHmac('sha256', token)
    .update(signedText(method, now, payload))
    .digest('hex'),
  'x-dxx-timestamp': String(now),
})

/** Everybody logs in at once, each from an address of their own; ends when told to. Answers how many came in. */
async function storm(base: string, running: () => boolean): Promise<number> {
  let next = 0
  let done = 0
  const one = async () => {
    while (running()) {
      const person = next++ % people
      const body = JSON.stringify({ mobile: String(13_100_000_000 + person), password })
      const response = await fetch(`${base}/api/v1/login_password`, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `10.1.${person >> 8}.${person & 255}`,
          ...sign('POST', Math.floor(Date.now() / 1000), body),
        },
      })
      const { code, msg } = (await response.json()) as { code: number; msg: string }
      if (code !== 1) throw new Error(`a login was refused: ${code} ${msg}`)
      done++
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return done
}

/** The p99 of reads while 100 people log in at any moment, against the same reads in quiet. Target: at most 2x. */
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
    return drive({ url: `${target.base}/api/v1/get_user_info`, headers, ...reading })
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
  target.stop()
  const ratio = median(stormy) / median(quiet)
  return [
    `quiet      p99 ${median(quiet)} ms at ${reading.rate} reads/s`,
    `storm      p99 ${median(stormy)} ms, ${(logins / (rounds * reading.seconds)).toFixed(0)} logins/s`,
    `ratio      ${ratio.toFixed(2)}  (target at most 2)`,
  ]
}
