import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { verifyAudit } from '../../../server/src/db/audit-chain'
import type { Db } from '../../../server/src/db/connection'
import { ledgerMismatches } from '../../../server/src/modules/commerce/queries'
import { type LoadedCluster, onePrimary, startUnderLoad } from '../cluster/load'
import { loopbackNetwork, namespaceNetwork } from '../cluster/network'
import { hasNamespaces, missingPackages } from '../cluster/programs'
import { childrenOf, pause, type ScenarioRow, type VerifyEnvironment } from '../environment'
import { type MixedDay, startMixedDay, startStaffWork } from '../load/day'
import { randomOf } from '../model/simulate'
import { acknowledgedIn, formatStatuses } from '../response-counts'

/** DXX_STORM_MINUTES sets another number: a short run finds mistakes in the scenario itself. */
const minutes = Number(process.env.DXX_STORM_MINUTES ?? 30)
/** Decides which faults happen and when; printed, so that DXX_STORM_SEED can repeat it. */
const seed = Number(process.env.DXX_STORM_SEED ?? randomInt(1_000_000))
const readers = 12
/** Requests per second as a share of what the cluster can serve. */
const shareOfCapacity = 0.7
const calibrationMs = 20_000
/** Pause between two faults, in milliseconds. */
const between = { least: 10_000, most: 40_000 }
const cutMs = 15_000

/**
 * A mixed day at 70 % of capacity on a cluster whose parts are killed at random; then all acknowledged data is read
 * back.
 */
export async function stormScenario(environment: VerifyEnvironment): Promise<ScenarioRow[]> {
  const missing = missingPackages()
  if (missing.length > 0)
    return [{ label: 'storm', result: `apt-get install ${missing.join(' ')}`, target: '0 lost', ok: 'not run' }]
  process.stdout.write(`storm: seed ${seed}, ${minutes} minutes\n`)
  const network = hasNamespaces() ? namespaceNetwork(environment) : loopbackNetwork()
  const pace = { ms: 0 }
  const running = await startUnderLoad(environment, network, undefined, pace)
  const { db, front, tokens, tally } = running
  const at = () => front.base
  const day = await startMixedDay(environment, { db, tokens: tokens.splice(0, readers), at, pace })
  const staff = await startStaffWork(environment, db, at, 2000)
  const actions = () => day.done + acknowledgedIn(tally)
  const capacity = await ratePerSecond(actions, calibrationMs)
  pace.ms = (1000 * (tally.acknowledged.size + readers)) / (shareOfCapacity * capacity)
  const before = actions()
  const begin = performance.now()
  const faults = await breakParts(running, begin + minutes * 60_000)
  const rate = ((actions() - before) * 1000) / (performance.now() - begin)
  await running.cluster.whole(180_000)
  await Promise.all([day.stop(), staff.stop()])
  const acknowledged = await running.end()
  return [
    {
      label: `storm: ${minutes} minutes, seed ${seed}`,
      result: `${[...faults].map(([name, count]) => `${name} ×${count}`).join(', ')}; ${rate.toFixed(0)} of ${capacity.toFixed(0)} actions/s; ${formatStatuses(tally)}`,
      target: 'some faults',
      ok: faults.size > 0,
    },
    { label: 'storm: acknowledged writes', ...acknowledged },
    ...(await readBack(db, day, staff.saved)),
    { label: 'storm: one primary at any time', ...onePrimary(running) },
  ]
}

async function ratePerSecond(count: () => number, ms: number): Promise<number> {
  const before = count()
  await pause(ms)
  return ((count() - before) * 1000) / ms
}

type Fault = (running: LoadedCluster, random: () => number) => Promise<boolean>

