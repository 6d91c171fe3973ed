import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process'
import { chown, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { ConfigError } from '../base/config-error'

const run = promisify(execFile)

export interface Owner {
  uid: number
  gid: number
}

/** Starts programs as a user that PostgreSQL accepts, because PostgreSQL refuses to run as root. */
export interface Runner {
  /** Owner of the files that the programs write, as seen from this process. */
  owner: Owner
  spawn(program: string, args: string[], options?: SpawnOptions): ChildProcess
}

/**
 * Minimal environment: no secrets of the app, no PG* variables, no locale that the machine may lack. The working folder
 * is /, because the user of the programs may have no access to the current folder.
 */
const plain: SpawnOptions = { cwd: '/', env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' } }

/** Returns a runner for an existing folder; its programs run as the folder's owner. */
export async function runnerForOwner(folder: string, program: string): Promise<Runner> {
  const { uid, gid } = await stat(folder)
  const me = process.getuid!()
  if (me !== 0 && uid !== me) {
    throw new ConfigError(`数据文件夹 ${folder} 属于其他用户，请用该用户启动，或把 DXX_DATA_DIR 设为自己的文件夹`)
  }
  const runner = me !== 0 ? asMyself() : uid === 0 ? await inUserNamespace() : asUser(uid, gid)
  if (await works(runner, folder, program)) return runner
  throw me === 0
    ? closedToOthers(folder)
    : new ConfigError('内置数据库无法在本机运行，请设置 DATABASE_URL 使用已有的 PostgreSQL')
}

/**
 * Returns a runner for a new folder and gives the folder to the first user who can access it and the programs.
 * `preferred` is the owner of the parent folder.
 */
export async function handOver(folder: string, program: string, preferred: Owner): Promise<Runner> {
  if (process.getuid!() !== 0) return runnerForOwner(folder, program)
  const unprivileged = await nobodyUser()
  const users = preferred.uid === 0 ? [] : [preferred]
  if (unprivileged) users.push(unprivileged)
  for (const { uid, gid } of users) {
    await chown(folder, uid, gid)
    if (await works(asUser(uid, gid), folder, program)) return asUser(uid, gid)
  }
  await chown(folder, 0, 0)
  return runnerForOwner(folder, program)
}

function asMyself(): Runner {
  return {
    owner: { uid: process.getuid!(), gid: process.getgid!() },
    spawn: (program, args, options) => spawn(program, args, { ...plain, ...options }),
  }
}

function asUser(uid: number, gid: number): Runner {
  return {
    owner: { uid, gid },
    spawn: (program, args, options) => spawn(program, args, { ...plain, ...options, uid, gid }),
  }
}

/**
 * For folders that only root can access: the programs run as root inside a user namespace that maps root to nobody.
 */
async function inUserNamespace(): Promise<Runner> {
  const { uid, gid } = (await nobodyUser()) ?? { uid: 65_534, gid: 65_534 }
  const options = ['-U', `--map-user=${uid}`, `--map-group=${gid}`, '--']
  return {
    owner: { uid: 0, gid: 0 },
    spawn: (program, args, spawnOptions) =>
      spawn('unshare', [...options, program, ...args], { ...plain, ...spawnOptions }),
  }
}

async function nobodyUser(): Promise<Owner | null> {
  try {
    const [uid, gid] = await Promise.all(['-u', '-g'].map(async (flag) => (await run('id', [flag, 'nobody'])).stdout))
    return { uid: Number(uid), gid: Number(gid) }
  } catch {
    return null
  }
}

function works(runner: Runner, folder: string, program: string): Promise<boolean> {
  return new Promise((resolve) => {
    const script = '"$1" --version && test -w "$2" && test -x "$2"'
    runner
      .spawn('/bin/sh', ['-c', script, 'sh', program, folder], { stdio: 'ignore' })
      .on('error', () => resolve(false))
      .on('close', (code) => resolve(code === 0))
  })
}

function closedToOthers(folder: string): ConfigError {
  return new ConfigError(
    `PostgreSQL 不能以 root 运行，而 ${folder} 或程序文件夹对其他用户不可访问，本机也不支持 unshare -U。` +
      '请改用普通用户启动，或把 DXX_DATA_DIR 设为其他用户可以进入的文件夹，或设置 DATABASE_URL 使用已有的 PostgreSQL',
  )
}
