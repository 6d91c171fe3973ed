import { median, runLoad } from '../bench/load'
import { buildSignedRequest } from '../bench/open-loop'
import { benchStudent } from '../bench/student'
import {
  childrenOf,
  pause,
  readCpuSeconds,
  type ScenarioRow,
  type Server,
  type VerifyEnvironment,
} from '../environment'

const rounds = 6
const load = { connections: 16, seconds: 2 }
const mostTimes = 1.1

/** Compares the CPU time per request of one process with that of two workers, alternating on the same database. */
export async function workersRow(environment: VerifyEnvironment): Promise<ScenarioRow> {
  const { db, url } = await environment.newDatabase()
  const { token } = await benchStudent(db)
  const postmaster = await environment.postmaster()
  const measured = async (workers: number) => {
    const server = await environment.start(url, { DXX_WORKERS: String(workers) })
    await cpuPerRequest(server, postmaster, token)
    return { server, each: [] as number[] }
  }
  const [one, two] = [await measured(1), await measured(2)]
  for (let round = 0; round < rounds; round++)
    for (const { server, each } of [one, two]) each.push(await cpuPerRequest(server, postmaster, token))
  const ratio = median(two.each.map((value, i) => value / one.each[i]!))
  await Promise.all([one, two].map(({ server }) => server.stop()))
  return {
    label: 'CPU per signed read, two workers against one process',
    result: `${ratio.toFixed(2)} times (${median(two.each).toFixed(2)} ms against ${median(one.each).toFixed(2)} ms, server and PostgreSQL)`,
    target: `at most ${mostTimes} times`,
    ok: ratio <= mostTimes,
  }
}

/** Returns the CPU milliseconds of server, workers and PostgreSQL per request. */
async function cpuPerRequest({ base, pid }: Server, postmaster: number, token: string): Promise<number> {
  const used = () =>
    [pid, ...childrenOf(pid)].reduce((sum, one) => sum + readCpuSeconds(one), readCpuSeconds(postmaster, true))
  const { url, headers } = buildSignedRequest(base, token, 'GET /v1/get_user_info', '')
  const before = used()
  const { perSecond } = await runLoad({ url, headers, ...load })
  await pause(100)
  return ((used() - before) * 1000) / (perSecond * load.seconds)
}
