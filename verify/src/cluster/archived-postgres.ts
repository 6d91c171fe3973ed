import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { startS3 } from '../../../server/src/adapters/storage/s3-simulator.fixture'
import { repoRoot } from '../../../server/src/base/paths'
import { freePort } from '../../../server/src/testing/free-port'
import { ownerOfFiles } from './cluster'
import { postgresPrograms } from './programs'

const run = promisify(execFile)
const stanza = 'duoxiangxue'

export interface ArchivedPostgres {
  url(database: string): string
  /** Runs pgBackRest for this PostgreSQL. */
  pgbackrest(...args: string[]): Promise<void>
  /** Restores into a separate folder to the time and starts a PostgreSQL there. */
  restoreTo(time: string): Promise<{ url(database: string): string }>
  stop(): Promise<void>
}

/**
 * Starts a PostgreSQL that archives its log with deploy/cluster/pgbackrest.conf and archive.yml; only addresses,
 * folders and passwords differ. Blocking calls are not allowed here, because the storage service runs in this process.
 */
export async function startArchivedPostgres(s3: Awaited<ReturnType<typeof startS3>>): Promise<ArchivedPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'dxx-archive-'))
  chmodSync(folder, 0o755)
  const owner = ownerOfFiles()
  const makeFolder = (name: string) => {
    const path = join(folder, name)
    mkdirSync(path, { recursive: true, mode: 0o700 })
    if (owner) chownSync(path, owner.uid, owner.gid)
    return path
  }
  const as = owner ? ['setpriv', `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'] : []
  const env = { PATH: `${postgresPrograms()}:${process.env.PATH}`, LC_ALL: 'C.UTF-8', HOME: folder }
  const asOwner = async (...words: string[]) => {
    const [program, ...args] = [...as, ...words]
    await run(program!, args, { cwd: folder, env, maxBuffer: 1024 * 1024 * 64 }).catch(
      (error: { stdout: string } & Error) => {
        throw new Error(`${error.message} ${error.stdout}`.slice(0, 1000))
      },
    )
  }
  const port = await freePort()
  const dataDir = join(makeFolder('data'), 'pg')
  const socket = makeFolder('socket')
  const config = join(folder, 'pgbackrest.conf')
  writeFileSync(config, configOf(s3, { dataDir, socket, port, folder: makeFolder('pgbackrest') }), { mode: 0o600 })
  if (owner) chownSync(config, owner.uid, owner.gid)
  const password = randomBytes(12).toString('hex')
  const secret = join(makeFolder('secret'), 'password')
  writeFileSync(secret, password)
  if (owner) chownSync(secret, owner.uid, owner.gid)
  await asOwner(
    'initdb',
    '-D',
    dataDir,
    '-U',
    'postgres',
    `--pwfile=${secret}`,
    '-A',
    'scram-sha-256',
    '--auth-local=trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
  )
  const command = `pgbackrest --config=${config} --stanza=${stanza} archive-push %p`
  appendFileSync(join(dataDir, 'postgresql.conf'), settingsOf(command, socket))
  const start = (dir: string, at: number, more = '') =>
    asOwner('pg_ctl', '-D', dir, '-w', '-t', '120', '-l', join(socket, `${at}.log`), '-o', `-p ${at} ${more}`, 'start')
  const stopAt = (dir: string) => asOwner('pg_ctl', '-D', dir, '-m', 'immediate', '-w', 'stop').catch(() => {})
  const urlAt = (at: number) => (database: string) => `postgres://postgres:${password}@127.0.0.1:${at}/${database}`
  const started = [dataDir]
  await start(dataDir, port)
  const pgbackrest = (...args: string[]) => asOwner('pgbackrest', `--config=${config}`, `--stanza=${stanza}`, ...args)
  return {
    url: urlAt(port),
    pgbackrest,
    async restoreTo(time) {
      const dir = makeFolder('restored')
      await pgbackrest(`--pg1-path=${dir}`, '--type=time', `--target=${time}`, '--target-action=promote', 'restore')
      const other = await freePort()
      started.push(dir)
      // The restored database must not write into the archive of the original one.
      await start(dir, other, '-c archive_mode=off')
      return { url: urlAt(other) }
    },
    async stop() {
      for (const dir of started) await stopAt(dir)
      spawnSync('rm', ['-rf', folder])
    },
  }
}

const shipped = (file: string) => readFileSync(join(repoRoot, 'deploy/cluster', file), 'utf8')

interface Places {
  dataDir: string
  socket: string
  port: number
  folder: string
}

function configOf(
  { settings }: Awaited<ReturnType<typeof startS3>>,
  { dataDir, socket, port, folder }: Places,
): string {
  const { hostname, port: servicePort } = new URL(settings.endpoint)
  return shipped('pgbackrest.conf')
    .replace('s3.example.cn', hostname)
    .replace('repo1-storage-port=443', `repo1-storage-port=${servicePort}\nrepo1-storage-verify-tls=n`)
    .replace('change-me-bucket', settings.bucket)
    .replace('change-me-key', settings.accessKey)
    .replace('change-me-secret', settings.secretKey)
    .replace('change-me-passphrase', randomBytes(24).toString('hex'))
    .replace('pg1-path=/var/lib/postgresql/17/duoxiangxue', `pg1-path=${dataDir}`)
    .replace('pg1-port=5432', `pg1-port=${port}`)
    .replace('/var/run/postgresql', socket)
    .replace('[duoxiangxue]', `lock-path=${folder}\nlog-path=${folder}\nspool-path=${folder}\n\n[duoxiangxue]`)
}

/** Settings of archive.yml as lines of postgresql.conf. */
function settingsOf(command: string, socket: string): string {
  const lines = [...shipped('archive.yml').matchAll(/^ {4}(archive_\w+): '?([^'\n]+)'?$/gm)].map(
    ([, name, value]) => `${name} = '${name === 'archive_command' ? command : value}'`,
  )
  if (lines.length !== 3) throw new Error('deploy/cluster/archive.yml has no three settings of the archive')
  return `\n${lines.join('\n')}\nunix_socket_directories = '${socket}'\nlisten_addresses = '127.0.0.1'\n`
}
