import { sql } from 'kysely'
import type { AccountDataHandler } from '../../account-data-handler'

/** Code that a user wrote. It is exported and erased with the account. */
export const codeAccountData: AccountDataHandler = {
  title: '写过的代码',
  exportData: async (db, userId) => {
    const { rows } = await sql`
      select cell, language, source, updated_at as "updatedAt" from code_drafts where user_id = ${userId} order by cell
    `.execute(db)
    return rows
  },
  erase: async (tx, userId) => {
    await sql`delete from code_drafts where user_id = ${userId}`.execute(tx)
    await sql`delete from code_history where user_id = ${userId}`.execute(tx)
  },
}
