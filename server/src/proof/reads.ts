import type { Client } from '../testing/client'
import { type Stage, startRepeating } from './stage'

/** Somebody reads on and on until `stop`. */
export function startReading(stage: Stage, client: Client) {
  const reads = { ok: 0, failed: 0 }
  const stop = startRepeating(stage, async () => {
    const answer = await client.send('GET /v1/get_user_info', {}).catch(() => ({ code: -1 }))
    reads[answer.code === 1 ? 'ok' : 'failed']++
  })
  return { stop: () => stop().then(() => reads) }
}
