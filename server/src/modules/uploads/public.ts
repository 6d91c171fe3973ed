import type { UploadPurpose } from '@dxx/contract/calls/uploads'
import type { Environment } from '../../context'
import type { Db } from '../../db/connection'
import { markReceived, storedUploads } from './queries'

export { uploadsAccountData } from './account-data'
export { uploadSteps } from './handlers'

/** Stores the received bytes of an upload in quarantine. Returns whether they were still expected. */
export async function receiveUpload({ db, storage }: Environment, key: string, path: string): Promise<boolean> {
  if (!(await markReceived(db, key.slice('q/'.length)))) return false
  await storage.put(key, { path }, 'application/octet-stream')
  return true
}

/**
 * Returns the user's uploads for this purpose in the given order. Unfinished uploads, uploads of other users and
 * uploads for other purposes are omitted. In a transaction the rows stay locked until the transaction ends.
 */
export async function ownUploads(db: Db, userId: number, purpose: UploadPurpose, uids: readonly string[]) {
  const rows = uids.length > 0 ? await storedUploads(db, userId, uids) : []
  return uids.flatMap((uid) => rows.find((row) => row.uid === uid && row.purpose === purpose) ?? [])
}
