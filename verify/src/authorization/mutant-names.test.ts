import { expect, it } from 'vitest'
import { mutate } from './mutants'

const source = `
const selectNotes = (db: Db, userId: string) =>
  db.selectFrom('notes').where('user_id', '=', userId).where('user_id', '=', userId)

class Notes {
  remove(userId: string) {
    const row = find((id: string) => db.deleteFrom('notes').where('user_id', '=', userId))
    return row
  }
}

export const handlers = {
  'GET /v1/notes': async ({ db, user }) => {
    const mine = (table: string) => db.selectFrom(table).where('user_id', '=', user.id)
    return mine('notes')
  },
}
`
const names = (text: string) => mutate('modules/notes/queries.ts', text, 1).mutants.map(({ name }) => name)

it('names a mutant by its innermost declaration, text and occurrence', () => {
  expect(names(source)).toEqual([
    "notes/queries.ts › selectNotes › .where('user_id', '=', userId) › 1",
    "notes/queries.ts › selectNotes › .where('user_id', '=', userId) › 2",
    "notes/queries.ts › Notes.remove › .where('user_id', '=', userId) › 1",
    "notes/queries.ts › GET /v1/notes.mine › .where('user_id', '=', user.id) › 1",
  ])
})

it('leaves the names of other mutants unchanged when a query is inserted above or between them', () => {
  const inserted = (name: string) =>
    `export const ${name} = (userId: string) => db.selectFrom('notes').where('user_id', '=', userId)\n`
  const changed = inserted('first') + source.replace('class Notes', `${inserted('second')}class Notes`)
  const added = ['first', 'second'].map((name) => `notes/queries.ts › ${name} › .where('user_id', '=', userId) › 1`)
  expect(new Set(names(changed))).toEqual(new Set([...names(source), ...added]))
})
