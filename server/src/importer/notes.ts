import type { Db } from '../db/connection'
import type { Problem } from './problems'
import { upsert } from './upsert'

/**
 * What was lost or doubtful when something was imported is kept, so that importing it again unchanged says it again: who
 * missed it the first time would never learn of it. Files are named relative to the folder of that something.
 */
const keyOf = (name: string) => `import-notes ${name}`

const below = (label: string) => (label === '' ? '' : `${label}/`)

/** Problems as they are kept, whatever folder they were imported from. */
export const notesOf = (problems: Problem[], label: string): Problem[] =>
  problems.map((problem) => ({ ...problem, file: problem.file.slice(below(label).length) }))

export async function keepNotes(tx: Db, name: string, notes: Problem[]): Promise<void> {
  if (notes.length > 0) await upsert(tx, 'settings', ['key'], [{ key: keyOf(name), value: JSON.stringify(notes) }])
  else await tx.deleteFrom('settings').where('key', '=', keyOf(name)).execute()
}

export async function keptNotes(db: Db, name: string, label: string): Promise<Problem[]> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', keyOf(name)).executeTakeFirst()
  return ((row?.value ?? []) as Problem[]).map((note) => ({ ...note, file: below(label) + note.file }))
}
