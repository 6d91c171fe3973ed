import type { Db } from '../../db/connection'

/**
 * What another module has to say about an account: it is listed in modules/account-parts.ts, since accounts must not
 * know who keeps what about people.
 */
export interface AccountPart {
  /** The name of its section in an export. */
  title: string
  /** Whether there is anything that its owner would miss; such an account is never closed by a merge. */
  hasRecords?(db: Db, userId: number): Promise<boolean>
  /** What must be settled before the account can be cancelled. */
  cancelCheck?(db: Db, userId: number): Promise<{ title: string; ok: boolean; detail: string; link: string }>
  /** Everything kept about the person, as plain values. */
  exportData?(db: Db, userId: number): Promise<unknown>
  /** Deletes what is personal; what must be kept, such as orders, loses what tells the person. May run again. */
  erase?(tx: Db, userId: number, now: number): Promise<void>
}
