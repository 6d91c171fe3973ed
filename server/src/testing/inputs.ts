import { type StudentCallName, studentCalls } from '@dxx/contract/calls'
import { type StaffCallName, staffCalls } from '@dxx/contract/staff-calls'
import * as z from 'zod'

/** The subset of JSON Schema that inputs use. */
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

/** Values with which the fields of inputs are filled. */
export interface Known {
  /** Ids, each tried in every id field. */
  ids: string[]
  /** Values for fields of these names. */
  named?: Record<string, string>
  /** Value of every text field. */
  text: string
}

const calls = { ...studentCalls, ...staffCalls }

export const shapeOf = (name: StudentCallName | StaffCallName) =>
  z.toJSONSchema(calls[name].input, { io: 'input', unrepresentable: 'any' }) as Shape

/** Returns inputs that match the schema of a call. */
export function inputsOf(name: StudentCallName | StaffCallName, { ids, named = {}, text }: Known): object[] {
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
  /** Index of the alternative to use where the schema has several. */
  choice: number
  /** Whether to fill in optional fields. */
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
