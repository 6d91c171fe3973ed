import { resolve } from 'node:path'

/**
 * Resolves a path against the folder in which the command was typed; npm runs scripts in the folder of package.json.
 */
export const callerPath = (path: string) => resolve(process.env.INIT_CWD ?? process.cwd(), path)
