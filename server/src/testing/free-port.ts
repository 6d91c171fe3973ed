import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Returns a free port below the ephemeral range, so that no outgoing connection uses it before its server listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    const probe = createServer()
    const free = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (free) return port
  }
}
