import type { gradebook } from '@dxx/contract/calls/gradebook'
import { sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { Handlers } from '../../context'
import { readGradebook, shapeColumn, shapeTerms } from './grades'

export const handlers: Handlers<typeof gradebook> = {
  'GET /v1/my_grades': async ({ db, user, clock }, { class: uid, term }) => {
    const { rows } = await sql<{ id: number; name: string }>`
      select c.id, c.name from classes c where c.uid = ${uid}::uuid and exists (
        select from class_students x where x.class_id = c.id and x.user_id = ${user.id})`.execute(db)
    const found = rows[0] ?? fail('class-not-found')
    const book = await readGradebook(db, found.id, clock.now(), { term, userId: user.id })
    return {
      className: found.name,
      ...shapeTerms(book),
      settings: book.settings,
      columns: book.columns.map(shapeColumn),
      grades: book.gradesOf(user.id),
    }
  },
}
