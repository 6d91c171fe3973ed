import { randomUUID } from 'node:crypto'
import type { Db } from '../../../server/src/db/connection'
import { clientAt, pause, type VerifyEnvironment } from '../environment'
import { countResponse, type ResponseCounts } from '../response-counts'

/** Messages per user: less than the limit of 60 per hour, because repeated messages count again. */
const most = 40

/**
 * Sends messages to customer service until `stop`: unlike saves and orders, only the idempotency key prevents a
 * duplicate message. Unacknowledged messages are sent again with their key. Responses are counted in the tally.
 */
export function startWriting(
  environment: VerifyEnvironment,
  tokens: string[],
  at: () => string,
  tally: ResponseCounts,
  everyMs: number,
) {
  const acknowledged: string[] = []
  let running = true
  let silent = 0
  const write = async (token: string) => {
    // Random start, so that every fault hits messages in flight.
    await pause(Math.random() * everyMs)
    for (let n = 0; n < most && running; n++) {
      const key = randomUUID()
      const text = `只说一次 ${key}`
      const send = () => countResponse(tally, clientAt(at(), token).fetch('POST /v1/cs_send', { text }, { key }))
      let done = await send()
      while (!done && running) {
        await pause(50)
        done = await send()
      }
      if (done) acknowledged.push(text)
      await pause(everyMs)
    }
    if (running) silent++
  }
  const work = tokens.map(write)
  const stop = async () => {
    running = false
    await Promise.all(work)
  }
  environment.onEnd(stop)
  return {
    acknowledged,
    /**
     * Number of users that reached their message limit before the end and were therefore not affected by the last
     * fault.
     */
    silent: () => silent,
    stop,
  }
}

/** Counts acknowledged messages that are missing, and duplicates. */
export async function messagesIn(db: Db, acknowledged: string[]): Promise<{ lost: number; doubled: number }> {
  const rows = await db.selectFrom('cs_messages').select('text').where('text', 'like', '只说一次%').execute()
  const there = new Set(rows.map(({ text }) => text))
  return { lost: acknowledged.filter((text) => !there.has(text)).length, doubled: rows.length - there.size }
}
