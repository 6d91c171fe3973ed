import { allCalls, type Name } from '@dxx/contract/calls'
import { accounts } from '@dxx/contract/calls/accounts'
import { wechat } from '@dxx/contract/calls/wechat'
import { z } from 'zod'
import type { Client } from './client'

/** As much of JSON Schema as inputs use. */
interface Shape {
  type?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Shape[]
  oneOf?: Shape[]
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  minItems?: number
  minimum?: number
}

interface Known {
  /** Tried one after the other wherever an id is asked for. */
  ids: string[]
  /** What belongs into fields of these names. */
  named?: Record<string, string>
  /** What is typed into every text field: to be searched for, noted, asked. */
  text: string
  /** Calls that would change what the test is about. */
  without?: Name[]
}

export interface Heard {
  name: Name
  input: object
  text: string
}

/** Entering and leaving, which end the session that asks, and running programs: they know nothing of content. */
const passed = new Set<string>([...Object.keys(accounts), ...Object.keys(wechat), 'POST /v1/runcode'])

/**
 * Asks every call of the contract, also those that are yet to be written, with everything that somebody could know.
 * Answers what was said, and which calls understood none of it.
 */
export async function crawl(client: Client, known: Known): Promise<{ heard: Heard[]; deaf: Name[] }> {
  const heard: Heard[] = []
  const deaf: Name[] = []
  for (const name of Object.keys(allCalls) as Name[]) {
    // Guests are turned away from the others before anybody reads what they ask.
    const closed = client.token === '' && allCalls[name].access !== 'public'
    if (closed || passed.has(name) || known.without?.includes(name)) continue
    const answers = await Promise.all(
      inputsOf(name, known).map(async (input) => ({
        name,
        input,
        text: await (await client.fetch(name, input)).text(),
      })),
    )
    heard.push(...answers)
    if (answers.every(({ text }) => text.includes('"invalid-input"'))) deaf.push(name)
  }
  return { heard, deaf }
}

function inputsOf(name: Name, { ids, named = {}, text }: Known): object[] {
  const shape = z.toJSONSchema(allCalls[name].input, { io: 'input', unrepresentable: 'any' }) as Shape
  const inputs = new Map<string, object>()
  const add = (id: string, choice: number, full: boolean) => {
    const input = fill(shape, { id, named, text, choice, full }) as object
    inputs.set(JSON.stringify(input), input)
  }
  for (const id of ids) for (const full of [true, false]) add(id, 0, full)
  for (const choice of [1, 2]) for (const full of [true, false]) add(ids[0]!, choice, full)
  return [...inputs.values()]
}

interface Filling {
  id: string
  named: Record<string, string>
  text: string
  /** Which of several words to choose. */
  choice: number
  /** Whether to fill in what may be left out. */
  full: boolean
}

function fill(shape: Shape, filling: Filling, name = ''): unknown {
  const { id, named, text, choice, full } = filling
  const either = shape.anyOf ?? shape.oneOf
  if (either) return fill(either[choice % either.length]!, filling, name)
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[choice % shape.enum.length]
  if (shape.properties) {
    const wanted = Object.entries(shape.properties).filter(([key]) => full || shape.required?.includes(key))
    return Object.fromEntries(wanted.map(([key, inner]) => [key, fill(inner, filling, key)]))
  }
  if (named[name] !== undefined) return named[name]
  if (shape.format === 'uuid' || shape.format === 'guid') return id
  if (shape.type === 'array') return [fill(shape.items ?? {}, filling, name)]
  if (shape.type === 'integer' || shape.type === 'number') return Math.max(shape.minimum ?? 1, 1)
  if (shape.type === 'boolean') return choice % 2 === 1
  return shape.type === 'null' ? null : text
}
