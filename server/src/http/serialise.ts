import { ResponseCode } from '@dxx/contract/envelope'
import type * as z from 'zod'
import { memoised } from '../base/memoised'

type Copy = (value: unknown) => unknown
type Fields = Record<string, unknown>

/**
 * Returns the serialiser of a call's responses. It copies the declared fields, so that undeclared ones cannot leak, and
 * calls JSON.stringify. Values are not validated as `parse` would do; numbers and texts are converted, because the
 * database returns big integers as text.
 */
export const serialiserOf = memoised((data: z.core.$ZodType) => {
  const copy = copierOf(data)
  return (value: unknown) => JSON.stringify({ code: ResponseCode.ok, msg: '', data: copy(value) })
})

/** Returns the function that copies the declared parts of a value; throws for schemas that no response may use. */
const copierOf = memoised((schema: z.core.$ZodType): Copy => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return objectCopier(def.shape)
    case 'array':
      return listCopier(copierOf(def.element))
    case 'record':
      return recordCopier(copierOf(def.valueType))
    case 'union':
      return 'discriminator' in def ? variantCopier(def as z.core.$ZodDiscriminatedUnionDef) : scalarUnion(def.options)
    case 'nullable':
    case 'optional':
      return unlessMissing(copierOf(def.innerType))
    case 'readonly':
    case 'nonoptional':
      return copierOf(def.innerType)
    case 'lazy':
      return (value) => copierOf(def.getter())(value)
    case 'tuple':
      return scalarUnion(def.items)
    case 'number':
      return toNumber
    case 'string':
    case 'enum':
      return toText
    case 'boolean':
    case 'literal':
    case 'null':
    case 'unknown':
      return unchanged
    default:
      throw new Error(`responses cannot contain ${def.type}`)
  }
})

const unchanged: Copy = (value) => value

function objectCopier(shape: z.core.$ZodShape): Copy {
  const fields = Object.entries(shape).map(([name, field]) => ({
    name,
    copy: copierOf(field),
    isRequired: field._zod.optin !== 'optional',
  }))
  return (value) => {
    if (typeof value !== 'object' || value === null) throw new Error(`an object expected, not ${value}`)
    const copied: Fields = {}
    for (const { name, copy, isRequired } of fields) {
      const part = (value as Fields)[name]
      if (part !== undefined) copied[name] = copy(part)
      else if (isRequired) throw new Error(`the response lacks ${name}`)
    }
    return copied
  }
}

function listCopier(copy: Copy): Copy {
  return (value) => {
    if (!Array.isArray(value)) throw new Error(`a list expected, not ${value}`)
    return value.map((part) => copy(part))
  }
}

function recordCopier(copy: Copy): Copy {
  return (value) => Object.fromEntries(Object.entries(value as Fields).map(([name, part]) => [name, copy(part)]))
}

function unlessMissing(copy: Copy): Copy {
  return (value) => (value === null || value === undefined ? value : copy(value))
}

/** Objects of several shapes, told apart by one field. */
function variantCopier({ discriminator, options }: z.core.$ZodDiscriminatedUnionDef): Copy {
  const copiers = new Map<unknown, Copy>()
  for (const option of options)
    for (const tag of option._zod.propValues?.[discriminator] ?? []) copiers.set(tag, copierOf(option))
  return (value) => {
    const tag = (value as Fields)[discriminator]
    const copy = copiers.get(tag)
    if (!copy) throw new Error(`no shape for ${discriminator} ${tag}`)
    return copy(value)
  }
}

const scalars = new Set(['string', 'number', 'boolean', 'literal', 'enum', 'null'])

/** A value of one of several types, or a list of them; none contains fields. */
function scalarUnion(options: readonly z.core.$ZodType[]): Copy {
  for (const option of options) {
    const { type } = option._zod.def
    if (!scalars.has(type)) throw new Error(`a union with ${type} needs a discriminator`)
  }
  return unchanged
}

function toNumber(value: unknown): unknown {
  const number = typeof value === 'number' ? value : Number(value)
  if (!Number.isFinite(number)) throw new Error(`a number expected, not ${value}`)
  return number
}

function toText(value: unknown): unknown {
  if (typeof value === 'string') return value
  if (value instanceof Date) return value.toISOString()
  return value === null ? '' : String(value)
}