/** Faults by name. Each returns false if it cannot happen on this machine. */
const faults: Record<string, Fault> = {
  'server killed': async ({ restart }, random) => {
    await restart(random() < 0.5 ? 0 : 1)
    return true
  },
  'primary killed': ({ cluster }) => killPrimary(cluster, false),
  'primary and Patroni killed': ({ cluster }) => killPrimary(cluster, true),
  'nginx killed': async ({ front: { nginx } }) => {
    await nginx?.kill()
    return nginx !== null
  },
  'nginx reloaded': async ({ front: { nginx } }) => {
    nginx?.reload()
    return nginx !== null
  },
  'runner killed': async ({ servers }, random) => {
    const hosts = servers.flatMap(({ pid }) => childrenOf(pid))
    const host = hosts[Math.floor(random() * hosts.length)]
    if (host !== undefined) process.kill(host, 'SIGKILL')
    return host !== undefined
  },
  'network between primary and a standby cut': async ({ cluster }, random) => {
    const { cut } = cluster.network
    const primary = await cluster.primary()
    if (!cut || !primary) return false
    const standbys = cluster.machines.filter((machine) => machine !== primary)
    const other = standbys[random() < 0.5 ? 0 : 1]!
    cut(primary.number, other.number, true)
    await pause(cutMs)
    cut(primary.number, other.number, false)
    return true
  },
  'etcd killed': async ({ cluster }, random) => {
    const machine = cluster.machines[Math.floor(random() * 3)]!
    await cluster.stopEtcd(machine)
    await pause(cutMs)
    cluster.startEtcd(machine)
    return true
  },
}

async function killPrimary(cluster: LoadedCluster['cluster'], withPatroni: boolean): Promise<boolean> {
  const primary = await cluster.primary()
  if (!primary) return false
  await cluster.kill(primary, withPatroni)
  if (withPatroni) {
    // Restarts it as systemd would, but not before another machine has taken over.
    await pause(30_000)
    cluster.startPatroni(primary)
  }
  return true
}

/**
 * Breaks one part after another until `end`. Waits while the cluster is not whole, because it survives only one loss.
 */
async function breakParts(running: LoadedCluster, end: number): Promise<Map<string, number>> {
  const random = randomOf(seed)
  const names = Object.keys(faults)
  const happened = new Map<string, number>()
  while (performance.now() < end) {
    await running.cluster.whole(180_000)
    const name = names[Math.floor(random() * names.length)]!
    if (await faults[name]!(running, random)) happened.set(name, (happened.get(name) ?? 0) + 1)
    await pause(between.least + (between.most - between.least) * random())
  }
  return happened
}

async function readBack(db: Db, day: MixedDay, replies: string[]): Promise<ScenarioRow[]> {
  const { rows } = await sql<Record<'highlights' | 'replies' | 'twice' | 'unentitled' | 'unended' | 'paid', number>>`
    select
      (select count(*) from highlights where uid = any(${day.highlights}::uuid[]) and not removed)::int as highlights,
      (select count(*) from canned_replies where text like '只说一次%')::int as replies,
      (select count(*) from (select from entitlements where revoked_at is null
        group by user_id, curriculum_id having count(*) > 1) as twice)::int as twice,
      (select count(*) from orders o where o.status = 1 and not exists (select from entitlements e
        where e.user_id = o.user_id and e.curriculum_id = o.curriculum_id and e.revoked_at is null))::int as unentitled,
      (select count(*) from exam_attempts where (state in ('prepared', 'running')) <> (submitted_at is null))::int as unended,
      (select count(*) from orders where status = 1)::int as paid`.execute(db)
  const found = rows[0]!
  const wrong = await ledgerMismatches(db)
  const audit = await verifyAudit(db)
  const row = (what: string, result: string, ok: boolean): ScenarioRow => ({
    label: `storm: ${what}`,
    result,
    target: 'as acknowledged',
    ok,
  })
  // A reply whose response was lost when the load stopped is stored without being acknowledged.
  const repliesOk = found.replies === replies.length || found.replies === replies.length + 1
  return [
    row(
      'highlights and replies of staff',
      `${found.highlights} of ${day.highlights.length} highlights, ${found.replies} replies of ${replies.length} acknowledged`,
      found.highlights === day.highlights.length && repliesOk,
    ),
    row(
      'orders, ledger and entitlements',
      `${found.paid} paid orders; ${wrong.length} differ from the ledger, ${found.unentitled} without and ${found.twice} with two entitlements`,
      found.paid > 0 && wrong.length + found.unentitled + found.twice === 0,
    ),
    row('attempts', `${found.unended} with a state that contradicts their submission`, found.unended === 0),
    row(
      'audit chain',
      `${audit.checked} entries, ${audit.brokenAt === null ? 'unbroken' : `broken at ${audit.brokenAt}`}`,
      audit.brokenAt === null && audit.checked > 0,
    ),
  ]
}
