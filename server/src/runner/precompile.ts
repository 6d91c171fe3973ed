import { randomBytes } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { packLibrary, precompileLibrary } from './engines/clang'

/**
 * Writes the precompiled C++ headers and the C++ runtime to the file named on the command line; started once, in the
 * background.
 */
const file = process.argv[2]!
const made = packLibrary(await precompileLibrary())
mkdirSync(dirname(file), { recursive: true })
const unfinished = `${file}.${randomBytes(4).toString('hex')}`
writeFileSync(unfinished, made)
renameSync(unfinished, file)
