import type { FastifyServerOptions } from 'fastify'
import { loadPackage } from '../adapters/load-package'

type Factories = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>
type FastJson = (schema: object) => (value: unknown) => string

/**
 * Answers are written by code that is made from their schemas: at a call's first answer, since making it for all of them
 * would hold up the start. Inputs are checked by the contract's schemas, so fastify's own validator is never asked for.
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
