import type { bank, WrongItem } from '@dxx/contract/calls/bank'
import { sql } from 'kysely'
import { pageOfQuery, pageOfRows } from '../../base/paging'
import { fail } from '../../base/refusal'
import type { Ctx, Handlers } from '../../context'
import type { Db } from '../../db/connection'
import { countRows } from '../../db/count-rows'
import { scoredQuestion } from '../../questions/present'
import { withMediaUrls } from '../media/public'
import { PaperIds, reviewByMemory, rightAnswersToLeave, versionsById } from '../questions/public'
import { siteAnswersOf } from '../statistics/public'
import { inWrongBook, type WrongFilter } from './selection'

const printed = 100

type Wrong = Pick<
  Handlers<typeof bank>,
  | 'GET /v1/wrong_summary'
  | 'GET /v1/wrong_list'
  | 'POST /v1/wrong_tag'
  | 'POST /v1/wrong_review'
  | 'POST /v1/wrong_remove'
  | 'GET /v1/wrong_print'
>

export const wrongBookHandlers: Wrong = {
  'GET /v1/wrong_summary': async ({ db, user, clock }) => {
    const now = clock.now()
    const counted = async <T extends string>(column: ReturnType<typeof sql>) => {
      const { rows } = await sql<{ name: T; count: number }>`
        select ${column} as name, count(*) as count from ${joined} where ${inWrongBook(user.id, {}, now)}
        group by 1 order by 2 desc, 1`.execute(db)
      return rows
    }
    const { rows } = await sql<{ total: number; due: number; mastered: number }>`
      select count(*) as total, count(*) filter (where w.due_at <= ${now}) as due,
        (select count(*) from wrong_questions m where m.user_id = ${user.id} and m.mastered_at is not null) as mastered
      from ${joined} where ${inWrongBook(user.id, {}, now)}`.execute(db)
    const causes = await sql<{ cause: Cause; count: number }>`
      select cause, count(*) as count from ${joined}, unnest(w.causes) as cause
      where ${inWrongBook(user.id, {}, now)} group by 1 order by 2 desc, 1`.execute(db)
    const curricula = await sql<{ id: string; title: string; count: number }>`
      select c.uid as id, c.title, count(*) as count from ${joined} where ${inWrongBook(user.id, {}, now)}
      group by 1, 2 order by 3 desc, 2`.execute(db)
    return {
      ...rows[0]!,
      rightToLeave: rightAnswersToLeave,
      sources: (await counted<WrongItem['source']>(sql`w.source`)).map(({ name, count }) => ({ source: name, count })),
      types: (await counted<NonNullable<WrongFilter['type']>>(sql`q.type`)).map(({ name, count }) => ({
        type: name,
        count,
      })),
      causes: causes.rows,
      curricula: curricula.rows,
    }
  },

  'GET /v1/wrong_list': async (ctx, { due, source, type, cause, curriculum, ...paging }) => {
    const query = wrongRows(ctx, { source, type, cause, curriculum }, due)
    const order = due
      ? { key: sql<number>`w.due_at`, uid: sql<string>`q.uid`, direction: 'asc' as const }
      : { key: sql<number>`w.last_at`, uid: sql<string>`q.uid` }
    const rows = await pageOfQuery(query, order, paging).execute()
    const items = await itemsOf(ctx, rows.slice(0, paging.pageSize))
    return pageOfRows(rows, await countOf(ctx.db, query), paging, (row) => items.get(row.id)!)
  },

  'POST /v1/wrong_tag': async ({ db, user }, { id, causes, note }) => {
    const row = await db
      .updateTable('wrong_questions')
      .set({ causes: [...new Set(causes)], note })
      .where('user_id', '=', user.id)
      .where('question_id', 'in', (eb) => eb.selectFrom('questions').select('id').where('uid', '=', id))
      .where('removed_at', 'is', null)
      .returning(['causes', 'note'])
      .executeTakeFirst()
    if (!row) return fail('question-not-found', { msg: '这道题已经不在错题本里了' })
    return { causes: row.causes as Cause[], note: row.note }
  },

  'POST /v1/wrong_review': async ({ db, user, clock }, { id, knew }) => {
    const question = await db.selectFrom('questions').select('id').where('uid', '=', id).executeTakeFirst()
    const reviewed = question && (await reviewByMemory(db, user.id, question.id, knew, clock.now()))
    return reviewed ?? fail('question-not-found', { msg: '这道题已经不在错题本里了' })
  },

  'POST /v1/wrong_remove': async ({ db, user, clock }, { ids }) => {
    const { numUpdatedRows } = await db
      .updateTable('wrong_questions')
      .set({ removed_at: clock.now() })
      .where('user_id', '=', user.id)
      .where('question_id', 'in', (eb) => eb.selectFrom('questions').select('id').where('uid', 'in', ids))
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    return { removed: Number(numUpdatedRows) }
  },

  'GET /v1/wrong_print': async (ctx, { due, ...filter }) => {
    const query = wrongRows(ctx, filter, due)
    // A submitted chapter test adds many questions at the same time, so these are sorted by their position in the book.
    const ordered = query.orderBy('c.title').orderBy('c.id').orderBy('w.last_at', 'desc').orderBy('q.position')
    const rows = await ordered.orderBy('q.id').limit(printed).execute()
    const items = await itemsOf(ctx, rows)
    return { list: rows.map(({ id }) => items.get(id)!), total: await countOf(ctx.db, query) }
  },
}

