import type { FastifyServerOptions } from 'fastify'
import { loadPackage } from '../base/load-package'

type Factories = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>
type FastJson = (schema: object) => (value: unknown) => string

/**
 * Compiles the response serialiser of a call at its first response, because compiling all of them would delay the
 * start. Inputs are checked by the contract's schemas, so fastify's validator is never used.
 */
export const compilers: Factories = {
  buildSerializer:
    () =>
    ({ schema }) => {
      let write: ReturnType<FastJson> | undefined
      return (value: unknown) => {
        write ??= loadPackage<FastJson>('fast-json-stringify')(schema as object)
        return write(value)
      }
    },
  buildValidator: () => () => {
    throw new Error('inputs are checked by the contract')
  },
}
