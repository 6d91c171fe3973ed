import { createHash, randomUUID } from 'node:crypto'
import type { UploadPurpose } from '@dxx/contract/calls/uploads'
import type { Db } from '../db/connection'
import { grantEntitlement } from '../modules/access/public'
import { type TestApp, testStart } from './app'
import { addCurriculum } from './catalogue'

/** Creates a textbook with a free and a paid chapter, its owner, and a user without entitlements. */
export async function createCommunityFixture(server: TestApp) {
  const book = await addCurriculum(server.db, {
    kind: 'textbook',
    title: '离散数学',
    price: 30,
    chapters: [
      { title: '免费一节', free: true, text: ['公开的段落'] },
      { title: '付费一节', text: ['付费的段落'] },
    ],
  })
  const person = async (nickname: string, owner: boolean, mobile?: null) => {
    const user = await server.createUser({ nickname, ...(mobile === null && { mobile }) })
    if (owner)
      await grantEntitlement(server.db, { userId: user.id, curriculumId: book.id, source: 'test', now: testStart })
    return { ...user, client: await server.as(user) }
  }
  return {
    book,
    person,
    free: { curriculumId: book.uid, chapterId: book.chapter('免费一节').uid },
    paid: { curriculumId: book.uid, chapterId: book.chapter('付费一节').uid },
    owner: await person('有书的人', true),
    friend: await person('也有书的人', true),
    stranger: await person('路过的人', false),
    /** Owns the book and has no mobile number. */
    unbound: await person('没有手机号', true, null),
  }
}

export type CommunityFixture = Awaited<ReturnType<typeof createCommunityFixture>>

/** Adds a completed upload of a user. */
export async function addUpload(
  db: Db,
  userId: number,
  purpose: UploadPurpose = 'image',
  stored = true,
): Promise<string> {
  const key = `p/${createHash('sha256').update(randomUUID()).digest('hex').slice(0, 32)}.webp`
  const media = await db
    .insertInto('media')
    .values({ key, kind: 'image', mime: 'image/webp', bytes: 1, sha256: Buffer.alloc(32), created_at: testStart })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { uid } = await db
    .insertInto('uploads')
    .values({
      user_id: userId,
      purpose,
      name: 'a.png',
      bytes: 1,
      state: stored ? 'stored' : 'pending',
      media_id: stored ? media.id : null,
      created_at: testStart,
      expires_at: testStart + 600,
    })
    .returning('uid')
    .executeTakeFirstOrThrow()
  return uid
}

export function messagesOf(db: Db, userId: number) {
  return db
    .selectFrom('messages')
    .select(['kind', 'title', 'body', 'link'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}
