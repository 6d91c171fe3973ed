import { expect, it } from 'vitest'
import { CleanupStack } from '../cleanup-stack'
import { waitUntil } from '../environment'
import { Cluster } from './cluster'
import { loopbackNetwork } from './network'
import { missingPackages } from './programs'

// Not a part of npm test: it takes about a minute, and `npm run verify -- failover` does the same and more.
it.skipIf(process.env.DXX_CLUSTER !== 'try' || missingPackages().length > 0)(
  'a cluster of deploy/cluster/ starts on loopback and a standby takes over from a killed primary',
  async () => {
    const stack = new CleanupStack()
    const environment = { onEnd: (end: () => unknown) => stack.add(end) }
    const cluster = new Cluster(loopbackNetwork())
    try {
      const begin = performance.now()
      await cluster.start(environment)
      await cluster.startHaproxy(1, environment)
      console.log(`whole after ${Math.round(performance.now() - begin)} ms`, await cluster.members())
      const before = (await cluster.primary())!
      const killed = performance.now()
      await cluster.kill(before, false)
      await waitUntil('another primary', async () => {
        const now = await cluster.primary()
        return now !== null && now !== before
      })
      console.log(`taken over after ${Math.round(performance.now() - killed)} ms`)
      expect((await cluster.primary())!.name).not.toBe(before.name)
      await cluster.whole(60_000)
    } finally {
      if (process.env.DXX_KEEP_LOGS) console.log(cluster.folder)
      await stack.all()
    }
  },
  240_000,
)
