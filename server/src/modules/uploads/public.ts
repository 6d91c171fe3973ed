import type { UploadPurpose } from '@dxx/contract/calls/uploads'
import { storageOf } from '../../adapters/storage/storage'
import type { Environment } from '../../context'
import type { Db } from '../../db/connection'
import { markReceived, storedUploads } from './queries'

export { uploadsPart } from './part'

/** The bytes of an upload have arrived in a file of ours. Answers whether they were still waited for. */
export async function receiveUpload({ db, config }: Environment, key: string, path: string): Promise<boolean> {
  if (!(await markReceived(db, key.slice('q/'.length)))) return false
  await storageOf(config).put(key, { path }, 'application/octet-stream')
  return true
}

/**
 * Files that this user has uploaded for this purpose, in the order asked for. One that is not theirs, not finished, or
 * meant for something else is missing from the answer. Within a transaction they stay until it ends.
 */
export async function ownUploads(db: Db, userId: number, purpose: UploadPurpose, uids: readonly string[]) {
  const rows = uids.length > 0 ? await storedUploads(db, userId, uids) : []
  return uids.flatMap((uid) => rows.find((row) => row.uid === uid && row.purpose === purpose) ?? [])
}
