import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { repoRoot } from '../../../server/src/base/paths'
import { childrenOf, isAlive, type VerifyEnvironment, waitUntil } from '../environment'
import type { Network } from './network'
import { postgresPrograms } from './programs'

/** One machine with etcd, Patroni and PostgreSQL. */
export interface Machine {
  /** 1, 2 or 3. */
  number: number
  name: string
  address: string
  folder: string
  dataDir: string
  etcd: ChildProcess | null
  patroni: ChildProcess | null
}

interface Member {
  name: string
  role: 'leader' | 'sync_standby' | 'replica'
  state: string
}

type Ending = Pick<VerifyEnvironment, 'onEnd'>

const shipped = (file: string) => readFileSync(join(repoRoot, 'deploy/cluster', file), 'utf8')

/**
 * Three machines with the files of deploy/cluster/: only addresses, folders and passwords differ. Runs as the user
 * `postgres` where this process is root, because PostgreSQL refuses root.
 */
export class Cluster {
  readonly folder = mkdtempSync(join(tmpdir(), 'dxx-cluster-'))
  readonly machines: Machine[]
  private readonly secrets = new Map<string, string>()
  private readonly owner = ownerOfFiles()

  constructor(readonly network: Network) {
    chmodSync(this.folder, 0o755)
    this.machines = [1, 2, 3].map((number) => {
      const name = `db${number}`
      const folder = join(this.folder, name)
      this.makeFolder(folder)
      for (const part of ['etcd', 'socket', 'data']) this.makeFolder(join(folder, part))
      const dataDir = join(folder, 'data', 'pg')
      return { number, name, address: network.address(number), folder, dataDir, etcd: null, patroni: null }
    })
  }

  /** Removes all files; the logs are copied to the folder DXX_CLUSTER_LOGS first, if that is set. */
  removeFolder(): void {
    const logs = process.env.DXX_CLUSTER_LOGS
    if (logs)
      for (const { folder, name } of this.machines)
        for (const file of readdirSync(folder).filter((name) => name.endsWith('.log'))) {
          mkdirSync(logs, { recursive: true })
          copyFileSync(join(folder, file), join(logs, `${name}-${file}`))
        }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }

  /** Starts everything and waits until one standby is synchronous. */
  async start(environment: Ending): Promise<void> {
    environment.onEnd(() => this.stop())
    for (const machine of this.machines) this.startEtcd(machine)
    await waitUntil('etcd has a leader', () => isOk(`http://${this.machines[0]!.address}:2379/health`))
    for (const machine of this.machines) this.startPatroni(machine)
    await this.whole(120_000)
  }

  private makeFolder(path: string): void {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    if (this.owner) chownSync(path, this.owner.uid, this.owner.gid)
  }

  /** Returns a shipped file with the addresses, folders and passwords of this cluster, as on the given machine. */
  private fileFor(machine: Machine, file: string): string {
    const address = this.network.address(1)
    // A file contains the machine's own address only on these lines; lists of all machines stay unchanged.
    const lines = shipped(file)
      .split('\n')
      .map((line) => (isList(line) ? line : line.replaceAll('10.0.0.11', `10.0.0.1${machine.number}`)))
      .join('\n')
    return lines
      .replace(/(?<=^(name: |ETCD_NAME=))db1/m, machine.name)
      .replaceAll('10.0.0.0/24', this.network.subnet)
      .replace(/10\.0\.0\.1([123])/g, (_, n) => address.replace(/\d+$/, String(10 + Number(n))))
      .replaceAll('/var/lib/postgresql/17/duoxiangxue', machine.dataDir)
      .replaceAll('/var/lib/postgresql/.pgpass-patroni', join(machine.folder, 'pgpass'))
      .replaceAll('/var/run/postgresql', join(machine.folder, 'socket'))
      .replaceAll('/var/lib/etcd/duoxiangxue', join(machine.folder, 'etcd', 'data'))
      .replaceAll('/usr/lib/postgresql/17/bin', postgresPrograms()!)
      .replace(/mode: automatic/, "mode: 'off'")
      .replace(/change-me-(\w+)/g, (_, name) => this.secret(name))
  }

