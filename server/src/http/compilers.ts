import type { FastifyServerOptions } from 'fastify'
import { loadPackage } from '../base/load-package'
import { memoised } from '../base/memoised'

type Factories = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>
type FastJson = (schema: object) => (value: unknown) => string

/** Serialiser of a schema; several apps in one process, as in tests, share it. */
const serialiserOf = memoised((schema: object) => loadPackage<FastJson>('fast-json-stringify')(schema))

/**
 * Compiles the response serialiser of a call at its first response, because compiling all of them would delay the
 * start. Inputs are checked by the contract's schemas, so fastify's validator is never used.
 */
export const compilers: Factories = {
  buildSerializer:
    () =>
    ({ schema }) =>
    (value: unknown) =>
      serialiserOf(schema as object)(value),
  buildValidator: () => () => {
    throw new Error('inputs are checked by the contract')
  },
}
