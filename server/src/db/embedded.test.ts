import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bundle } from '../testing/bundle'
import { silent } from '../testing/database'
import { long } from '../testing/measurements'
import { type Embedded, startEmbedded } from './embedded'
import { isAlive, readPostmaster, runsOn } from './embedded-postmaster'

const isRoot = process.getuid?.() === 0

let built: Awaited<ReturnType<typeof bundle>>
let base: string
let folder: string
let cluster: string
const owners: ChildProcess[] = []
const started: Embedded[] = []

beforeAll(async () => {
  // Bundled, because production starts the embedded database from bundled code.
  built = await bundle('db/embedded.fixture.ts')
})
afterAll(() => built.remove())

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'dxx-embedded-'))
  await chmod(base, 0o755)
  folder = join(base, 'data')
  cluster = join(folder, 'postgres')
})
afterEach(async () => {
  for (const owner of owners.splice(0)) owner.kill('SIGKILL')
  for (const embedded of started.splice(0)) await embedded.stop()
  const left = await readPostmaster(cluster).catch(() => null)
  if (left && (await runsOn(cluster, left.pid))) {
    process.kill(left.pid, 'SIGQUIT')
    await until(async () => !(await runsOn(cluster, left.pid)))
  }
  await rm(base, { recursive: true, force: true, maxRetries: 10 })
})

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(20)
}

async function start(dataDir = folder): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir, log: silent })
  started.push(embedded)
  return embedded
}

async function query<T>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  return (await client.query(text).finally(() => client.end())).rows
}

