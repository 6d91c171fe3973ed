import { createSessionToken, readMemoryMb, type ScenarioRow, type VerifyEnvironment } from '../environment'
import { openExamLoad, saveOf, sendAs, startAttempt } from '../load/exam-students'
import { Sender } from '../load/sender'
import { browsingTasks, codeRunTasks, measuredSend, readingTasks, type Task } from './tasks'

const connections = 32

/** Runs the same mixed load for a while: the server's memory must not grow. */
export async function memoryScenario(environment: VerifyEnvironment): Promise<ScenarioRow[]> {
  const { db, url } = await environment.newDatabase()
  const load = await openExamLoad(db, 50)
  const server = await environment.start(url)
  const attempts = await Promise.all(load.tokens.map((one) => startAttempt(sendAs(server.base, one), load.exam)))
  let seq = 0
  const saving = (count: number): Task[] =>
    Array.from({ length: count }, (_, i) => (sender) => {
      const who = i % attempts.length
      const send = measuredSend(sender, server.base, load.tokens[who]!)
      return send('POST /v1/exam_save', saveOf(attempts[who]!, ++seq))
    })
  const token = await createSessionToken(
    db,
    (await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow()).id,
  )
  const megabytes: number[] = []
  const rounds = 12
  let served = 0
  let refused = 0
  for (let round = 0; round < rounds; round++) {
    const sender = new Sender(connections)
    const tasks = [
      ...browsingTasks(server.base, 2000),
      ...(await readingTasks(db, server.base, { ...load, tokens: [token] }, 2000)),
      ...saving(1000),
    ]
    await sender.all(tasks.map((task) => () => task(sender)))
    const programs = new Sender(2)
    await programs.all(codeRunTasks(server.base, load, 20).map((task) => () => task(programs)))
    served += sender.latencies.length + programs.latencies.length
    refused += sender.refused + programs.refused
    megabytes.push(readMemoryMb(server.pid))
  }
  const middle = Math.max(...megabytes.slice(rounds / 3, (2 * rounds) / 3))
  const end = Math.max(...megabytes.slice((2 * rounds) / 3))
  const result = `${served} requests, ${refused} refused; memory after each of ${rounds} rounds: ${megabytes.join(', ')} MB`
  return [
    {
      label: 'load: memory over time (browse, read, save, run code)',
      result,
      target: 'last third at most 10 % above the middle third; 0 refused',
      ok: end <= middle * 1.1 && refused === 0,
    },
  ]
}
