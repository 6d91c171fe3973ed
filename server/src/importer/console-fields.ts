import { formatDate } from '@dxx/contract/rules/time-from'
import { sql } from 'kysely'
import type { Db } from '../db/connection'

export { markConsoleFields } from '../db/console-fields'

/** `<table> <slug>`, for example `curricula textbook/stacks` or `banners autumn`. */
type Target = string

/** Fields of a target that were set in the console, with the time. */
export async function consoleFields(db: Db, target: Target): Promise<Map<string, number>> {
  const rows = await db.selectFrom('console_fields').select(['field', 'set_at']).where('target', '=', target).execute()
  return new Map(rows.map(({ field, set_at }) => [field, set_at]))
}

/** Marks fields as no longer set by the console, so that the files determine them again. */
export async function releaseConsoleFields(tx: Db, prefix: string): Promise<void> {
  await sql`delete from console_fields where target = ${prefix} or starts_with(target, ${`${prefix}/`})`.execute(tx)
}

/** Line of the report: the field that an import kept, and since when the console has set it. */
export const keptText = (what: string, at: number) => `${what} 保留管理台 ${formatDate(at)} 的改动`
