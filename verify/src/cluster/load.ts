import type { Db } from '../../../server/src/db/connection'
import { messagesIn, startWriting } from '../authorization/messages'
import type { ScenarioRow, Server, VerifyEnvironment } from '../environment'
import { openExamLoad, type Pace, startSavingStudents } from '../load/exam-students'
import { type LoadBalancer, startLoadBalancer } from '../nginx'
import { countLostSaves } from '../response-counts'
import type { Cluster, Machine } from './cluster'
import type { Network } from './network'
import { openCluster } from './open'
import { type Probe, readProbe, watchPrimaries, writeProbe } from './probes'
import { lostReceipts, purchasesIn, startBuying, startHandingIn } from './purchases'

/** A cluster with two servers behind nginx, used by students. */
export interface LoadedCluster {
  cluster: Cluster
  db: Db
  tally: Awaited<ReturnType<typeof startSavingStudents>>['tally']
  writes: Probe
  reads: Probe
  primaries: ReturnType<typeof watchPrimaries>
  servers: Server[]
  front: LoadBalancer
  /** The exam that all students take, and tokens of students who do nothing before. */
  exam: string
  tokens: string[]
  /** Kills a server and starts it again on its port. */
  restart(server: number): Promise<void>
  /** Stops the load and counts lost and duplicated data. */
  end(): Promise<Omit<ScenarioRow, 'label'>>
}

/** Starts the cluster with two servers behind nginx, and the load: saves, messages, hand-ins, purchases. */
export async function startUnderLoad(
  environment: VerifyEnvironment,
  network: Network,
  prepare?: (machine: Machine) => void,
  pace: Pace = { ms: 0 },
): Promise<LoadedCluster> {
  const { cluster, db, variables } = await openCluster(environment, network, prepare)
  const { exam, tokens } = await openExamLoad(db, 1300)
  const servers = [
    await environment.start(cluster.url(1), variables),
    await environment.start(cluster.url(2), variables),
  ]
  const restart = async (server: number) => {
    const { base, stop } = servers[server]!
    await stop('SIGKILL')
    servers[server] = await environment.start(cluster.url(server + 1), { ...variables, PORT: new URL(base).port })
  }
  const front = await startLoadBalancer(environment, servers)
  const at = () => front.base
  const take = (count: number) => tokens.splice(0, count)
  const saving = await startSavingStudents(environment, { exam, tokens: take(8) }, at, pace)
  const { tally } = saving
  const writing = startWriting(environment, take(60), at, tally, 30_000)
  const [writer, reader] = take(2)
  const writes = await writeProbe(environment, { exam, token: writer! }, at, tally.acknowledged)
  const reads = await readProbe(environment, reader!, await aCourse(db), at)
  const handing = startHandingIn(environment, exam, take(600), at)
  const buying = startBuying(environment, await paidItem(db), take(600), at)
  const end = async () => {
    for (const part of [saving, writing, handing, buying]) await part.stop()
    const saves = await countLostSaves(db, tally)
    const messages = await messagesIn(db, writing.acknowledged)
    const receipts = await lostReceipts(db, handing.receipts)
    const orders = await purchasesIn(db, buying.paid)
    const lost = saves.lost + messages.lost + receipts + orders.lost
    const doubled = messages.doubled + orders.doubled
    const counts = [saves.acknowledged, writing.acknowledged.length, handing.receipts.size, buying.paid.length]
    return {
      result: `${counts[0]} saves, ${counts[1]} messages, ${counts[2]} hand-ins, ${counts[3]} payments: ${lost} lost, ${doubled} doubled${buying.refused.length > 0 ? `; ${buying.refused.length} orders refused: ${buying.refused[0]}` : ''}`,
      target: '0 lost, 0 doubled, some of each',
      ok: lost + doubled + buying.refused.length === 0 && Math.min(...counts) > 0,
    }
  }
  const primaries = watchPrimaries(environment, cluster)
  return { cluster, db, tally, writes, reads, primaries, servers, front, exam, tokens, restart, end }
}

/** Whether there was never more than one primary. */
export const onePrimary = ({ primaries: { checks, none, several, which } }: LoadedCluster) => ({
  result: `${checks} checks: ${none} with none, ${several} with more than one${which && ` (${which})`}`,
  target: '0 with more than one',
  ok: several === 0 && checks > 100,
})

async function aCourse(db: Db): Promise<string> {
  const courses = db.selectFrom('curricula').select('uid').where('kind', '=', 'course').where('published', '=', true)
  return (await courses.executeTakeFirstOrThrow()).uid
}

async function paidItem(db: Db): Promise<string> {
  const items = db.selectFrom('curricula').select('uid').where('published', '=', true).where('pay_cents', '>', 0)
  return (await items.executeTakeFirstOrThrow()).uid
}
