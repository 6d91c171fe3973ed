import type { NoteKind, notes } from '@dxx/contract/calls/notes'
import { HighlightStyle } from '@dxx/contract/calls/reading'
import { sql } from 'kysely'
import { pageOfQuery, pageOfRows } from '../../base/paging'
import { fail } from '../../base/refusal'
import type { Handlers } from '../../context'
import { countRows } from '../../db/count-rows'
import { review, type Schedule } from '../questions/public'
import { notesAsMarkdown } from './export'
import { dueAt, type NoteRow, noteOf, selectNotes } from './queries'

/** Maximum number of notes in an export. */
const exported = 5000

const kindOrder: readonly NoteKind[] = ['highlight', 'thought', 'note', 'bookmark']

const verdicts = { forgot: 'wrong', unsure: 'partial', knew: 'right' } as const

export const handlers: Handlers<typeof notes> = {
  'GET /v1/my_notes': async ({ db, user, clock }, { keyword, kind, mark, curriculum, ...paging }) => {
    const shown = selectNotes(db, user, { keyword, kind, mark, curriculum }, clock.now())
    const order = { key: sql<number>`n.updated_at`, uid: sql<string>`n.uid` }
    const rows = await pageOfQuery(shown, order, paging).execute()
    return pageOfRows(rows, await countRows(shown), paging, noteOf)
  },

  'GET /v1/my_notes_summary': async ({ db, user, clock }) => {
    const now = clock.now()
    const all = db.selectFrom(selectNotes(db, user, {}, now).as('all'))
    const counted = await all
      .select((eb) => ['all.kind', 'all.mark', eb.fn.countAll<number>().as('count')])
      .groupBy(['all.kind', 'all.mark'])
      .execute()
    const curricula = await all
      .select((eb) => [
        'all.curriculum_uid as id',
        'all.curriculum_title as title',
        eb.fn.countAll<number>().as('count'),
      ])
      .groupBy(['all.curriculum_uid', 'all.curriculum_title'])
      .orderBy(sql`count(*)`, 'desc')
      .orderBy('all.curriculum_title')
      .execute()
    const due = await countRows(selectNotes(db, user, {}, now).where(dueAt, '<=', now))
    const sumOf = (fits: (row: (typeof counted)[number]) => boolean) =>
      counted.filter(fits).reduce((sum, { count }) => sum + count, 0)
    return {
      total: sumOf(() => true),
      due,
      kinds: kindOrder
        .map((kind) => ({ kind, count: sumOf((row) => row.kind === kind) }))
        .filter(({ count }) => count > 0),
      marks: HighlightStyle.options
        .filter((mark) => mark !== 'bookmark')
        .map((mark) => ({ mark, count: sumOf((row) => row.mark === mark) }))
        .filter(({ count }) => count > 0),
      curricula,
    }
  },

  'GET /v1/my_notes_export': async ({ db, user, clock }, filter) => {
    const now = clock.now()
    const rows = await selectNotes(db, user, filter, now)
      .orderBy('c.title')
      .orderBy('c.id')
      .orderBy('ch.position')
      .orderBy('n.created_at')
      .orderBy('n.uid')
      .limit(exported)
      .execute()
    return notesAsMarkdown(rows.map(noteOf), now)
  },

  'GET /v1/note_cards': async ({ db, user, clock }, { count }) => {
    const now = clock.now()
    const due = selectNotes(db, user, {}, now).where(dueAt, '<=', now)
    const rows = await due.orderBy(dueAt).orderBy('n.uid').limit(count).execute()
    return { list: rows.map(noteOf), due: await countRows(due) }
  },

  'POST /v1/note_review': async ({ db, user, clock }, { id, memory }) => {
    const now = clock.now()
    const card = await selectNotes(db, user, {}, now)
      .where('n.uid', '=', id)
      .where('n.kind', '<>', 'bookmark')
      .executeTakeFirst()
    if (!card) return fail('note-not-found')
    const next = review(scheduleOf(card), verdicts[memory], now)
    const target = card.highlight_id === null ? sql.ref('post_id') : sql.ref('highlight_id')
    await sql`
      insert into note_reviews (
        user_id, highlight_id, post_id, due_at, stability, hardness, reviews, lapses, reviewed_at)
      values (${user.id}, ${card.highlight_id}::bigint, ${card.post_id}::bigint, ${next.dueAt}::bigint,
        ${next.stability}, ${next.hardness}, ${next.reviews}, ${next.lapses}, ${now}::bigint)
      on conflict (${target}) where ${target} is not null do update set due_at = excluded.due_at,
        stability = excluded.stability, hardness = excluded.hardness, reviews = excluded.reviews,
        lapses = excluded.lapses, reviewed_at = excluded.reviewed_at`.execute(db)
    return { dueAt: next.dueAt }
  },
}

function scheduleOf(row: NoteRow): Schedule | null {
  if (row.due_at === null || row.stability === null) return null
  return {
    dueAt: row.due_at,
    stability: row.stability,
    hardness: row.hardness!,
    reviews: row.reviews!,
    lapses: row.lapses!,
    reviewedAt: row.reviewed_at,
  }
}
