import type * as z from 'zod'
import type { ErrorName } from './errors'
import type { Permission } from './staff'

/**
 * Required access of a call. Each level includes the previous ones, except that `student` and `purchase` do not imply
 * each other.
 * The server checks `public` to `student` before it runs the handler; `purchase` depends on the item, so the handler
 * checks it.
 */
export type StudentAccess = 'public' | 'user' | 'mobile' | 'student' | 'purchase'

/**
 * Access to a call of the staff console. Requires a console session; a student session is refused.
 * `any`: a grant with any permission is enough. The handler's queries check the scope of the grant.
 */
export interface StaffAccess {
  staff: Permission | 'any'
  /** Requires that the user entered the password or second factor again within the last ten minutes. */
  fresh?: true
  /** Also open to a session that still has to enrol its second factor. */
  enrolling?: true
  /** Polled by open pages: does not extend the idle time of the session. */
  quiet?: true
}

export type Access = StudentAccess | StaffAccess

/**
 * Effect of a repeated request.
 * `keyed`: runs in a transaction, once per Idempotency-Key. `natural`: naturally idempotent. `false`: writes nothing.
 */
export type WriteMode = 'keyed' | 'natural' | false

/** Origin of the call: `spec`, the specification; `inferred`, a name masked there that we inferred; `added`, by us. */
export type CallSource = 'spec' | 'inferred' | 'added'

export type CallName = `${'GET' | 'POST'} /${string}`

export interface Call<
  Input extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
  A extends Access = Access,
> {
  access: A
  source: CallSource
  writes: WriteMode
  summary: string
  input: Input
  data: Data
  errors: readonly ErrorName[]
  /**
   * Maximum number of SQL statements that the call runs for a logged-in user with filled caches, the session look-up, `begin` and
   * `commit` included. For calls that students make most; server/src/modules/overview/query-bounds.test.ts counts them.
   */
  queries?: number
  /**
   * May read from a standby of the database, which may be up to two seconds behind for changes of other users. Changes
   * of the user are there, because a session that has just written reads from the primary until the standby has the
   * change. Only for calls that write nothing, or that rarely write: if a write turns out to be needed, the call runs
   * again on the primary.
   */
  replica?: true
  /** The response is a stream of envelopes, one per line; `data` is the shape of one envelope's data. */
  streams?: true
}

type Declaration<Input extends z.ZodType, Data extends z.ZodType, A extends Access> = Omit<
  Call<Input, Data, A>,
  'writes' | 'errors' | 'streams'
> & { writes?: WriteMode; errors?: readonly ErrorName[] }

export function call<Input extends z.ZodType, Data extends z.ZodType, A extends Access>(
  declared: Declaration<Input, Data, A>,
): Call<Input, Data, A> {
  return { writes: false, errors: [], ...declared }
}

/** Declares a call with a streamed response; a refusal before the first line is one ordinary envelope instead. */
export function stream<Input extends z.ZodType, Data extends z.ZodType, A extends Access>(
  declared: Declaration<Input, Data, A>,
): Call<Input, Data, A> & { streams: true } {
  return { ...call(declared), streams: true }
}

export type CallTable = Record<CallName, Call>

/** Checks the type of a table of calls. Its keys, `METHOD /path`, are the only definition of each path. */
export function calls<T extends CallTable>(table: T): T {
  return table
}

/** Types of a call's request and response. Type-only, so that the schema library stays out of the browser bundle. */
export type InputOf<C> = C extends Call<infer I, z.ZodType, Access> ? z.input<I> : never
export type DataOf<C> = C extends Call<z.ZodType, infer D, Access> ? z.output<D> : never
