import type { Db } from './db/connection'

/**
 * Account data of one module: merge, export and erasure. Listed in modules/account-data.ts, so that accounts imports no other module.
 */
export interface AccountDataHandler {
  /** Section title in an export. */
  title: string
  /** Whether the user has records here; such an account is never closed by a merge. */
  hasRecords?(db: Db, userId: number): Promise<boolean>
  /** Condition that must be met before the account can be cancelled. */
  cancelCheck?(db: Db, userId: number): Promise<{ title: string; ok: boolean; detail: string; link: string }>
  /** All stored data of the user, as plain values. */
  exportData?(db: Db, userId: number): Promise<unknown>
  /** Deletes personal data; rows that must stay, such as orders, are anonymised. May run again. */
  erase?(tx: Db, userId: number, now: number): Promise<void>
}
