import type { Db } from './db/connection'

/**
 * How one module checks, exports and erases a user's data. modules/account-data.ts lists the handlers of all modules,
 * so that the accounts module imports no other module.
 */
export interface AccountDataHandler {
  /** Section title in an export. */
  title: string
  /** Whether the user has records in this module. A merge never closes an account with records. */
  hasRecords?(db: Db, userId: number): Promise<boolean>
  /** Moves data that does not count as records to the remaining account, before the closing account is erased. */
  merge?(tx: Db, closingId: number, keptId: number): Promise<void>
  /** Condition that must be met before the account can be cancelled; undefined if it does not concern the user. */
  cancelCheck?(
    db: Db,
    userId: number,
  ): Promise<{ title: string; ok: boolean; detail: string; link: string } | undefined>
  /** All stored data of the user, as plain values. */
  exportData?(db: Db, userId: number): Promise<unknown>
  /** Deletes personal data and anonymises rows that must stay, such as orders. Must allow repeated runs. */
  erase?(tx: Db, userId: number, now: number): Promise<void>
}
