import { spawnSync } from 'node:child_process'
import { rmSync, statfsSync } from 'node:fs'
import type { Machine } from '../cluster/cluster'
import { type LoadedCluster, onePrimary, startUnderLoad } from '../cluster/load'
import { loopbackNetwork, namespaceNetwork } from '../cluster/network'
import { hasNamespaces, missingPackages } from '../cluster/programs'
import { pause, type ScenarioRow, type VerifyEnvironment, waitUntil } from '../environment'
import { formatStatuses, hasOnlyStatuses, resetCounts } from '../response-counts'

/** DXX_KILLS sets another number: a short run finds mistakes in the scenario itself. */
const kills = Number(process.env.DXX_KILLS ?? 20)
/** Limits of the takeover in milliseconds, from the kill to the first response to a request sent after it. */
const limits = { postgres: 15_000, patroni: 35_000, read: 5000 }

/** Builds deploy/cluster/ on this machine and breaks its parts while students work. */
export async function failoverScenario(environment: VerifyEnvironment): Promise<ScenarioRow[]> {
  const label = 'failover'
  const missing = missingPackages()
  if (missing.length > 0)
    return [{ label, result: `apt-get install ${missing.join(' ')}`, target: '0 lost', ok: 'not run' }]
  const rows = await onLoopback(environment)
  await environment.endPart()
  const cut = 'failover: network cut'
  if (!hasNamespaces())
    return [...rows, { label: cut, result: 'namespaces need root', target: '0 lost', ok: 'not run' }]
  return [...rows, ...(await inNamespaces(environment))]
}

/** Runs only the second part of `failover`: network and disk. */
export async function failoverNetworkScenario(environment: VerifyEnvironment): Promise<ScenarioRow[]> {
  const label = 'failover: network cut'
  const missing = missingPackages()
  if (missing.length === 0 && hasNamespaces()) return inNamespaces(environment)
  const result = missing.length > 0 ? `apt-get install ${missing.join(' ')}` : 'namespaces need root'
  return [{ label, result, target: '0 lost', ok: 'not run' }]
}

const seconds = (ms: number) => (Number.isFinite(ms) ? `${(ms / 1000).toFixed(1)} s` : 'never')

async function onLoopback(environment: VerifyEnvironment): Promise<ScenarioRow[]> {
  const running = await startUnderLoad(environment, loopbackNetwork())
  const rows = [...(await killPrimaries(running))]
  rows.push(await loseStandby(running), await rebuildStandby(running), await switchOver(running))
  rows.push(await loseEtcd(running, 1), await loseEtcd(running, 3))
  rows.push(
    { label: 'failover: acknowledged writes', ...(await running.end()) },
    { label: 'failover: one primary at any time', ...onePrimary(running) },
  )
  return rows
}

/** Kills the primary again and again, every second time together with its Patroni. */
async function killPrimaries({ cluster, writes, reads }: LoadedCluster): Promise<ScenarioRow[]> {
  const slowest = { postgres: 0, patroni: 0, read: 0 }
  for (let i = 0; i < kills; i++) {
    await cluster.whole(120_000)
    const primary = (await cluster.primary())!
    const kind = i % 2 === 0 ? 'postgres' : 'patroni'
    await cluster.kill(primary, kind === 'patroni')
    const [write, read] = await Promise.all([writes.backAfter(60_000), reads.backAfter(60_000)])
    slowest[kind] = Math.max(slowest[kind], write)
    slowest.read = Math.max(slowest.read, read)
    // Restarts it as systemd would, but not before another machine has taken over.
    if (kind === 'patroni') cluster.startPatroni(primary)
  }
  const row = (what: string, kind: keyof typeof slowest): ScenarioRow => ({
    label: `failover: ${what}`,
    result: `${seconds(slowest[kind])} at most`,
    target: `below ${limits[kind] / 1000} s`,
    ok: slowest[kind] < limits[kind],
  })
  return [
    row(`writes after PostgreSQL killed ×${Math.ceil(kills / 2)}`, 'postgres'),
    row(`writes after PostgreSQL and Patroni killed ×${Math.floor(kills / 2)}`, 'patroni'),
    row('reads after each of these', 'read'),
  ]
}

async function loseStandby({ cluster, writes }: LoadedCluster): Promise<ScenarioRow> {
  await cluster.whole(120_000)
  const standby = (await cluster.syncStandby())!
  await cluster.kill(standby, true)
  const back = await writes.backAfter(60_000)
  cluster.startPatroni(standby)
  return {
    label: 'failover: synchronous standby killed',
    result: `writes after ${seconds(back)}`,
    target: `below ${limits.postgres / 1000} s`,
    ok: back < limits.postgres,
  }
}

/** A standby without any files must copy the primary by itself. */
async function rebuildStandby({ cluster }: LoadedCluster): Promise<ScenarioRow> {
  await cluster.whole(120_000)
  const standby = (await cluster.syncStandby())!
  await cluster.kill(standby, true)
  rmSync(standby.dataDir, { recursive: true, force: true })
  const begin = performance.now()
  cluster.startPatroni(standby)
  await cluster.whole(180_000)
  const label = 'failover: standby without files rebuilt'
  return { label, result: `whole after ${seconds(performance.now() - begin)}`, target: 'whole', ok: true }
}

