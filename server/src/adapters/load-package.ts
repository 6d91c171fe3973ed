import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** A package that only some configurations need: it is loaded where it is used, so that the others start sooner. */
export const loadPackage = <T>(name: string): T => require(name) as T
