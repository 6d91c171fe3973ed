import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { until } from './stage'

export interface Front {
  /** What stands in front: nginx, or our own where there is none. */
  kind: string
  base: string
  stop(): Promise<void>
}

/** Where nginx is: what DXX_NGINX says, or on the path. */
function nginxPath(): string | null {
  const path = process.env.DXX_NGINX || 'nginx'
  return spawnSync(path, ['-v']).status === 0 ? path : null
}

/** One address for several servers; each request goes to the next one. Names the server that answered in a header. */
export async function startFront(folder: string, bases: string[]): Promise<Front> {
  const path = nginxPath()
  return path ? startNginx(path, folder, bases) : startOwn(bases)
}

async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

async function startNginx(path: string, folder: string, bases: string[]): Promise<Front> {
  const home = join(folder, 'nginx')
  mkdirSync(home, { recursive: true })
  const port = await freePort()
  const servers = bases.map((base) => `server ${new URL(base).host} max_fails=1 fail_timeout=1s;`).join(' ')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(home, name)};`)
    .join('\n  ')
  writeFileSync(
    join(home, 'nginx.conf'),
    `daemon off; master_process off; pid ${join(home, 'pid')}; error_log ${join(home, 'error.log')};
events { worker_connections 8192; }
http {
  access_log off;
  ${temporary}
  upstream dxx { ${servers} keepalive 32; }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 1g;
    location / {
      proxy_pass http://dxx;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_next_upstream error timeout http_503 non_idempotent;
      add_header x-served-by $upstream_addr always;
    }
  }
}
`,
  )
  const child = spawn(path, ['-p', home, '-c', join(home, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'inherit'] })
  const exited = once(child, 'exit')
  const base = `http://127.0.0.1:${port}`
  await until('nginx answers', () =>
    fetch(`${base}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return {
    kind: 'nginx',
    base,
    stop: async () => {
      child.kill()
      await exited
    },
  }
}

/** As much of a proxy as the checks need. */
async function startOwn(bases: string[]): Promise<Front> {
  let next = 0
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const pass = (left: number): void => {
      const base = bases[next++ % bases.length]!
      const options = { method: incoming.method, headers: { ...incoming.headers, 'x-forwarded-for': '127.0.0.1' } }
      request(base + incoming.url, options, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'x-served-by': base })
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
