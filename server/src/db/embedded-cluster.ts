import { existsSync } from 'node:fs'
import { access, constants, mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigError } from '../base/config-error'
import type { Binaries } from './embedded-binaries'
import { isAlive } from './embedded-postmaster'
import { handOver } from './embedded-user'

const unfinished = 'postgres.init-'

/** Creates the data folder if missing and returns its real path. */
export async function dataFolder(dataDir: string): Promise<string> {
  try {
    await makeFolder(dataDir)
    const folder = await realpath(dataDir)
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return folder
  } catch (error) {
    throw explained(error, `数据文件夹 ${dataDir} 无法写入`)
  }
}

/** Creates a folder and its parents. `recursive` of mkdir loops endlessly on ENOENT in an existing folder (/proc). */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return
    if (code !== 'ENOENT' || existsSync(dirname(folder))) throw error
    await makeFolder(dirname(folder))
    await makeFolder(folder)
  }
}

/**
 * Creates the database files in `folder`/postgres if missing. They are built under another name and renamed when
 * complete, so that a killed build is never taken for a database.
 */
export async function ensureCluster(folder: string, binaries: Binaries, fsync: boolean): Promise<string> {
  const cluster = join(folder, 'postgres')
  await removeUnfinished(folder)
  if (await isCluster(cluster)) return cluster
  const building = join(folder, `${unfinished}${process.pid}`)
  try {
    await mkdir(building, { mode: 0o700 })
    const runner = await handOver(building, binaries.postgres, await stat(folder))
    await initialise(building, binaries, runner, fsync)
    await rename(building, cluster)
    await syncFolder(folder)
  } catch (error) {
    await rm(building, { recursive: true, force: true, maxRetries: 10 })
    // Another process may have created the database meanwhile.
    if (await isCluster(cluster)) return cluster
    throw explained(error, `无法在 ${folder} 里建立数据库`)
  }
  return cluster
}

async function isCluster(cluster: string): Promise<boolean> {
  try {
    await access(join(cluster, 'PG_VERSION'))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw explained(error, `数据文件夹 ${cluster} 无法读取`)
  }
}

async function initialise(
  building: string,
  { initdb }: Binaries,
  runner: Awaited<ReturnType<typeof handOver>>,
  fsync: boolean,
): Promise<void> {
  // Sorting and letter case follow the built-in C.UTF-8, which is the same on every machine. The C library's ctype is
  // set for PostgreSQL's parsers.
  const ctype = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  const locale = ['--locale=C', `--lc-ctype=${ctype}`, '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const args = ['-D', building, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', ...locale, '--data-checksums']
  const child = runner.spawn(initdb, fsync ? args : [...args, '--no-sync'], { stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (code !== 0) throw new Error(stderr.trim() || `initdb: ${code}`)
}

/** Removes incomplete clusters of killed processes. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(unfinished)) continue
    const pid = Number(name.slice(unfinished.length))
    if (pid === process.pid || !isAlive(pid)) {
      await rm(join(folder, name), { recursive: true, force: true, maxRetries: 10 })
    }
  }
}

/** Flushes the folder; otherwise a power failure could revert the rename and lose all data stored since. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

/** Returns an error whose message explains in Chinese what failed and which setting to change. */
export function explained(error: unknown, what: string): ConfigError {
  if (error instanceof ConfigError) return error
  const detail = error instanceof Error ? error.message : String(error)
  return new ConfigError(`${what}：${advice(detail)}\n${detail}`)
}

function advice(detail: string): string {
  const elsewhere = '或把 DXX_DATA_DIR 设为别的文件夹，或设置 DATABASE_URL 使用已有的 PostgreSQL'
  if (/ENOSPC|No space left/i.test(detail)) return `磁盘已满，请清理磁盘，${elsewhere}`
  if (/EACCES|EPERM|EROFS|Permission denied|Read-only/i.test(detail)) {
    return `没有权限，请检查文件夹的所有者和权限，${elsewhere}`
  }
  if (/ENOTDIR|EEXIST/.test(detail)) return `路径上有同名文件，请移走它，${elsewhere}`
  if (/ENOTEMPTY/.test(detail)) return `其中的 postgres 文件夹不是数据库，请移走它，${elsewhere}`
  if (/incompatible with server/.test(detail)) {
    return '它由另一个大版本的 PostgreSQL 建立，请先用原来的版本运行 npm run backup，再在新的文件夹里运行 npm run restore'
  }
  return `请按下面的原因处理，${elsewhere}`
}
