import { allCalls, type Name } from '@dxx/contract/calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Client } from '../testing/client'
import { figure, long } from './figures'
import { bodies, poisoned, queries } from './hostile'
import { wordsOf } from './matrix'
import { type Settled, settle } from './world'

let world: Settled
beforeAll(async () => {
  world = await settle()
}, 240_000)
afterAll(() => world.close())

/** Nobody waits longer than this for a refusal, however slow the machine. */
const patience = 60_000

/** Answered by Node itself, before there is a request. */
const tooLong = [414, 431]

interface Bad {
  name: Name
  sent: string
  status: number
  text: string
}

/** Programs are run elsewhere: what reaches the runner has tests of its own. */
const names = (Object.keys(allCalls) as Name[]).filter((name) => name !== 'POST /v1/runcode')

it('no input makes a call fail, whatever is in it', async () => {
  const bad: Bad[] = []
  let asked = 0
  const { db } = world.server
  const look = async (name: Name, sent: string, answer: Promise<Response>) => {
    asked++
    const response = await Promise.race([answer, late()])
    const text = await response.text()
    if (response.status >= 500 || !(isEnvelope(text) || tooLong.includes(response.status)))
      bad.push({ name, sent, status: response.status, text: text.slice(0, 200) })
  }
  const filling = { id: world.places.chapter, named: wordsOf(world.places), text: '好的', choice: 0, full: true }
  for (const name of names) {
    // Some calls end the session that asks.
    const client = await world.server.as(world.people.classmate.user)
    await db.deleteFrom('rate_counters').execute()
    const [method = '', path = ''] = name.split(' ')
    const where = path.replace(/\{\w+\}/g, '1')
    for (const input of poisoned(name, filling, long ? 1 : 11))
      await look(name, JSON.stringify(input).slice(0, 200), client.fetch(name, input))
    const whole = Object.entries(method === 'GET' ? queries : bodies).filter(
      (_, i) => long || (i + name.length) % 3 === 0,
    )
    for (const [kind, text] of whole)
      await look(
        name,
        kind,
        method === 'GET' ? client.raw(method, `${where}?${text}`, undefined) : client.raw(method, where, text),
      )
  }
  figure('hostile input', { asked, failed: bad.length })
  expect(bad).toEqual([])
  expect(asked).toBeGreaterThan(names.length * 3)
  const alive = await new Client(world.server.base, () => world.server.clock.now()).send('GET /v130/gvss', {})
  expect(alive.code).toBe(1)
}, 1_800_000)

function late(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('no answer')), patience).unref()
  })
}

/** Streams answer one envelope a line. */
function isEnvelope(text: string): boolean {
  try {
    return text
      .trim()
      .split('\n')
      .every((line) => typeof JSON.parse(line).code === 'number')
  } catch {
    return false
  }
}
