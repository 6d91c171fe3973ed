import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Byte at which the connection is cut, in either direction. */
export interface Break {
  way: 'up' | 'down'
  after: number
}

/**
 * Starts a TCP proxy to a server. It cuts the connection once at a given byte, or on demand: data in transit is lost,
 * and the next connection works again. Counts the bytes.
 */
export async function startBreakingProxy(base: string, at: Break | null = null) {
  const { port, hostname } = new URL(base)
  const passed = { up: 0, down: 0 }
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    const end = () => {
      near.resetAndDestroy()
      far.resetAndDestroy()
    }
    const carry = (from: Socket, to: Socket, way: Break['way']) => {
      sockets.add(from)
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.on('data', (chunk: Buffer) => {
        const room = at?.way === way ? at.after - passed[way] : chunk.length + 1
        passed[way] += chunk.length
        if (chunk.length < room) to.write(chunk)
        else to.write(chunk.subarray(0, Math.max(0, room)), end)
      })
    }
    carry(near, far, 'up')
    carry(far, near, 'down')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    cut,
    stop: () => {
      server.close()
      cut()
    },
  }
}