  secret(name: string): string {
    const value = this.secrets.get(name) ?? randomBytes(12).toString('hex')
    this.secrets.set(name, value)
    return value
  }

  /** URL of the database through the HAProxy of server 1 or 2. */
  url(server: number, name = 'dxx', user: 'dxx' | 'postgres' = 'dxx'): string {
    const password = this.secret(user === 'dxx' ? 'app' : 'superuser')
    return `postgres://${user}:${password}@${this.network.haproxy(server)}:5000/${name}`
  }

  /** URL of one PostgreSQL, without HAProxy. */
  directUrl({ address }: Machine, name = 'dxx'): string {
    return `postgres://dxx:${this.secret('app')}@${address}:5432/${name}`
  }

  private spawnOn(machine: Machine, log: string, command: string[], env: Record<string, string> = {}): ChildProcess {
    const file = openSync(join(machine.folder, `${log}.log`), 'a')
    const asOwner = this.owner
      ? ['setpriv', `--reuid=${this.owner.uid}`, `--regid=${this.owner.gid}`, '--clear-groups']
      : []
    const [program, ...args] = [...this.network.prefix(machine.number), ...asOwner, ...command]
    const child = spawn(program!, args, {
      cwd: machine.folder,
      env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', HOME: machine.folder, ...env },
      stdio: ['ignore', file, file],
    })
    child.on('error', () => {})
    return child
  }

  startEtcd(machine: Machine): void {
    const lines = this.fileFor(machine, 'etcd.env').split('\n')
    const settings = lines.flatMap((line) => /^(ETCD_\w+)=(.*)$/.exec(line)?.slice(1, 3) ?? [])
    const env: Record<string, string> = { ETCD_UNSUPPORTED_ARCH: process.arch }
    for (let i = 0; i < settings.length; i += 2) env[settings[i]!] = settings[i + 1]!
    machine.etcd = this.spawnOn(machine, 'etcd', ['etcd'], env)
  }

  startPatroni(machine: Machine): void {
    const file = join(machine.folder, 'patroni.yml')
    writeFileSync(file, this.fileFor(machine, 'patroni.yml'), { mode: 0o600 })
    if (this.owner) chownSync(file, this.owner.uid, this.owner.gid)
    machine.patroni = this.spawnOn(machine, 'patroni', ['patroni', file])
  }

  /** Starts the watch of a machine's disk. Addresses, folder and password are those of this cluster. */
  startDiskWatch(machine: Machine, environment: Ending): void {
    const lines = this.fileFor(machine, 'disk.env').split('\n')
    const env = Object.fromEntries(
      lines.flatMap((line) => [/^(\w+)=(.*)$/.exec(line)?.slice(1, 3) ?? []].filter((pair) => pair.length === 2)),
    )
    const child = this.spawnOn(machine, 'disk', ['sh', join(repoRoot, 'deploy/cluster/disk-watch.sh')], {
      ...env,
      NAME: machine.name,
      MIN_MB: '100',
    })
    environment.onEnd(() => end(child, 'SIGKILL'))
  }

  /** Starts the HAProxy of server 1 or 2. */
  async startHaproxy(server: number, environment: Ending): Promise<void> {
    const address = this.network.haproxy(server)
    const file = join(this.folder, `haproxy-${server}.cfg`)
    const config = this.fileFor(this.machines[0]!, 'haproxy.cfg').replace(/(?<=bind )127\.0\.0\.1/g, address)
    writeFileSync(file, config, { mode: 0o600 })
    const child = spawn('haproxy', ['-db', '-q', '-f', file], { stdio: ['ignore', 'ignore', 'ignore'] })
    environment.onEnd(() => end(child))
    await waitUntil('HAProxy leads to the primary', () => this.answers(server), 30_000)
  }

