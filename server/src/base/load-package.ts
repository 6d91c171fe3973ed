import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Loads a package on first use that only some configurations need, so that the others start faster. */
export const loadPackage = <T>(name: string): T => require(name) as T
