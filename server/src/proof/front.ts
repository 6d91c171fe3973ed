import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { repoRoot } from '../root'
import { childrenOf, until } from './stage'

export interface Front {
  /** What stands in front: nginx, or our own where there is none. */
  kind: string
  base: string
  /** The servers that have answered so far. */
  served(): Set<string>
  /** For nginx alone: reads its file anew, and is killed with all of its workers and started again. */
  nginx: { reload(): void; kill(): Promise<void> } | null
  stop(): Promise<void>
}

/** Where nginx is: what DXX_NGINX says, or on the path. */
function nginxPath(): string | null {
  const path = process.env.DXX_NGINX || 'nginx'
  return spawnSync(path, ['-v']).status === 0 ? path : null
}

/** One address for several servers; each request goes to the next one. */
export async function startFront(folder: string, bases: string[]): Promise<Front> {
  const path = nginxPath()
  return path ? startNginx(path, folder, bases) : startOwn(bases)
}

export async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** A certificate that nobody has signed; false where there is no openssl. */
function makeCertificate(home: string): boolean {
  const files = ['-keyout', join(home, 'privkey.pem'), '-out', join(home, 'fullchain.pem')]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  return spawnSync('openssl', ['req', ...kind, '-subj', '/CN=127.0.0.1', ...files]).status === 0
}

/**
 * deploy/nginx.conf as it is shipped. What differs: the servers' addresses, the ports, and the folder of the certificate,
 * which is made here (without openssl there is none, and port 443 speaks plainly). What is around it in nginx's own file
 * is ours: who runs it and where it writes. Its log tells which server answered.
 */
function shippedConfig(home: string, bases: string[], ports: { plain: number; tls: number }, tls: boolean): string {
  const put = (text: string, what: RegExp, by: string) => {
    if (!what.test(text)) throw new Error(`deploy/nginx.conf has no ${what}`)
    return text.replace(what, by)
  }
  const servers = bases.map((base) => `server ${new URL(base).host} max_fails=0;`).join('\n  ')
  let text = readFileSync(join(repoRoot, 'deploy/nginx.conf'), 'utf8')
  text = put(text, /server server-a:3000 max_fails=0;\s+server server-b:3000 max_fails=0;/, servers)
  text = put(text, /listen 80;/, `listen 127.0.0.1:${ports.plain};`)
  text = put(text, /listen 443 ssl http2;/, `listen 127.0.0.1:${ports.tls}${tls ? ' ssl http2' : ''};`)
  text = put(text, /\/var\/www\/acme/, join(home, 'acme'))
  return tls
    ? text.replaceAll('/etc/nginx/certificates', home)
    : text.replace(/ssl_certificate(_key)? .*;|ssl_session_cache .*;/g, '')
}

async function startNginx(path: string, folder: string, bases: string[]): Promise<Front> {
  const home = mkdtempSync(join(folder, 'nginx-'))
  const tls = makeCertificate(home)
  // Nobody has signed it. Everything that this process speaks to is on this machine.
  if (tls) process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  const ports = { plain: await freePort(), tls: await freePort() }
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(home, name)};`)
    .join('\n  ')
  writeFileSync(join(home, 'shipped.conf'), shippedConfig(home, bases, ports, tls))
  writeFileSync(
    join(home, 'nginx.conf'),
    `daemon off; user ${userInfo().username}; pid ${join(home, 'pid')}; error_log ${join(home, 'error.log')};
events { worker_connections 8192; }
http {
  log_format served $upstream_addr;
  access_log ${join(home, 'served.log')} served;
  ${temporary}
  include shipped.conf;
}
`,
  )
  const base = `${tls ? 'https' : 'http'}://127.0.0.1:${ports.tls}`
  const run = async () => {
    const args = ['-e', join(home, 'error.log'), '-p', home, '-c', join(home, 'nginx.conf')]
    const child = spawn(path, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    await until('nginx answers', () => isUp(base))
    return child
  }
  let child = await run()
  return {
    kind: `nginx${tls ? ' with TLS' : ''}`,
    base,
    served: () => new Set(readFileSync(join(home, 'served.log'), 'utf8').match(/[\d.]+:\d+/g)),
    nginx: {
      reload: () => child.kill('SIGHUP'),
      kill: async () => {
        await killAll(child)
        child = await run()
      },
    },
    stop: async () => {
      const exited = once(child, 'exit')
      child.kill()
      await exited
    },
  }
}

const isUp = (base: string) =>
  fetch(`${base}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

async function killAll(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  const workers = childrenOf(child.pid!)
  child.kill('SIGKILL')
  await exited
  for (const pid of workers) process.kill(pid, 'SIGKILL')
}

/** As much of a proxy as the checks need. */
async function startOwn(bases: string[]): Promise<Front> {
  let next = 0
  const served = new Set<string>()
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const pass = (left: number): void => {
      const base = bases[next++ % bases.length]!
      const options = { method: incoming.method, headers: { ...incoming.headers, 'x-forwarded-for': '127.0.0.1' } }
      request(base + incoming.url, options, (answer) => {
        served.add(base)
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      })
        .on('error', () => (left > 0 ? pass(left - 1) : outgoing.writeHead(502).end()))
        .end(body)
    }
    pass(bases.length)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    kind: 'a proxy of our own (no nginx here)',
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    served: () => served,
    nginx: null,
    stop: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A line that can be cut: everything that is under way is lost in the middle. */
export async function startLine(base: string) {
  const { port, hostname } = new URL(base)
  const sockets = new Set<Socket>()
  const server = createTcpServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      for (const socket of sockets) socket.resetAndDestroy()
    },
    stop: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
