import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Debian package of each program that a cluster needs. */
const packages = { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy', nginx: 'nginx', setpriv: 'util-linux' }

const debianPostgres = '/usr/lib/postgresql'

/** Folder with the programs of Debian's newest PostgreSQL; the embedded one has no pg_basebackup and no pg_rewind. */
export function postgresPrograms(): string | null {
  if (!existsSync(debianPostgres)) return null
  const folders = readdirSync(debianPostgres)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(debianPostgres, version, 'bin'))
  return folders.find((folder) => ['postgres', 'pg_rewind'].every((name) => existsSync(join(folder, name)))) ?? null
}

const isThere = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

/** Whether `patroni --version` prints 3.0.3 or later. Before, a primary that was cut off could lose writes (decision 0061). */
export function isSafePatroni(printed: string): boolean {
  const [, major = 0, minor = 0, patch = 0] = (/(\d+)\.(\d+)\.(\d+)/.exec(printed) ?? []).map(Number)
  return major > 3 || (major === 3 && (minor > 0 || patch >= 3))
}

/** Returns the Debian packages that are missing here, for `apt-get install`. */
export function missingPackages(): string[] {
  const missing = Object.entries(packages).flatMap(([program, name]) => (isThere(program) ? [] : name))
  if (isThere('patroni') && !isSafePatroni(spawnSync('patroni', ['--version'], { encoding: 'utf8' }).stdout))
    missing.push('patroni (3.0.3 or later)')
  // Debian's Patroni only recommends its client of etcd.
  if (isThere('patroni') && spawnSync('/usr/bin/python3', ['-c', 'import etcd']).status !== 0)
    missing.push('python3-etcd')
  if (!postgresPrograms()) missing.push('postgresql')
  return missing
}

/** Whether this process may create network namespaces, to cut the network between two machines of a cluster. */
export function hasNamespaces(): boolean {
  const name = `dxx-probe-${process.pid}`
  if (spawnSync('ip', ['netns', 'add', name]).status !== 0) return false
  return spawnSync('ip', ['netns', 'del', name]).status === 0
}
