import type { Client } from '../../../server/src/testing/client'
import { startRepeating, type VerifyEnvironment } from '../environment'

/** Makes read calls until `stop` is called. */
export function startReading(environment: VerifyEnvironment, client: Client) {
  const reads = { ok: 0, failed: 0 }
  const stop = startRepeating(environment, async () => {
    const answer = await client.send('GET /v1/get_user_info', {}).catch(() => ({ code: -1 }))
    reads[answer.code === 1 ? 'ok' : 'failed']++
  })
  return { stop: () => stop().then(() => reads) }
}
