import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ReadableFormat } from './read-file'

/** Third-party question files in the folder named by DXX_CORPUS; tests skip them without it. */
export const corpus = join(process.env.DXX_CORPUS ?? '', 'questions')

export const corpusFiles = existsSync(join(corpus, 'moodle-formats'))
  ? readdirSync(corpus, { recursive: true })
      .map(String)
      .filter((name) => statSync(join(corpus, name)).isFile() && !/\.(jpg|png)$/.test(name))
      .sort()
  : []

/** Format of a file for which name and content are not sufficient. */
export const formatOf = (name: string): ReadableFormat | undefined =>
  /multianswer\/.*\.txt$/.test(name) ? 'cloze' : /missingword/.test(name) ? 'gift' : undefined
