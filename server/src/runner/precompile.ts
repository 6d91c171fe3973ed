import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { packLibrary, precompileLibrary } from './engines/clang'
import { headersFile } from './languages'

/** Writes precompiled C++ headers and C++ runtime to the data folder named on the command line, unless they exist. */
const file = headersFile(process.argv[2]!)
if (!existsSync(file)) {
  const library = packLibrary(await precompileLibrary())
  mkdirSync(dirname(file), { recursive: true })
  const unfinished = `${file}.${randomBytes(4).toString('hex')}`
  writeFileSync(unfinished, library)
  renameSync(unfinished, file)
}
