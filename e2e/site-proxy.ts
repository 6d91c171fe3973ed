import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { inject } from 'vitest'

/** Starts a proxy that can go down and up again, like a restarted server. */
export async function startProxy() {
  const { hostname, port } = new URL(inject('base'))
  const sockets = new Set<Socket>()
  let server: Server | undefined
  let ownPort = 0

  function listen(): Promise<void> {
    server = createServer((socket) => {
      const onward = connect(Number(port), hostname)
      sockets.add(socket)
      socket.pipe(onward).pipe(socket)
      const end = () => {
        sockets.delete(socket)
        socket.destroy()
        onward.destroy()
      }
      for (const one of [socket, onward]) one.on('close', end).on('error', end)
    })
    return new Promise((resolve) => server!.listen(ownPort, '127.0.0.1', () => resolve()))
  }

  async function down(): Promise<void> {
    const stopped = new Promise<void>((resolve) => server!.close(() => resolve()))
    for (const socket of sockets) socket.destroy()
    await stopped
  }

  await listen()
  ownPort = (server!.address() as AddressInfo).port
  return { base: `http://127.0.0.1:${ownPort}`, down, up: listen }
}
