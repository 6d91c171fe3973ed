import { enqueue } from '../../jobs/queue'
import type { AccountPart } from '../accounts/public'
import { endUploadsOf } from './queries'

/** Files that somebody sent. They go with the account: a job removes them from the storage, then their rows. */
export const uploadsPart: AccountPart = {
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
