import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findProgram } from '../../base/find-program'
import { repoRoot, serverRoot } from '../../base/paths'

/** Limit for the private writable memory of a host; compiler and program together need much less. */
const hostMemoryKb = 4 * 1024 * 1024

interface HostCommand {
  command: string
  args: string[]
}

/**
 * Builds the host's command: without network if the kernel permits a namespace, with a memory limit, no core files, low
 * CPU priority, and Node's permission model limited to reading its own files.
 */
export function hostCommand(
  hostFile: string,
  hostArgs: string[],
  { readable, nice }: { readable: string[]; nice: number },
): HostCommand {
  const node = [process.execPath, ...nodeFlags(readable), hostFile, ...hostArgs]
  if (process.platform === 'win32') return { command: node[0]!, args: node.slice(1) }
  const script = `unset PWD OLDPWD; ulimit -c 0; ulimit -d ${hostMemoryKb} 2>/dev/null; exec "$@"`
  return nicedCommand(nice, ['/bin/sh', '-c', script, 'sh', ...isolation(), ...node])
}

/**
 * Wraps a command to run at low CPU priority; start it `detached`. It gets a nice value and, if Linux permits, the idle
 * scheduling class, whose processes yield immediately instead of finishing their time slice (docs/benchmarks.md). With
 * autogroup, Linux applies both only within a session, and each process of PostgreSQL has its own session. So this
 * command gets a session of its own with half the nice value, which leaves a compiler some CPU time beside two busy
 * sessions. Setting it is retried, because the kernel rejects more than ten settings a second by all users together.
 */
export function nicedCommand(nice: number, command: string[]): HostCommand {
  if (process.platform === 'win32') return { command: command[0]!, args: command.slice(1) }
  const session = '/proc/self/autogroup'
  const script = `if [ -w ${session} ]; then for pause in 0 0.2 0.4; do sleep $pause; echo ${Math.ceil(nice / 2)} >${session} && break; done; fi 2>/dev/null; exec "$@"`
  const program = findProgram('nice')
  const niced = program ? [program, '-n', String(nice), ...(nice > 0 ? givingWay() : []), ...command] : command
  return { command: '/bin/sh', args: ['-c', script, 'sh', ...niced] }
}

function nodeFlags(readable: string[]): string[] {
  const permission = process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission'
  const manifests = [join(repoRoot, 'package.json'), join(serverRoot, 'package.json')]
  const packages = [repoRoot, serverRoot].map((folder) => join(folder, 'node_modules'))
  const folders = [join(serverRoot, 'dist'), ...packages, ...readable]
  return [
    permission,
    '--allow-worker',
    ...manifests.map((file) => `--allow-fs-read=${file}`),
    ...folders.map((folder) => `--allow-fs-read=${join(folder, '*')}`),
    // With more helper threads, V8 would spread one program over all cores.
    '--v8-pool-size=1',
    '--disallow-code-generation-from-strings',
    '--wasm-max-mem-pages=4096',
    '--no-warnings',
  ]
}

/** Prefix for a namespace without network. Containers often forbid it; then the sandbox lacks this second layer. */
const isolation = wherePossible('unshare', '-Urn', '--')
const givingWay = wherePossible('chrt', '-i', '0')

/** Returns a function for a prefix that starts a command with `program`; the prefix is empty if a trial run fails. */
function wherePossible(program: string, ...args: string[]): () => string[] {
  let prefix: string[] | undefined
  return () => {
    if (prefix) return prefix
    const found = process.platform === 'linux' ? findProgram(program) : undefined
    const works = found && spawnSync(found, [...args, '/bin/sh', '-c', ':'], { stdio: 'ignore' }).status === 0
    prefix = works ? [found, ...args] : []
    return prefix
  }
}
