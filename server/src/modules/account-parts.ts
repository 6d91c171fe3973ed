import type { AccountPart } from './accounts/public'
import { aiPart } from './ai/public'
import { bankPart } from './bank/public'
import { commercePart } from './commerce/public'
import { communityPart } from './community/public'
import { examsPart } from './exams/public'
import { libraryPart } from './library/public'
import { questionsPart } from './questions/public'
import { readingPart } from './reading/public'
import { codePart } from './runcode/public'
import { studentPart } from './students/public'
import { studyPart } from './study/public'
import { supportPart } from './support/public'
import { uploadsPart } from './uploads/public'

const messages: AccountPart = {
  title: '消息',
  exportData: (db, userId) =>
    db
      .selectFrom('messages')
      .select(['kind', 'title', 'body', 'created_at as createdAt', 'read_at as readAt'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
  erase: async (tx, userId) => {
    await tx.deleteFrom('messages').where('user_id', '=', userId).execute()
  },
}

const entitlements: AccountPart = {
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

/** Every module that keeps something about people, with what happens to it when an account is merged, exported, erased. */
export const accountParts: AccountPart[] = [
  studentPart,
  codePart,
  communityPart,
  libraryPart,
  studyPart,
  readingPart,
  commercePart,
  questionsPart,
  examsPart,
  bankPart,
  supportPart,
  aiPart,
  messages,
  entitlements,
  uploadsPart,
]
