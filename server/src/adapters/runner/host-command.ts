import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findProgram } from '../../find-program'
import { repoRoot, serverRoot } from '../../root'

/** Private writable memory of the host: two compilers and all programs together stay well below. */
const hostMemoryKb = 6 * 1024 * 1024

interface HostCommand {
  command: string
  args: string[]
}

/**
 * How the host is started: no network where the kernel lets us have a namespace of our own, a limit on memory, no core
 * files, behind everything else in the queue for the processor, and Node itself allowed to read its own files only.
 */
export function hostCommand(
  hostFile: string,
  hostArgs: string[],
  { readable, nice }: { readable: string[]; nice: number },
): HostCommand {
  const node = [process.execPath, ...nodeFlags(readable), hostFile, ...hostArgs]
  if (process.platform === 'win32') return { command: node[0]!, args: node.slice(1) }
  const script = `unset PWD OLDPWD; ulimit -c 0; ulimit -d ${hostMemoryKb} 2>/dev/null; exec "$@"`
  return standingBack(nice, ['/bin/sh', '-c', script, 'sh', ...isolation(), ...node])
}

/**
 * A command that stands behind everything else in the queue for the processor, to be started `detached`: it is niced, and
 * where Linux lets it, of the class whose processes give way at once instead of finishing their slice (docs/benchmarks.md).
 * Linux may weigh sessions against each other and leave both to decide within one (autogroup); PostgreSQL's processes
 * each have their own. So this one needs its own as well, and the session itself stands back; half as far, which leaves
 * a compiler something beside two busy sessions. Setting it is refused, to all users together, more often than ten
 * times a second.
 */
export function standingBack(nice: number, command: string[]): HostCommand {
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
    // Helpers of V8 would spread one program over all cores, where others wait for them.
    '--v8-pool-size=1',
    '--disallow-code-generation-from-strings',
    '--wasm-max-mem-pages=4096',
    '--no-warnings',
  ]
}

/** Containers often forbid namespaces; then the sandbox stands without this second wall. */
const isolation = wherePossible('unshare', '-Urn', '--')
const givingWay = wherePossible('chrt', '-i', '0')

/** What goes before a command to start it by that program; nothing where Linux does not let us, which is tried once. */
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