/** Starts a separate process that inserts rows; `acknowledged` lists the rows that the database has confirmed. */
function runOwner() {
  const child = spawn(process.execPath, [join(built.folder, 'embedded.fixture.js'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  owners.push(child)
  const acknowledged: number[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line !== 'starting') acknowledged.push(Number(line))
  })
  const exited = once(child, 'exit')
  return { child, acknowledged, exited }
}

async function stored(url: string): Promise<number[]> {
  return (await query<{ n: number }>(url, 'select n from acknowledged order by n')).map(({ n }) => n)
}

const postmasterPid = async () => (await readPostmaster(cluster))!.pid

describe('normal operation', () => {
  test('starts while another process stops the server, also with the socket outside a long path', async () => {
    const dataDir = join(base, 'x'.repeat(90), 'data')
    cluster = join(dataDir, 'postgres')
    await mkdir(dataDir, { recursive: true, mode: 0o755 })
    const startServer = () => startEmbedded({ dataDir, log: silent, fsync: false })
    // The cluster is created first, because only different processes can create one at the same time.
    await (await startServer()).stop()
    const useRepeatedly = async () => {
      for (let round = 0; round < (long ? 25 : 6); round++) {
        const embedded = await startServer()
        try {
          expect(await query(embedded.url, 'select 1 as one')).toEqual([{ one: 1 }])
        } finally {
          await embedded.stop()
        }
      }
    }
    await Promise.all([useRepeatedly(), useRepeatedly(), useRepeatedly()])
    expect(await readPostmaster(cluster)).toBeNull()
  }, 300_000)

  test('the server starts, keeps data across restarts, and has exited after stop', async () => {
    const first = await start()
    await query(first.url, `create table t as select '好' as word`)
    const pid = await postmasterPid()
    await first.stop()
    await first.stop()
    expect(await runsOn(cluster, pid)).toBe(false)
    expect(await readPostmaster(cluster)).toBeNull()

    const second = await start()
    expect(await query(second.url, 'select word from t')).toEqual([{ word: '好' }])
    const settings = await query(
      second.url,
      `select current_setting('fsync') as fsync, current_setting('listen_addresses') as tcp,
        current_setting('synchronous_commit') as commit, current_setting('data_checksums') as checksums`,
    )
    expect(settings).toEqual([{ fsync: 'on', tcp: '', commit: 'on', checksums: 'on' }])
    expect((await stat(cluster)).mode & 0o077).toBe(0)
  })

  test('two processes share one server, and the process that exits last stops it', async () => {
    const owner = runOwner()
    await until(() => owner.acknowledged.length > 0)
    const pid = await postmasterPid()
    const embedded = await start()
    expect(await postmasterPid()).toBe(pid)
    await embedded.stop()
    const sofar = owner.acknowledged.length
    await until(() => owner.acknowledged.length > sofar)
    owner.child.kill('SIGTERM')
    expect(await owner.exited).toEqual([0, null])
    expect(await runsOn(cluster, pid)).toBe(false)
  })

  test.runIf(long)('three concurrent starts on an empty folder create one server', async () => {
    const processes = [runOwner(), runOwner()]
    const embedded = await start()
    await until(() => processes.every(({ acknowledged }) => acknowledged.length > 0))
    expect(await query(embedded.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await readdir(folder)).filter((name) => name !== 'postgres.log')).toEqual(['postgres'])
  })

  test.runIf(long)(
    'for a data folder path too long for a socket, the socket is in a short private folder',
    async () => {
      const deep = join(folder, '很长的文件夹名字'.repeat(5), 'deep'.repeat(10))
      const embedded = await start(deep)
      const { socketDir } = (await readPostmaster(join(deep, 'postgres')))!
      expect(Buffer.byteLength(socketDir)).toBeLessThan(80)
      expect((await stat(socketDir)).mode & 0o077).toBe(0)
      expect(await query(embedded.url, 'select 1 as one')).toEqual([{ one: 1 }])
      await embedded.stop()
      await expect(stat(socketDir)).rejects.toThrow('ENOENT')
    },
  )

  test.runIf(long)('accepts quotes, commas and spaces in the path of the data folder', async () => {
    const embedded = await start(join(folder, `a, "b" c's`))
    expect(await query(embedded.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await embedded.stop()
  })
})

describe('crashes', () => {
  test('after the app is killed, the next start adopts the server with every acknowledged row', async () => {
    const owner = runOwner()
    await until(() => owner.acknowledged.length >= 50)
    const pid = await postmasterPid()
    owner.child.kill('SIGKILL')
    await owner.exited
    const embedded = await start()
    expect(await postmasterPid()).toBe(pid)
    expect(await stored(embedded.url)).toEqual(expect.arrayContaining(owner.acknowledged))
    await embedded.stop()
    expect(await runsOn(cluster, pid)).toBe(false)
  })

  test.runIf(long)(
    'after app and server are killed together, the next start recovers every acknowledged row',
    async () => {
      const owner = runOwner()
      await until(() => owner.acknowledged.length >= 50)
      process.kill(await postmasterPid(), 'SIGKILL')
      owner.child.kill('SIGKILL')
      await owner.exited
      const embedded = await start()
      expect(await stored(embedded.url)).toEqual(expect.arrayContaining(owner.acknowledged))
    },
  )

  test('after the server alone is killed, it restarts under the same URL while the app runs', async () => {
    const embedded = await start()
    await query(embedded.url, 'create table t as select 1 as n')
    const pid = await postmasterPid()
    process.kill(pid, 'SIGKILL')
    await until(async () => (await readPostmaster(cluster))?.pid !== pid)
    await until(() => query(embedded.url, 'select 1').then(Boolean, () => false))
    expect(await query(embedded.url, 'select n from t')).toEqual([{ n: 1 }])
    const revived = await postmasterPid()
    await embedded.stop()
    expect(await runsOn(cluster, revived)).toBe(false)
  })

  test.runIf(long)('after the app is killed while creating the cluster, the next start creates it again', async () => {
    const owner = runOwner()
    await until(() =>
      readdir(folder)
        .then((names) => names.length > 0)
        .catch(() => false),
    )
    const unfinished = join(folder, (await readdir(folder))[0]!)
    await until(() => readdir(unfinished).then((names) => names.length > 3))
    owner.child.kill('SIGKILL')
    await owner.exited
    expect(await readdir(folder)).not.toContain('postgres')
    const embedded = await start()
    expect(await query(embedded.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await readdir(folder)).sort()).toEqual(['postgres', 'postgres.log'])
  })

  test.runIf(long)('a pid file with the id of an unrelated process does not prevent the start', async () => {
    const first = await start()
    await query(first.url, 'create table t as select 1 as n')
    const file = join(cluster, 'postmaster.pid')
    const left = await readFile(file, 'utf8')
    await first.stop()
    const stranger = spawn('sleep', ['600'], { stdio: 'ignore', ...(await ownerIds()) })
    owners.push(stranger)
    await writeFile(file, left.replace(/^\d+/, String(stranger.pid)))
    const second = await start()
    expect(await query(second.url, 'select n from t')).toEqual([{ n: 1 }])
    await second.stop()
    expect(isAlive(stranger.pid!)).toBe(true)
  })

  async function ownerIds() {
    const { uid, gid } = await stat(cluster)
    return isRoot ? { uid, gid } : {}
  }
})

describe.runIf(long)('data folders', () => {
  test.runIf(isRoot)('started by root in a folder open to all, the server runs as another user', async () => {
    await start()
    expect((await stat(cluster)).uid).not.toBe(0)
    const status = await readFile(`/proc/${await postmasterPid()}/status`, 'utf8')
    expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).not.toBe('0')
  })

  test.runIf(isRoot)(
    'started by root in a folder that only root can access, the server works and keeps data across restarts',
    async () => {
      await chmod(base, 0o700)
      await mkdir(folder, { mode: 0o700 })
      const first = await start()
      await query(first.url, 'create table t as select 1 as n')
      await first.stop()
      expect((await stat(cluster)).uid).toBe(0)
      const second = await start()
      expect(await query(second.url, 'select n from t')).toEqual([{ n: 1 }])
    },
  )

  test.runIf(isRoot)('in a folder that belongs to a user, the database files belong to that user', async () => {
    await mkdir(folder, { mode: 0o700 })
    await chown(folder, 1, 1)
    await start()
    expect((await stat(cluster)).uid).toBe(1)
  })

  test('names DXX_DATA_DIR and DATABASE_URL if a file has the path of the data folder', async () => {
    await writeFile(folder, '')
    await expect(start()).rejects.toThrow(/DXX_DATA_DIR.*DATABASE_URL/)
  })

  test.runIf(process.platform === 'linux')('names both settings if the data folder cannot be created', async () => {
    await expect(start('/proc/duoxiangxue/data')).rejects.toThrow(/DXX_DATA_DIR.*DATABASE_URL/)
  })

  test('rejects a folder that is not a database, and leaves its files unchanged', async () => {
    await mkdir(cluster, { recursive: true })
    await writeFile(join(cluster, 'mine.txt'), 'mine')
    await expect(start()).rejects.toThrow('不是数据库')
    expect(await readFile(join(cluster, 'mine.txt'), 'utf8')).toBe('mine')
    expect(await readdir(folder)).toEqual(['postgres'])
  })

  test('rejects files of another PostgreSQL version and recommends npm run backup', async () => {
    await (await start()).stop()
    await writeFile(join(cluster, 'PG_VERSION'), '12\n')
    await expect(start()).rejects.toThrow('npm run backup')
  })
})
