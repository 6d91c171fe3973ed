import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { AwsClient } from 'aws4fetch'
import { freePort } from '../../testing/free-port'
import type { S3Settings } from './s3-client'

const run = promisify(execFile)
const programs = ['ceph', 'ceph-authtool', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin']

/** Whether Debian's packages radosgw, ceph-mon and ceph-osd are installed. */
export const hasRadosgw = programs.every((name) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name))),
)

/**
 * Starts a real S3-compatible service with an empty bucket on loopback: one monitor, one in-memory store, one gateway.
 */
export async function startRadosgw() {
  const folder = await mkdtemp(join(tmpdir(), 'dxx-rgw-'))
  const [monitor, gateway] = [await freePort(), await freePort()]
  const id = randomUUID()
  const conf = join(folder, 'ceph.conf')
  for (const name of ['run', 'osd']) await mkdir(join(folder, name))
  await writeFile(conf, settings(folder, id, monitor, gateway))
  const tell = (program: string, ...args: string[]) => run(program, ['--conf', conf, ...args], { cwd: folder })

  await run('ceph-authtool', ['--create-keyring', 'keyring', '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *'], {
    cwd: folder,
  })
  const address = `v1:127.0.0.1:${monitor}`
  await run('monmaptool', ['--create', '--fsid', id, '--addv', 'a', address, 'monmap'], { cwd: folder })
  await tell('ceph-mon', '--mkfs', '-i', 'a', '--monmap', 'monmap', '--keyring', 'keyring')
  let closing = false
  const running = new Set<ChildProcess>()
  /** Starts a program and restarts it when it exits, because a store that contacts the monitor too early gives up. */
  const start = (program: string, ...args: string[]) => {
    if (closing) return
    const child = spawn(program, ['--conf', conf, '-f', ...args], { cwd: folder, stdio: 'ignore' })
    running.add(child)
    child.once('exit', () => {
      running.delete(child)
      setTimeout(start, 300, program, ...args)
    })
  }
  const close = async () => {
    closing = true
    await Promise.all(
      [...running].map((child) => {
        child.kill('SIGKILL')
        return once(child, 'exit')
      }),
    )
    await rm(folder, { recursive: true })
  }

  try {
    return { settings: await startAll(), close }
  } catch (error) {
    await close()
    throw error
  }

  async function startAll(): Promise<S3Settings> {
    start('ceph-mon', '-i', 'a')
    const store = randomUUID()
    await tell('ceph', '--connect-timeout', '60', 'osd', 'create', store, '0')
    await tell('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', store)
    start('ceph-osd', '-i', '0')
    start('radosgw', '-n', 'client.rgw')
    const endpoint = `http://127.0.0.1:${gateway}`
    await until(() => fetch(endpoint).then(() => true))
    const s3: S3Settings = { endpoint, bucket: 'dxx-test', region: 'us-east-1', accessKey: 'DXXTEST', secretKey: id }
    const keys = ['--access-key', s3.accessKey, '--secret-key', s3.secretKey]
    await tell('radosgw-admin', 'user', 'create', '--uid', 'dxx', '--display-name', 'dxx', ...keys)
    const client = new AwsClient({ accessKeyId: s3.accessKey, secretAccessKey: s3.secretKey, service: 's3' })
    const made = await client.fetch(`${endpoint}/${s3.bucket}`, { method: 'PUT' })
    if (!made.ok) throw new Error(`no bucket: ${made.status}`)
    return s3
  }
}

function settings(folder: string, id: string, monitor: number, gateway: number): string {
  // A random port range, because two stores that start at the same time in the same range conflict.
  const ports = 10_000 + 40 * Math.floor(500 * Math.random())
  return `[global]
fsid = ${id}
auth cluster required = none
auth service required = none
auth client required = none
mon host = v1:127.0.0.1:${monitor}
ms bind msgr2 = false
public addr = 127.0.0.1
ms bind port min = ${ports}
ms bind port max = ${ports + 39}
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd crush chooseleaf type = 0
run dir = ${folder}/run
admin socket = ${folder}/run/$name.asok
log file = ${folder}/run/$name.log
pid file = ${folder}/run/$name.pid
keyring = ${folder}/keyring
[mon.a]
mon data = ${folder}/mon
[osd]
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = 268435456
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${gateway}
rgw thread pool size = 16
`
}

async function until(attempt: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; ; tries++) {
    if (await attempt().catch(() => false)) return
    if (tries === 500) throw new Error('radosgw did not start')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
