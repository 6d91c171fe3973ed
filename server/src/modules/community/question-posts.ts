import type { community } from '@dxx/contract/calls/community'
import { sql } from 'kysely'
import { pageOfQuery, pageOfRows } from '../../base/paging'
import { fail } from '../../base/refusal'
import type { Ctx, Handlers } from '../../context'
import type { Db } from '../../db/connection'
import { countRows } from '../../db/count-rows'
import { lockName } from '../../db/lock'
import { inTransaction } from '../../db/transaction'
import { countAgainst } from '../../http/limits'
import { questionPlainText } from '../../text/question-text'
import { mayStudy } from '../bank/public'
import { discussOf, newestFirst, postById, readable, selectPosts, writing } from './posts'
import { rejectSensitiveWords } from './sensitive-words'

type Calls =
  | 'GET /v131/question_discuss'
  | 'POST /v131/push_question_discuss'
  | 'GET /v131/question_note'
  | 'POST /v131/question_note'

/**
 * Returns a question that the user may study, with the chapter its posts belong to: the question's own, or else the
 * first one of its bank. A question of an open exam is reported as not purchased, like everywhere outside the exam.
 */
async function studied({ db, user, clock }: Ctx<'user' | 'mobile' | 'purchase'>, uid: string) {
  const found = await db
    .selectFrom('questions as q')
    .select(['q.id', 'q.curriculum_id', mayStudy(user.id, clock.now()).as('open')])
    .select(
      sql<number | null>`coalesce(q.chapter_id, (
        select ch.id from chapters ch where ch.curriculum_id = q.curriculum_id and ch.removed_at is null
        order by ch.position limit 1))`.as('chapter_id'),
    )
    .where('q.uid', '=', uid)
    .executeTakeFirst()
  if (!found || found.chapter_id === null) return fail('question-not-found')
  if (!found.open) fail('not-purchased')
  return { id: found.id, curriculum_id: found.curriculum_id, chapter_id: found.chapter_id }
}

const ownNote = (db: Db, userId: number, questionId: number) =>
  db
    .selectFrom('posts')
    .select(['id', 'text', sql<number>`coalesce(edited_at, created_at)`.as('updatedAt')])
    .where('user_id', '=', userId)
    .where('kind', '=', 'note')
    .where('question_id', '=', questionId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

const noNote = { text: '', updatedAt: null }

/** Discussions and private notes of a question. */
export const questionPostHandlers: Pick<Handlers<typeof community>, Calls> = {
  'GET /v131/question_discuss': async (ctx, { question, ...paging }) => {
    const { id } = await studied(ctx, question)
    const shown = selectPosts(ctx.db, ctx.user)
      .where('p.kind', '=', 'discuss')
      .where('p.question_id', '=', id)
      .where(readable(ctx.user))
    const rows = await pageOfQuery(shown, newestFirst, paging).execute()
    return pageOfRows(rows, await countRows(shown), paging, (row) => discussOf(row))
  },

  'POST /v131/push_question_discuss': async (ctx, { question, text }) => {
    const { db, user, clock } = ctx
    const now = clock.now()
    const { id, ...place } = await studied(ctx, question)
    await rejectSensitiveWords(ctx, text)
    await countAgainst(db, writing, String(user.id), now)
    const post = await db
      .insertInto('posts')
      .values({ kind: 'discuss', user_id: user.id, ...place, question_id: id, text, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    return discussOf(await postById(db, user, post.id))
  },

  'GET /v131/question_note': async (ctx, { question }) => {
    const { id } = await studied(ctx, question)
    const note = await ownNote(ctx.db, ctx.user.id, id)
    return note ? { text: note.text, updatedAt: note.updatedAt } : noNote
  },

  'POST /v131/question_note': async (ctx, { question, text }) => {
    const { id, ...place } = await studied(ctx, question)
    const { db, user, clock } = ctx
    const now = clock.now()
    return inTransaction(db, async (tx) => {
      // Two devices that save at once must not write two notes.
      await lockName(tx, `question-note ${user.id} ${id}`)
      const before = await ownNote(tx, user.id, id)
      if (text === '') {
        if (before) await tx.deleteFrom('posts').where('id', '=', before.id).execute()
        return noNote
      }
      await countAgainst(tx, writing, String(user.id), now)
      if (before) await tx.updateTable('posts').set({ text, edited_at: now }).where('id', '=', before.id).execute()
      else
        await tx
          .insertInto('posts')
          .values({
            kind: 'note',
            public: false,
            user_id: user.id,
            ...place,
            question_id: id,
            text,
            quote: await stemOf(tx, id),
            created_at: now,
          })
          .execute()
      return { text, updatedAt: now }
    })
  },
}

const longestQuote = 200

/** Beginning of the question's text, by which the list of notes names the question. */
async function stemOf(db: Db, questionId: number): Promise<string> {
  const { stem } = await db
    .selectFrom('questions as q')
    .innerJoin('question_versions as v', 'v.id', 'q.version_id')
    .select(sql<string>`coalesce(v.body ->> 'stem', '')`.as('stem'))
    .where('q.id', '=', questionId)
    .executeTakeFirstOrThrow()
  const plain = questionPlainText(stem)
  return plain.length > longestQuote ? `${plain.slice(0, longestQuote)}…` : plain
}
