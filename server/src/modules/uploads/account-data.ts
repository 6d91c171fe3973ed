import type { AccountDataHandler } from '../../account-data-handler'
import type { Db } from '../../db/connection'
import { enqueue } from '../../jobs/queue'

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

async function endUploadsOf(tx: Db, userId: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('uploads')
    .set({ state: 'ended', name: '', error: null })
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
