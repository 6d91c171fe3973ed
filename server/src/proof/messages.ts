import { randomUUID } from 'node:crypto'
import type { Db } from '../db/connection'
import type { Tally } from './sitting'
import { clientAt, pause } from './stage'

/** Somebody may write 60 an hour. */
const most = 59

/**
 * Everybody writes to customer service until `stop`: unlike saves and orders, nothing but the key keeps a message from
 * being there twice. What is not acknowledged is sent again with its key. Statuses are counted in the tally.
 */
export function startWriting(tokens: string[], at: () => string, { statuses }: Tally, everyMs = 1000) {
  const acknowledged: string[] = []
  let running = true
  const write = async (token: string) => {
    for (let n = 0; n < most && running; n++) {
      const key = randomUUID()
      const text = `只说一次 ${key}`
      while (!(await sent(at(), token, text, key, statuses))) await pause(50)
      acknowledged.push(text)
      await pause(everyMs)
    }
  }
  const work = tokens.map(write)
  return {
    acknowledged,
    stop: async () => {
      running = false
      await Promise.all(work)
    },
  }
}

async function sent(base: string, token: string, text: string, key: string, statuses: Tally['statuses']) {
  const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
  try {
    const response = await clientAt(base, token).fetch('POST /v1/cs_send', { text }, { key })
    count(response.status)
    return ((await response.json()) as { code: number }).code === 1
  } catch {
    count(0)
    return false
  }
}

/** Acknowledged messages that are not there, and those that are there more than once. */
export async function messagesIn(db: Db, acknowledged: string[]): Promise<{ lost: number; doubled: number }> {
  const rows = await db.selectFrom('cs_messages').select('text').where('text', 'like', '只说一次%').execute()
  const there = new Set(rows.map(({ text }) => text))
  return { lost: acknowledged.filter((text) => !there.has(text)).length, doubled: rows.length - there.size }
}
