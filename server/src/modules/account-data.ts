import type { AccountDataHandler } from '../account-data-handler'
import { aiAccountData } from './ai/public'
import { assignmentsAccountData } from './assignments/public'
import { bankAccountData } from './bank/public'
import { classesAccountData } from './classes/public'
import { commerceAccountData } from './commerce/public'
import { communityAccountData } from './community/public'
import { examsAccountData } from './exams/public'
import { gradebookAccountData } from './gradebook/public'
import { libraryAccountData } from './library/public'
import { notesAccountData } from './notes/public'
import { questionsAccountData } from './questions/public'
import { readingAccountData } from './reading/public'
import { codeAccountData } from './runcode/public'
import { studentAccountData } from './students/public'
import { studyAccountData } from './study/public'
import { supportAccountData } from './support/public'
import { uploadsAccountData } from './uploads/public'

const messages: AccountDataHandler = {
  title: '消息',
  exportData: async (db, userId) => ({
    settings: await db
      .selectFrom('notification_settings')
      .select(['social', 'remind_minute as remindMinute', 'reminded_at as remindedAt'])
      .where('user_id', '=', userId)
      .executeTakeFirst(),
    list: await db
      .selectFrom('messages')
      .select(['kind', 'title', 'body', 'created_at as createdAt', 'read_at as readAt'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
  }),
  erase: async (tx, userId) => {
    await tx.deleteFrom('notification_settings').where('user_id', '=', userId).execute()
    await tx.deleteFrom('messages').where('user_id', '=', userId).execute()
  },
}

/**
 * Defined here instead of in the module of campus accounts, which imports the accounts module. Erased with the login
 * methods.
 */
const campus: AccountDataHandler = {
  title: '校园账号',
  exportData: (db, userId) =>
    db
      .selectFrom('campus_identities as i')
      .innerJoin('schools as s', 's.id', 'i.school_id')
      .select(['s.name as school', 'i.student_no as studentNo', 'i.name', 'i.created_at as createdAt'])
      .select('i.last_login_at as lastLoginAt')
      .where('i.user_id', '=', userId)
      .orderBy('i.id')
      .execute(),
}

const entitlements: AccountDataHandler = {
  title: '可学习的内容',
  hasRecords: async (db, userId) =>
    (await db.selectFrom('entitlements').select('id').where('user_id', '=', userId).executeTakeFirst()) !== undefined,
  exportData: (db, userId) =>
    db
      .selectFrom('entitlements as e')
      .innerJoin('curricula as c', 'c.id', 'e.curriculum_id')
      .select(['c.kind', 'c.title', 'e.source', 'e.created_at as createdAt', 'e.revoked_at as revokedAt'])
      .where('e.user_id', '=', userId)
      .orderBy('e.id')
      .execute(),
}

const staff: AccountDataHandler = {
  title: '工作权限',
  hasRecords: async (db, userId) =>
    (await db.selectFrom('staff_grants').select('id').where('user_id', '=', userId).executeTakeFirst()) !== undefined,
  cancelCheck: async (db, userId) => {
    const granted = await db
      .selectFrom('staff_grants')
      .select('id')
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    return granted && { title: '工作权限', ok: false, detail: '你有工作权限，请先请所有者收回', link: '' }
  },
  exportData: (db, userId) =>
    db
      .selectFrom('staff_grants')
      .select([
        'role',
        'scope_kind as scope',
        'created_at as createdAt',
        'ends_at as endsAt',
        'revoked_at as revokedAt',
      ])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
  erase: async (tx, userId, now) => {
    await tx
      .updateTable('staff_grants')
      .set({ revoked_at: now })
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .execute()
    for (const table of ['console_sessions', 'staff_accounts', 'content_editors', 'content_uploads'] as const)
      await tx.deleteFrom(table).where('user_id', '=', userId).execute()
  },
}

const work: AccountDataHandler = {
  title: '等待处理的事项',
  exportData: (db, userId) =>
    db
      .selectFrom('work_items')
      .select(['kind', 'title', 'opened_at as openedAt', 'closed_at as closedAt'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
  erase: async (tx, userId, now) => {
    await tx
      .updateTable('work_items')
      .set((eb) => ({ closed_at: now, title: '', version: eb('version', '+', 1) }))
      /* check: open-items */
      .where('user_id', '=', userId)
      .where('closed_at', 'is', null)
      .execute()
    await tx
      .updateTable('work_items')
      .set({ title: '' })
      /* check: all-items */
      .where('user_id', '=', userId)
      .execute()
  },
}

/** Account data handlers of all modules that store user data: merge, export and erasure. */
export const accountDataHandlers: AccountDataHandler[] = [
  studentAccountData,
  classesAccountData,
  assignmentsAccountData,
  gradebookAccountData,
  codeAccountData,
  communityAccountData,
  libraryAccountData,
  studyAccountData,
  readingAccountData,
  notesAccountData,
  commerceAccountData,
  questionsAccountData,
  examsAccountData,
  bankAccountData,
  supportAccountData,
  aiAccountData,
  messages,
  campus,
  entitlements,
  uploadsAccountData,
  staff,
  work,
]
