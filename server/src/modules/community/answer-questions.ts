import type { decisions } from '@dxx/contract/calls/staff/decisions'
import type { WorkDetail } from '@dxx/contract/calls/staff/work'
import { sql } from 'kysely'
import type { Handlers } from '../../context'
import type { Db } from '../../db/connection'
import { notify } from '../messages/public'
import { closeWork, holdItem, workTarget } from '../work/public'
import { postForLink } from './posts'
import { linkOf, shorten } from './reactions'

type Calls = 'POST /staff/v1/question_answer' | 'POST /staff/v1/question_dismiss'

/** Answers of teachers to questions of their students. The answer is a reply that all readers of the discussion see. */
export const questionStaffHandlers: Pick<Handlers<typeof decisions>, Calls> = {
  'POST /staff/v1/question_answer': async (ctx, { text, ...item }) => {
    const { db, user, clock } = ctx
    const now = clock.now()
    const row = await holdItem(ctx, item, 'question')
    const { rows } = await sql<{ id: number }>`
      insert into posts (kind, user_id, curriculum_id, chapter_id, parent_id, text, created_at)
      select 'reply', ${user.id}, curriculum_id, chapter_id, id, ${text}, ${now}::bigint from posts where id = ${row.subject_id}
      returning id`.execute(db)
    await db.updateTable('posts').set({ accepted_id: rows[0]!.id }).where('id', '=', row.subject_id).execute()
    await closeWork(db, 'question', row.subject_id, now)
    const link = linkOf(await postForLink(db, row.subject_id))
    const notice = {
      userId: row.user_id,
      kind: 'study' as const,
      title: '老师回答了你的提问',
      body: shorten(text),
      link,
    }
    await notify(db, notice, now)
    ctx.audit({ target: workTarget(row), after: { answered: true } })
    return {}
  },

  'POST /staff/v1/question_dismiss': async (ctx, item) => {
    const row = await holdItem(ctx, item, 'question')
    await closeWork(ctx.db, 'question', row.subject_id, ctx.clock.now())
    ctx.audit({ target: workTarget(row), after: { answered: false } })
    return {}
  },
}

interface Row {
  text: string
  quote: string
  curriculum: string
  chapter: string | null
  created_at: number
}

/** The question of a work item with its quote and the replies so far. */
export async function questionDetail(db: Db, id: number): Promise<Extract<WorkDetail, { kind: 'question' }> | null> {
  const { rows } = await sql<Row>`
    select p.text, p.quote, c.title as curriculum, ch.title as chapter, p.created_at
    from posts p join curricula c on c.id = p.curriculum_id left join chapters ch on ch.id = p.chapter_id
    where p.id = ${id}`.execute(db)
  const row = rows[0]
  if (!row) return null
  const { rows: replies } = await sql<{ author: string; text: string; createdAt: number }>`
    select u.nickname as author, r.text, r.created_at as "createdAt" from posts r join users u on u.id = r.user_id
    where r.parent_id = ${id} and r.kind = 'reply' and r.public order by r.id limit 50`.execute(db)
  const place = `《${row.curriculum}》${row.chapter ? ` · ${row.chapter}` : ''}`
  return { kind: 'question', text: row.text, quote: row.quote, place, askedAt: row.created_at, replies }
}
