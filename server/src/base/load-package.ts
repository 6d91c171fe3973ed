import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Loads a package that only some configurations need, on its first use, so that other configurations start faster. */
export const loadPackage = <T>(name: string): T => require(name) as T
