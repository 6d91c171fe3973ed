import { Sender } from '../sender'
import { openSitting, saveOf, sendAs, sitDown } from '../sitting'
import { loggedIn, memoryOf, type Row, type Stage } from '../stage'
import { browsing, measured, reading, running, type Task } from './tasks'

const connections = 32

/** The same mixture for a while: what the server holds must not grow with time. */
export async function memoryPart(stage: Stage): Promise<Row[]> {
  const { db, url } = await stage.newDatabase()
  const sitting = await openSitting(db, 50)
  const server = await stage.start(url)
  const sats = await Promise.all(sitting.tokens.map((one) => sitDown(sendAs(server.base, one), sitting.exam)))
  let seq = 0
  const saving = (count: number): Task[] =>
    Array.from({ length: count }, (_, i) => (sender) => {
      const who = i % sats.length
      const send = measured(sender, server.base, sitting.tokens[who]!)
      return send('POST /v1/exam_save', saveOf(sats[who]!, ++seq))
    })
  const token = await loggedIn(db, (await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow()).id)
  const held: number[] = []
  const rounds = 12
  let served = 0
  let refused = 0
  for (let round = 0; round < rounds; round++) {
    const sender = new Sender(connections)
    const tasks = [
      ...browsing(server.base, 2000),
      ...(await reading(db, server.base, { ...sitting, tokens: [token] }, 2000)),
      ...saving(1000),
    ]
    await sender.all(tasks.map((task) => () => task(sender)))
    const programs = new Sender(2)
    await programs.all(running(server.base, sitting, 20).map((task) => () => task(programs)))
    served += sender.latencies.length + programs.latencies.length
    refused += sender.refused + programs.refused
    held.push(memoryOf(server.pid))
  }
  const middle = Math.max(...held.slice(rounds / 3, (2 * rounds) / 3))
  const end = Math.max(...held.slice((2 * rounds) / 3))
  const figure = `${served} requests (browse, read, save, run code), ${refused} refused: ${held.join(', ')} MB`
  return [
    {
      part: 'load: memory over time',
      figure,
      target: 'last third at most 10 % above the middle, none refused',
      ok: end <= middle * 1.1 && refused === 0,
    },
  ]
}