  private async answers(server: number): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.url(server, 'postgres', 'postgres') })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query('select pg_is_in_recovery() as standby')
      return rows[0].standby === false
    } catch {
      return false
    } finally {
      await client.end().catch(() => {})
    }
  }

  async members(): Promise<Member[]> {
    for (const { address } of this.machines)
      try {
        const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2000) })
        return ((await answer.json()) as { members: Member[] }).members
      } catch {
        // This Patroni is down; the next one also knows the members.
      }
    return []
  }

  /** The machine whose Patroni reports that it holds the leader's lock and runs as primary; null during a takeover. */
  async primary(): Promise<Machine | null> {
    const found = await Promise.all(this.machines.map(({ address }) => isOk(`http://${address}:8008/primary`)))
    return this.machines[found.indexOf(true)] ?? null
  }

  async syncStandby(): Promise<Machine | null> {
    const member = (await this.members()).find(({ role }) => role === 'sync_standby')
    return this.machines.find(({ name }) => name === member?.name) ?? null
  }

  /** Waits until a primary and two standbys run, one of them synchronous. */
  async whole(forMs: number): Promise<void> {
    let seen: Member[] = []
    const isWhole = async () => {
      seen = await this.members()
      const roles = seen.filter(({ state }) => state === 'running' || state === 'streaming').map(({ role }) => role)
      return roles.length === 3 && roles.includes('leader') && roles.includes('sync_standby')
    }
    await waitUntil('the cluster is whole', isWhole, forMs).catch(() => {
      throw new Error(`the cluster is not whole: ${JSON.stringify(seen)}`)
    })
  }

  postmaster({ dataDir }: Machine): number | null {
    try {
      const pid = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
      return isAlive(pid) ? pid : null
    } catch {
      return null
    }
  }

  /** Kills PostgreSQL with all its processes, as a power cut would; `withPatroni` kills Patroni first. */
  async kill(machine: Machine, withPatroni: boolean): Promise<void> {
    if (withPatroni && machine.patroni) {
      await end(machine.patroni, 'SIGKILL')
      machine.patroni = null
    }
    const postmaster = this.postmaster(machine)
    if (postmaster === null) return
    // Stops the postmaster first, so that it does not start new processes for those that are killed.
    signal(postmaster, 'SIGSTOP')
    for (const pid of [...childrenOf(postmaster), postmaster]) signal(pid, 'SIGKILL')
    await waitUntil('PostgreSQL has ended', () => !isAlive(postmaster), 10_000)
  }

  async stopEtcd(machine: Machine): Promise<void> {
    if (machine.etcd) await end(machine.etcd, 'SIGKILL')
    machine.etcd = null
  }

  /** Transfers the role of the primary to another machine in an orderly way, as before an upgrade. */
  async switchover(from: Machine, to: Machine): Promise<void> {
    const answer = await fetch(`http://${from.address}:8008/switchover`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`patroni:${this.secret('rest')}`).toString('base64')}` },
      body: JSON.stringify({ leader: from.name, candidate: to.name }),
      signal: AbortSignal.timeout(60_000),
    })
    if (!answer.ok) throw new Error(`switchover: ${answer.status} ${await answer.text()}`)
  }

  private async stop(): Promise<void> {
    // Stops standbys first, so that none takes over from a primary that stops.
    const primary = await this.primary()
    const order = [...this.machines].sort((a, b) => Number(a === primary) - Number(b === primary))
    for (const machine of order) {
      if (machine.patroni) await end(machine.patroni, 'SIGTERM', 20_000)
      await this.kill(machine, true)
    }
    for (const machine of this.machines) await this.stopEtcd(machine)
  }
}

const isList = (line: string) => /10\.0\.0\.12/.test(line) || /^ {2}server db/.test(line)

const isOk = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  )

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    // ESRCH: it has already ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Ends a process that this process started; kills it if it takes too long. */
async function end(child: ChildProcess, by: NodeJS.Signals = 'SIGTERM', patienceMs = 5000): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(by)
  const late = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  await exited.finally(() => clearTimeout(late))
}

/** User and group of `postgres`, or null if this process is not root and everything runs as itself. */
export function ownerOfFiles(): { uid: number; gid: number } | null {
  if (process.getuid!() !== 0) return null
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout),
  )
  return { uid: uid!, gid: gid! }
}
