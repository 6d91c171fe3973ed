import { QuestionType } from '@dxx/contract/questions'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('the database accepts exactly the question types of the registry', async () => {
  const { rows } = await sql<{ rule: string }>`
    select pg_get_constraintdef(oid) as rule from pg_constraint
    where conrelid = 'questions'::regclass and conname = 'questions_type_check'`.execute(database.db)
  const accepted = [...rows[0]!.rule.matchAll(/'(\w+)'::text/g)].map(([, type]) => type)
  expect(accepted.sort()).toEqual([...QuestionType.options].sort())
})