type Cause = WrongItem['causes'][number]
type Viewer = Pick<Ctx<'user'>, 'db' | 'user' | 'clock' | 'config'>

const joined = sql`wrong_questions w join questions q on q.id = w.question_id join curricula c on c.id = q.curriculum_id`

function wrongRows({ db, user, clock }: Viewer, filter: WrongFilter, due: boolean) {
  const now = clock.now()
  const query = db
    .selectFrom('wrong_questions as w')
    .innerJoin('questions as q', 'q.id', 'w.question_id')
    .innerJoin('curricula as c', 'c.id', 'q.curriculum_id')
    .innerJoin('question_attempts as a', 'a.id', 'w.attempt_id')
    .leftJoin('question_favourites as f', (join) =>
      join.onRef('f.question_id', '=', 'w.question_id').onRef('f.user_id', '=', 'w.user_id'),
    )
    .select((eb) => [
      'q.uid as id',
      'w.source',
      'w.wrong_count as wrongCount',
      'w.right_streak as rightStreak',
      'w.causes',
      'w.note',
      'w.last_at as lastAt',
      'w.due_at as dueAt',
      'c.uid as curriculumId',
      'c.title as curriculumTitle',
      'a.version_id as versionId',
      'a.seed',
      'a.answer',
      'a.verdict',
      'a.score',
      'a.detail',
      eb('f.user_id', 'is not', null).as('favourite'),
    ])
    .where(inWrongBook(user.id, filter, now))
  return due ? query.where('w.due_at', '<=', now) : query
}

async function countOf(db: Db, query: ReturnType<typeof wrongRows>): Promise<number> {
  return countRows(db.selectFrom(query.as('found')))
}

type Row = Awaited<ReturnType<ReturnType<typeof wrongRows>['execute']>>[number]

/** Returns the items by question uid. */
async function itemsOf({ db, config, clock, user }: Viewer, rows: Row[]): Promise<Map<string, WrongItem>> {
  const now = clock.now()
  const versions = await versionsById(
    db,
    rows.map(({ versionId }) => versionId),
  )
  const link = (html: string) => withMediaUrls(config.secret, html, now, { user: user.uid })
  const site = await siteAnswersOf(db, versions)
  return new Map(
    rows.map((row, i) => {
      const view = { ids: new PaperIds(config.secret, row.seed), link }
      const item = {
        id: row.id,
        source: row.source,
        curriculum: { id: row.curriculumId, title: row.curriculumTitle },
        result: scoredQuestion(versions[i]!, row.answer, row, view, site),
        wrongCount: row.wrongCount,
        rightStreak: row.rightStreak,
        causes: row.causes as Cause[],
        note: row.note,
        lastAt: row.lastAt,
        dueAt: row.dueAt,
        favourite: Boolean(row.favourite),
      }
      return [row.id, item]
    }),
  )
}
