import type { z } from 'zod'
import type { ErrorName } from './errors'

/**
 * Who may make a call. Each level includes the ones before it, except that `student` and `purchase` do not imply each other.
 * `public` and up to `student` are checked by the server's mount; `purchase` depends on the item and is checked by the handler.
 */
export type Access = 'public' | 'user' | 'mobile' | 'student' | 'purchase'

/**
 * What a repeated request does.
 * `keyed`: runs in a transaction and is answered once per Idempotency-Key. `natural`: repeating it changes nothing more.
 */
export type Writes = 'keyed' | 'natural' | false

/** Where the call comes from: the specification, a name masked there and chosen by us, or our own addition. */
export type Source = 'spec' | 'inferred' | 'added'

export type CallName = `${'GET' | 'POST'} /${string}`

export interface Call<
  Input extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
  A extends Access = Access,
> {
  access: A
  source: Source
  writes: Writes
  summary: string
  input: Input
  data: Data
  errors: readonly ErrorName[]
  /** The answer comes piece by piece, one envelope a line; `data` is the shape of a piece. */
  streams?: true
}

type Declaration<Input extends z.ZodType, Data extends z.ZodType, A extends Access> = Omit<
  Call<Input, Data, A>,
  'writes' | 'errors' | 'streams'
> & { writes?: Writes; errors?: readonly ErrorName[] }

export function call<Input extends z.ZodType, Data extends z.ZodType, A extends Access>(
  declared: Declaration<Input, Data, A>,
): Call<Input, Data, A> {
  return { writes: false, errors: [], ...declared }
}

/** A call that answers while it is still at work. A refusal before the first piece is an ordinary envelope. */
export function stream<Input extends z.ZodType, Data extends z.ZodType, A extends Access>(
  declared: Declaration<Input, Data, A>,
): Call<Input, Data, A> & { streams: true } {
  return { ...call(declared), streams: true }
}

export type CallTable = Record<CallName, Call>

/** A typed table of calls: keys are `METHOD /path`, the only place where a path is written. */
export function calls<T extends CallTable>(table: T): T {
  return table
}

/** What a caller sends and gets. Type-only, so that the schema library stays out of the browser. */
export type InputOf<C> = C extends Call<infer I, z.ZodType, Access> ? z.input<I> : never
export type DataOf<C> = C extends Call<z.ZodType, infer D, Access> ? z.output<D> : never
