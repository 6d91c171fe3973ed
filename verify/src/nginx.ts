import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { repoRoot } from '../../server/src/base/paths'
import { freePort } from '../../server/src/testing/free-port'
import { childrenOf, type Server, type VerifyEnvironment, waitUntil } from './environment'

export interface LoadBalancer {
  /** nginx, or the built-in proxy if nginx is not installed. */
  kind: string
  base: string
  /** Servers that have responded so far. */
  served(): Set<string>
  /** nginx only: reloads its configuration, kills and restarts it with all workers, and returns its logs. */
  nginx: { reload(): void; kill(): Promise<void>; logged(file: 'access' | 'error'): string } | null
}

/** Folder of a scenario, and a function that registers its cleanup. */
type Ending = Pick<VerifyEnvironment, 'folder' | 'onEnd'>

/** Path of nginx: DXX_NGINX, or on the PATH; null if not found. */
export function nginxPath(): string | null {
  const path = process.env.DXX_NGINX || 'nginx'
  return spawnSync(path, ['-v']).status === 0 ? path : null
}

/** Starts a round-robin load balancer, one URL for several servers. It stops when the scenario ends. */
export async function startLoadBalancer(environment: Ending, servers: Pick<Server, 'base'>[]): Promise<LoadBalancer> {
  const path = nginxPath()
  const bases = servers.map(({ base }) => base)
  return path ? startNginx(path, environment, bases) : startOwn(environment, bases)
}

/** Creates a self-signed certificate; returns false without openssl. */
export function makeCertificate(home: string): boolean {
  const files = ['-keyout', join(home, 'privkey.pem'), '-out', join(home, 'fullchain.pem')]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  return spawnSync('openssl', ['req', ...kind, '-subj', '/CN=127.0.0.1', ...files]).status === 0
}

/**
 * Returns the shipped deploy/nginx.conf with these differences: upstream servers, ports, folders of logs and files, and
 * a certificate created here (without openssl, port 443 speaks plain HTTP). The main configuration that includes it sets user and
 * paths.
 */
function shippedConfig(
  home: string,
  files: string,
  bases: string[],
  ports: { plain: number; tls: number },
  tls: boolean,
): string {
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
  text = put(text, /\/var\/lib\/duoxiangxue/, files)
  text = put(text, /\/var\/log\/nginx(?=\/access)/, home).replaceAll('/var/log/nginx', home)
  return tls
    ? text.replaceAll('/etc/nginx/certificates', home)
    : text.replace(/ssl_certificate(_key)? .*;|ssl_session_cache .*;/g, '')
}

async function startNginx(path: string, environment: Ending, bases: string[]): Promise<LoadBalancer> {
  const home = mkdtempSync(join(environment.folder, 'nginx-'))
  const tls = makeCertificate(home)
  if (tls) trustAnybody(environment)
  const ports = { plain: await freePort(), tls: await freePort() }
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(home, name)};`)
    .join('\n  ')
  writeFileSync(join(home, 'shipped.conf'), shippedConfig(home, environment.folder, bases, ports, tls))
  writeFileSync(
    join(home, 'nginx.conf'),
    `daemon off; user ${userInfo().username}; pid ${join(home, 'pid')}; error_log ${join(home, 'error.log')};
events { worker_connections 8192; }
http {
  access_log off;
  ${temporary}
  include shipped.conf;
}
`,
  )
  const base = `${tls ? 'https' : 'http'}://127.0.0.1:${ports.tls}`
  let child: ChildProcess | undefined
  const run = async () => {
    const args = ['-e', join(home, 'error.log'), '-p', home, '-c', join(home, 'nginx.conf')]
    child = spawn(path, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    await waitUntil('nginx answers', () => isUp(base))
  }
  environment.onEnd(() => child && killAll(child))
  await run()
  const logged = (file: 'access' | 'error') => readFileSync(join(home, `${file}.log`), 'utf8')
  return {
    kind: `nginx${tls ? ' with TLS' : ''}`,
    base,
    served: () => new Set(logged('access').match(/(?<="servers":"[^"]*)[\d.]+:\d+/g)),
    nginx: {
      logged,
      reload: () => child!.kill('SIGHUP'),
      kill: async () => {
        await killAll(child!)
        await run()
      },
    },
  }
}

/**
 * Accepts the self-signed certificate. During the scenario this process only connects to this machine; processes it
 * starts later, such as the tests, must not inherit the setting.
 */
function trustAnybody(environment: Ending): void {
  const name = 'NODE_TLS_REJECT_UNAUTHORIZED'
  const before = process.env[name]
  process.env[name] = '0'
  environment.onEnd(() => {
    if (before === undefined) delete process.env[name]
    else process.env[name] = before
  })
}

const isUp = (base: string) =>
  fetch(`${base}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

async function killAll(child: ChildProcess): Promise<void> {
  const workers = childrenOf(child.pid!)
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  for (const pid of workers)
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      // ESRCH: the worker has already exited, because its master has exited.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
}

/** Starts a minimal proxy, which tries the next server on the same failures as deploy/nginx.conf for most calls. */
async function startOwn(environment: Ending, bases: string[]): Promise<LoadBalancer> {
  let next = 0
  const served = new Set<string>()
  const goesOn = (status: number, url = '') => status === 503 || (status === 404 && url.startsWith('/assets/'))
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const first = next++
    const pass = (tried: number): void => {
      const base = bases[(first + tried) % bases.length]!
      const isLast = tried === bases.length - 1
      const options = { method: incoming.method, headers: { ...incoming.headers, 'x-forwarded-for': '127.0.0.1' } }
      request(base + incoming.url, options, (answer) => {
        served.add(base)
        if (!isLast && goesOn(answer.statusCode ?? 502, incoming.url)) {
          answer.resume()
          pass(tried + 1)
          return
        }
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      })
        .on('error', () => (isLast ? outgoing.writeHead(502).end() : pass(tried + 1)))
        .end(body)
    }
    pass(0)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  environment.onEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    kind: 'a proxy of our own (no nginx here)',
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    served: () => served,
    nginx: null,
  }
}
