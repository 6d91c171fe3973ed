import { randomUUID } from 'node:crypto'
import type { Db } from '../db/connection'
import { clientAt, pause, type Stage } from './stage'
import { heard, type Tally } from './tally'

/** Somebody may write 60 an hour, and a message that is sent again counts again. */
const most = 40

/**
 * Everybody writes to customer service until `stop`: unlike saves and orders, nothing but the key keeps a message from
 * being there twice. What is not acknowledged is sent again with its key. Answers are counted in the tally.
 */
export function startWriting(stage: Stage, tokens: string[], at: () => string, tally: Tally, everyMs: number) {
  const acknowledged: string[] = []
  let running = true
  let silent = 0
  const write = async (token: string) => {
    // Not all at once: whatever happens meets somebody in the middle of a message.
    await pause(Math.random() * everyMs)
    for (let n = 0; n < most && running; n++) {
      const key = randomUUID()
      const text = `只说一次 ${key}`
      const send = () => heard(tally, clientAt(at(), token).fetch('POST /v1/cs_send', { text }, { key }))
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
  stage.onEnd(stop)
  return {
    acknowledged,
    /** How many had said all that they may before the end, so that the last of what happened met nothing of theirs. */
    silent: () => silent,
    stop,
  }
}

/** Acknowledged messages that are not there, and those that are there more than once. */
export async function messagesIn(db: Db, acknowledged: string[]): Promise<{ lost: number; doubled: number }> {
  const rows = await db.selectFrom('cs_messages').select('text').where('text', 'like', '只说一次%').execute()
  const there = new Set(rows.map(({ text }) => text))
  return { lost: acknowledged.filter((text) => !there.has(text)).length, doubled: rows.length - there.size }
}
