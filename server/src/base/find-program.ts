import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Returns the path of an installed program, or undefined if PATH does not contain it. */
export function findProgram(name: string): string | undefined {
  const folders = (process.env.PATH ?? '/usr/bin:/bin').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}