async function switchOver({ cluster, tally }: LoadedCluster): Promise<ScenarioRow> {
  await cluster.whole(120_000)
  const from = (await cluster.primary())!
  const to = (await cluster.syncStandby())!
  resetCounts(tally)
  await cluster.switchover(from, to)
  await waitUntil('the other machine is primary', async () => (await cluster.primary()) === to)
  await pause(5000)
  return {
    label: 'failover: switchover as before an upgrade',
    result: formatStatuses(tally),
    target: 'only 200',
    ok: hasOnlyStatuses(tally, 200) && tally.statuses.has(200),
  }
}

/**
 * Without one etcd no failover may happen; without all, the primary must stay primary while it reaches the other
 * machines.
 */
async function loseEtcd({ cluster, tally }: LoadedCluster, count: number): Promise<ScenarioRow> {
  await cluster.whole(120_000)
  const before = await cluster.primary()
  resetCounts(tally)
  const lost = cluster.machines.slice(0, count)
  for (const machine of lost) await cluster.stopEtcd(machine)
  await pause(40_000)
  const statuses = formatStatuses(tally)
  const ok = hasOnlyStatuses(tally, 200) && tally.statuses.has(200)
  for (const machine of lost) cluster.startEtcd(machine)
  await cluster.whole(120_000)
  const same = (await cluster.primary()) === before
  return {
    label: `failover: ${count} of 3 etcd lost for 40 s`,
    result: `${statuses}; ${same ? 'same primary' : 'another primary'}`,
    target: 'only 200, same primary',
    ok: ok && same,
  }
}

/** Space for the sample data and the log that is retained for standbys, three times in memory. */
const diskSize = '4g'

/** Cuts the primary from both standbys and their etcd, then fills the disk of the primary. */
async function inNamespaces(environment: VerifyEnvironment): Promise<ScenarioRow[]> {
  const network = namespaceNetwork(environment)
  const smallDisk = ({ dataDir }: Machine) => {
    const folder = dataDir.replace(/\/pg$/, '')
    const owner = spawnSync('stat', ['-c', 'uid=%u,gid=%g', folder], { encoding: 'utf8' }).stdout.trim()
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize},mode=700,${owner}`, 'tmpfs', folder])
    environment.onEnd(() => spawnSync('umount', ['-l', folder]))
  }
  const running = await startUnderLoad(environment, network, smallDisk)
  const { cluster, writes } = running
  const rows: ScenarioRow[] = []
  for (const machine of cluster.machines) cluster.startDiskWatch(machine, environment)
  await cluster.whole(120_000)
  const primary = (await cluster.primary())!
  const others = cluster.machines.filter((machine) => machine !== primary)
  for (const other of others) network.cut!(primary.number, other.number, true)
  await waitUntil('another machine is primary', async () => {
    const now = await cluster.primary()
    return now !== null && now !== primary
  })
  const back = await writes.backAfter(60_000)
  for (const other of others) network.cut!(primary.number, other.number, false)
  const label = 'failover: primary cut off from the other machines'
  rows.push({ label, result: `writes ${seconds(back)} after the takeover`, target: 'below 5 s', ok: back < 5000 })
  rows.push(await fillDisk(running))
  rows.push(
    { label: 'failover: acknowledged writes', ...(await running.end()) },
    { label: 'failover: one primary at any time', ...onePrimary(running) },
  )
  return rows
}

/** Fills the disk of the primary; the last 150 MB slowly, like a growing log. */
async function fillDisk({ cluster, writes }: LoadedCluster): Promise<ScenarioRow> {
  await cluster.whole(180_000)
  const primary = (await cluster.primary())!
  const ballast = `${primary.dataDir}.ballast`
  const freeMb = Math.floor((statfsSync(primary.dataDir).bavail * statfsSync(primary.dataDir).bsize) / 1024 / 1024)
  const grow = (megabytes: number) =>
    spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=1M', `count=${megabytes}`, 'oflag=append', 'conv=notrunc'])
      .status === 0
  grow(freeMb - 150)
  let isFull = false
  const took = await waitUntil(
    'another machine is primary',
    async () => {
      isFull ||= !grow(1)
      const now = await cluster.primary()
      return now !== null && now !== primary
    },
    180_000,
  ).then(
    () => true,
    () => false,
  )
  const back = await writes.backAfter(60_000)
  while (grow(1));
  await pause(5000)
  const still = await writes.backAfter(60_000)
  rmSync(ballast, { force: true })
  return {
    label: 'failover: disk of the primary full',
    result: `${took ? 'another machine took over' : 'no other machine took over'}${isFull ? ' after the disk was full' : ' before the disk was full'}; writes after ${seconds(back)}, with the disk full after ${seconds(still)}`,
    target: `taken over, below ${limits.postgres / 1000} s`,
    ok: took && Math.max(back, still) < limits.postgres,
  }
}
