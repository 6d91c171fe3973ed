import type { CodeLanguage } from '@dxx/contract/calls/runcode'
import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { history } from './rules'

interface CellKey {
  userId: number
  cell: string
}

interface Draft {
  language: CodeLanguage
  source: string
  updatedAt: number
}

export async function draftOf(db: Db, { userId, cell }: CellKey): Promise<Draft | undefined> {
  const { rows } = await sql<Draft>`
    select language, source, updated_at as "updatedAt" from code_drafts where user_id = ${userId} and cell = ${cell}
  `.execute(db)
  return rows[0]
}

/** Stores a draft. Returns whether the user had no draft of the cell. The row stays locked, which serialises saves. */
export async function putDraft(db: Db, { userId, cell }: CellKey, draft: Draft): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    insert into code_drafts (user_id, cell, language, source, updated_at)
    values (${userId}, ${cell}, ${draft.language}, ${draft.source}, ${draft.updatedAt})
    on conflict (user_id, cell)
    do update set language = excluded.language, source = excluded.source, updated_at = excluded.updated_at
    returning xmax = 0 as "isNew"
  `.execute(db)
  return rows[0]!.isNew
}

/** Deletes the drafts beyond `cellsPerUser`, oldest first. */
export async function pruneDrafts(db: Db, userId: number): Promise<void> {
  await sql`
    delete from code_drafts where user_id = ${userId} and cell in (
      select cell from code_drafts where user_id = ${userId} order by updated_at desc, cell offset ${history.cellsPerUser}
    )
  `.execute(db)
}

export async function newestStep(db: Db, { userId, cell }: CellKey) {
  const { rows } = await sql<{ id: number; language: string; source: string; startedAt: number }>`
    select id, language, source, started_at as "startedAt" from code_history
    where user_id = ${userId} and cell = ${cell} order by id desc limit 1
  `.execute(db)
  return rows[0]
}

export async function extendStep(db: Db, id: number, draft: Draft): Promise<void> {
  await sql`update code_history set source = ${draft.source}, updated_at = ${draft.updatedAt} where id = ${id}`.execute(
    db,
  )
}

export async function appendStep(db: Db, { userId, cell }: CellKey, draft: Draft): Promise<void> {
  await sql`
    insert into code_history (user_id, cell, language, source, started_at, updated_at)
    values (${userId}, ${cell}, ${draft.language}, ${draft.source}, ${draft.updatedAt}, ${draft.updatedAt})
  `.execute(db)
  await sql`
    delete from code_history where id in (
      select id from code_history where /* check: cell */ user_id = ${userId} and cell = ${cell}
      order by id desc offset ${history.perCell}
    ) or id in (
      select id from code_history where /* check: user */ user_id = ${userId} order by id desc offset ${history.perUser}
    )
  `.execute(db)
}

export async function stepsOf(db: Db, { userId, cell }: CellKey): Promise<Draft[]> {
  const { rows } = await sql<Draft>`
    select language, source, updated_at as "updatedAt" from code_history
    where user_id = ${userId} and cell = ${cell} order by id desc limit ${history.perCell}
  `.execute(db)
  return rows
}
