import type { Db } from '../db/connection'
import type { Problem } from '../text/problems'
import { upsert } from './upsert'

/**
 * Import warnings are stored, so that importing unchanged content again repeats them for users who missed them. Their
 * file paths are relative to the folder of the content.
 */
const keyOf = (name: string) => `import-notes ${name}`

const below = (label: string) => (label === '' ? '' : `${label}/`)

/** Converts problems to their stored form, independent of the imported folder. */
export const warningsOf = (problems: Problem[], label: string): Problem[] =>
  problems.map((problem) => ({ ...problem, file: problem.file.slice(below(label).length) }))

export async function saveWarnings(tx: Db, name: string, notes: Problem[]): Promise<void> {
  if (notes.length > 0) await upsert(tx, 'settings', ['key'], [{ key: keyOf(name), value: JSON.stringify(notes) }])
  else await tx.deleteFrom('settings').where('key', '=', keyOf(name)).execute()
}

export async function savedWarnings(db: Db, name: string, label: string): Promise<Problem[]> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', keyOf(name)).executeTakeFirst()
  return ((row?.value ?? []) as Problem[]).map((note) => ({ ...note, file: below(label) + note.file }))
}
