import type { AccountDataHandler } from '../../account-data-handler'
import { enqueue } from '../../jobs/queue'
import { endUploadsOf } from './queries'

/** Uploaded files. Erased with the account: a job removes the files, then their rows. */
export const uploadsAccountData: AccountDataHandler = {
  title: '上传的文件',
  exportData: (db, userId) =>
    db
      .selectFrom('uploads')
      .select(['purpose', 'name', 'bytes', 'created_at as createdAt'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
  erase: async (tx, userId, now) => {
    if ((await endUploadsOf(tx, userId)) > 0) await enqueue(tx, 'clean_uploads', {}, { runAt: now })
  },
}
