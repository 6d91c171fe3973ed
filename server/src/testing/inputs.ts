import { allCalls, type Name } from '@dxx/contract/calls'
import { z } from 'zod'

/** As much of JSON Schema as inputs use. */
export interface Shape {
  type?: string
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Shape[]
  oneOf?: Shape[]
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  prefixItems?: Shape[]
  minItems?: number
  minimum?: number
}

/** What somebody who asks could know. */
export interface Known {
  /** Tried one after the other wherever an id is asked for. */
  ids: string[]
  /** What belongs into fields of these names. */
  named?: Record<string, string>
  /** What is typed into every text field: to be searched for, noted, asked. */
  text: string
}

export const shapeOf = (name: Name) =>
  z.toJSONSchema(allCalls[name].input, { io: 'input', unrepresentable: 'any' }) as Shape

/** Questions that a call understands by their shape. */
export function inputsOf(name: Name, { ids, named = {}, text }: Known): object[] {
  const shape = shapeOf(name)
  const inputs = new Map<string, object>()
  const add = (id: string, choice: number, full: boolean) => {
    const input = fill(shape, { id, named, text, choice, full }) as object
    inputs.set(JSON.stringify(input), input)
  }
  for (const id of ids) for (const full of [true, false]) add(id, 0, full)
  for (const choice of [1, 2]) for (const full of [true, false]) add(ids[0]!, choice, full)
  return [...inputs.values()]
}

export interface Filling {
  id: string
  named: Record<string, string>
  text: string
  /** Which of several words to choose. */
  choice: number
  /** Whether to fill in what may be left out. */
  full: boolean
}

export function fill(shape: Shape, filling: Filling, name = ''): unknown {
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
  if (shape.type === 'array')
    return choice === 1 && !full && !shape.minItems ? [] : [fill(shape.items ?? {}, filling, name)]
  if (shape.type === 'integer' || shape.type === 'number') return Math.max(shape.minimum ?? 1, 1)
  if (shape.type === 'boolean') return choice % 2 === 1
  return shape.type === 'null' ? null : text
}
