import { expect, it } from 'vitest'
import { mutate } from './mutants'

const source = `
const selectNotes = (db: Db, userId: string) =>
  db.selectFrom('notes').where('user_id', '=', userId)

// The condition on the rows is in another statement.
const allowed = (row: Row) => /* check: text */ row.open && /* check: size */ row.open ? row : null

const erase = async (userId: string) => {
  await db.deleteFrom('notes').where('user_id', '=', userId).execute()
  await sql\`delete from drafts where user_id = \${userId} and id in (
    select id from drafts where /* check: newest */ user_id = \${userId})\`
}

export const handlers = {
  'GET /v1/notes': async ({ db, user }) => {
    const mine = (table: string) => db.selectFrom(table).where('user_id', '=', user.id)
    return mine('notes')
  },
}
`
const names = (text: string) => mutate('modules/notes/queries.ts', text, 1).mutants.map(({ name }) => name)

it('names a mutant by its innermost declaration, statement, text and marker', () => {
  expect(names(source)).toEqual([
    "notes/queries.ts › selectNotes › selectFrom notes › .where('user_id', '=', userId)",
    'notes/queries.ts › allowed › row.open › text',
    'notes/queries.ts › allowed › row.open › size',
    "notes/queries.ts › erase › deleteFrom notes › .where('user_id', '=', userId)",
    `notes/queries.ts › erase › delete from drafts › user_id = \${userId}`,
    `notes/queries.ts › erase › from drafts › user_id = \${userId} › newest`,
    "notes/queries.ts › GET /v1/notes.mine › selectFrom table › .where('user_id', '=', user.id)",
  ])
})

it.each([
  ['above all others', '\nconst selectNotes'],
  ['between two functions', 'const allowed'],
  ['before an equal check of the same function', '  await db.deleteFrom'],
])('leaves the names of other mutants unchanged when a query is inserted %s', (_, before) => {
  const query = `${before.startsWith(' ') ? '  await ' : 'const added = (userId: string) => '}db.selectFrom('likes').where('user_id', '=', userId)\n`
  const changed = names(source.replace(before, () => query + before))
  expect(changed.filter((name) => !names(source).includes(name))).toEqual([
    `notes/queries.ts › ${before.startsWith(' ') ? 'erase' : 'added'} › selectFrom likes › .where('user_id', '=', userId)`,
  ])
  expect(changed).toEqual(expect.arrayContaining(names(source)))
})
