import * as z from 'zod'
import { explainIssue } from '../base/explain-issue'
import { memoised } from '../base/memoised'
import { fail } from '../base/refusal'
import { isStorable } from '../base/storable-text'

/** Maximum nesting: deeper than any shape of the contract, and safe from bodies built to exhaust the stack. */
const maxDepth = 32

/** Message for inputs whose schema in the contract defines none: names the field and the problem. */
z.config({
  localeError: (issue) => {
    const field = issue.path?.join('.')
    return `提交的内容有误${field ? `（${field}）` : ''}：${explainIssue(issue)}，请检查后再试`
  },
})

/** Converts the strings of a query to the types that the schema declares; the format of a value decides nothing. */
export type Coerce = (query: Record<string, unknown>) => Record<string, unknown>

export const coercer = memoised((schema: z.ZodType): Coerce => {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const fields = Object.entries(properties).map(([name, property]) => [name, converter(property)] as const)
  if (fields.every(([, convert]) => convert === asIs)) return asIs
  return (query) => {
    const coerced = { ...query }
    for (const [name, convert] of fields) if (coerced[name] !== undefined) coerced[name] = convert(coerced[name])
    return coerced
  }
})

interface JsonSchema {
  type?: string
  items?: JsonSchema
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
}

function converter(schema: JsonSchema): (value: unknown) => unknown {
  const one = schema.anyOf?.find((option) => option.type !== 'null') ?? schema
  if (one.type === 'array') {
    const item = converter(one.items ?? {})
    return (value) => (Array.isArray(value) ? value : [value]).map(item)
  }
  if (one.type === 'number' || one.type === 'integer')
    return (value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value)
  if (one.type === 'boolean') return (value) => (value === 'true' ? true : value === 'false' ? false : value)
  return asIs
}

const asIs = <T>(value: T): T => value

/** Rejects text that PostgreSQL cannot store and values nested deeper than any client sends. */
function assertSane(value: unknown, depth = 0): void {
  if (depth > maxDepth) fail('invalid-input', { msg: '提交的内容嵌套太深，请检查后再试' })
  if (typeof value === 'string') {
    if (!isStorable(value)) fail('invalid-input', { msg: '提交的内容含有无法保存的字符，请删除后再试' })
  } else if (Array.isArray(value)) {
    for (const item of value) assertSane(item, depth + 1)
  } else if (value !== null && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) {
      assertSane(key, depth + 1)
      assertSane(item, depth + 1)
    }
  }
}

export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  assertSane(value)
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  return fail('invalid-input', { msg: issue?.message, data: { field: issue?.path.join('.') ?? '' } })
}
