import { CurriculumInfo, catalogue } from '@dxx/contract/calls/catalogue'
import type { PageInput } from '@dxx/contract/paging'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { pageOfRows } from '../../base/paging'
import { type SharedBody, sharedBody } from '../../base/prewritten-body'
import { fail } from '../../base/refusal'
import type { Ctx, Handlers } from '../../context'
import { cacheShared } from '../../db/cache'
import { publicUrl, withMediaUrls } from '../media/public'
import { cardOf, withOwned } from './cards'
import { contents } from './contents'
import { codeHandlers } from './printed-codes'
import {
  countCurricula,
  curriculumByUid,
  curriculumInfo,
  curriculumPage,
  type ListFilter,
  relatedBooks,
} from './queries'
import { bookStore, classifyOf, textbookStore } from './store-sections'
import { teacherHandlers } from './teachers'

type Calls = Handlers<typeof catalogue>
type ListInput = Parameters<Calls['GET /v1/course_list']>[1]

const ListPage = catalogue['GET /v1/course_list'].data

/** Returns the first page of a list as guests see it, cached because most users open it; null for other pages. */
async function firstPage(ctx: Ctx, filter: ListFilter, order: PageInput & Pick<ListInput, 'sort'>) {
  const known =
    filter.classify === undefined || (await classifyOf(ctx, filter.kind)).some(({ id }) => id === filter.classify)
  // Unknown subjects and large pages are not cached, because clients can send any value.
  if (!known || order.pageNo !== 1 || order.lastItem !== undefined || order.pageSize > 20) return null
  const { kind, classify = '', price } = filter
  return cacheShared(ctx, `list ${kind} ${classify} ${price} ${order.sort} ${order.pageSize}`, async () => {
    const now = ctx.clock.now()
    const rows = await curriculumPage(ctx.rootDb, null, filter, order, now)
    const page = pageOfRows(rows, await countCurricula(ctx.rootDb, filter, now), order, cardOf)
    return { page, body: sharedBody(ListPage, page) }
  })
}

const list =
  (kind: CurriculumKind) =>
  async (ctx: Ctx, { classify, price, ...input }: ListInput) => {
    const filter = { kind, classify, price }
    const order = input as PageInput & typeof input
    const shared = await firstPage(ctx, filter, order)
    if (shared && !ctx.user) return shared.body
    if (shared) return { ...shared.page, list: await withOwned(ctx.db, ctx.user, shared.page.list) }
    const now = ctx.clock.now()
    const rows = await curriculumPage(ctx.db, ctx.user, filter, order, now)
    return pageOfRows(rows, await countCurricula(ctx.db, filter, now), order, cardOf)
  }

const info =
  (kind: CurriculumKind) =>
  (ctx: Ctx, { id }: { id: string }): Promise<CurriculumInfo | SharedBody> =>
    ctx.user
      ? infoOf(ctx, kind, id)
      : cacheShared(ctx, `info ${kind} ${id}`, async () => sharedBody(CurriculumInfo, await infoOf(ctx, kind, id)))

async function infoOf({ db, user, clock, config }: Ctx, kind: CurriculumKind, id: string): Promise<CurriculumInfo> {
  const now = clock.now()
  const [row = fail('curriculum-not-found')] = await curriculumInfo(db, user?.id ?? null, kind, id, now)
  const teacher = row.teacher_uid && {
    id: row.teacher_uid,
    name: row.teacher_name!,
    title: row.teacher_title!,
    avatar: row.avatar_key === null ? null : publicUrl(row.avatar_key),
  }
  return {
    ...cardOf(row),
    introHtml: withMediaUrls(config.secret, row.intro_html, now),
    teacher: teacher || null,
    wordCount: row.word_count,
    minutes: row.minutes,
    publishedAt: row.published_at,
    saleEndsAt: row.sale_ends_at,
    updatedAt: row.updated_at,
    ratings: row.ratings,
    favourite: row.favourite,
    favouriteCount: row.favourite_count,
    progress: row.progress,
    trialChapterId: row.trial_chapter,
    relatedCount: row.related_count,
    myCommentId: row.my_comment,
  }
}

const classify = (kind: CurriculumKind) => (ctx: Ctx) => classifyOf(ctx, kind)

export const handlers: Omit<
  Calls,
  | 'GET /v130/curriculum_search'
  | 'GET /v130/search_suggest'
  | 'GET /v130/search_hot'
  | 'GET /v1/course_banner'
  | 'GET /v1/course_index'
> = {
  ...teacherHandlers,
  ...codeHandlers,

  'GET /v1/course_ebook': async ({ db, user, clock }, { id }) => {
    const now = clock.now()
    const found = (await curriculumByUid(db, user, id, now)) ?? fail('curriculum-not-found')
    return (await relatedBooks(db, user, found.id, now)).map(cardOf)
  },

  'GET /v1/ebook_index': (ctx, { classify }) => bookStore(ctx, classify ?? null),
  'GET /v1/textbooks_index': (ctx, { classify }) => textbookStore(ctx, classify ?? null),

  'GET /v1/course_classify': classify('course'),
  'GET /v1/course_list': list('course'),
  'GET /v1/course_info': info('course'),
  'GET /v1/course_chapter': contents('course'),
  'GET /v1/ebook_classify': classify('ebook'),
  'GET /v1/ebook_list': list('ebook'),
  'GET /v1/ebook_info': info('ebook'),
  'GET /v1/ebook_chapter': contents('ebook'),
  'GET /v1/textbooks_classify': classify('textbook'),
  'GET /v1/textbooks_list': list('textbook'),
  'GET /v1/textbooks_info': info('textbook'),
  'GET /v1/textbooks_chapter': contents('textbook'),
  'GET /v1/bank_classify': classify('bank'),
  'GET /v1/bank_list': list('bank'),
  'GET /v1/bank_info': info('bank'),
  'GET /v1/bank_chapter': contents('bank'),
}
