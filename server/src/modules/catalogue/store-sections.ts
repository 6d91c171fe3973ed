import { catalogue, type Subject } from '@dxx/contract/calls/catalogue'
import { parseAmount } from '@dxx/contract/rules/amount'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { SharedText } from '../../base/prewritten-body'
import type { Ctx } from '../../context'
import { cacheShared } from '../../db/cache'
import type { Db } from '../../db/connection'
import { type Card, cardOf, cardsById, onSale, withOwned } from './cards'
import { alikeCards, collectionCards, type SectionFilter, sectionCards, upcomingCards } from './queries'

type Shared = Pick<Ctx, 'rootDb' | 'clock'>
type Order = 'best' | 'popular' | 'newest'
type Placed = Card & Record<Order, number>

interface StoreSection {
  kind: CurriculumKind
  title: string
  note: string
  list: Card[]
}

export function classifyOf(ctx: Shared, kind: CurriculumKind): Promise<(Subject & { count: number })[]> {
  return cacheShared(ctx, `classify ${kind}`, () => subjectsOf(ctx.rootDb, kind, ctx.clock.now()))
}

function subjectsOf(db: Db, kind: CurriculumKind, now: number) {
  return db
    .selectFrom('subjects as s')
    .innerJoin('curricula as c', 'c.subject_id', 's.id')
    .select(['s.uid as id', 's.name', 's.colour'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('c.kind', '=', kind)
    .where(onSale(now))
    .groupBy('s.id')
    .orderBy('s.position')
    .execute()
}

function placedCards(ctx: Shared, filter: SectionFilter): Promise<Placed[]> {
  return cacheShared(ctx, `shelf ${filter.kinds} ${filter.subject} ${filter.most}`, async () => {
    const rows = await sectionCards(ctx.rootDb, filter, ctx.clock.now())
    return rows.map((row) => ({ ...cardOf(row), best: row.best, popular: row.popular, newest: row.newest }))
  })
}

/** Returns a card as guests see it from the cache; undefined if the curriculum does not exist. */
export const sharedCard = (ctx: Shared, id: number): Promise<Card | undefined> =>
  cacheShared(ctx, `card ${id}`, async () => (await cardsById(ctx.rootDb, null, [id])).get(id))

/** Returns the first `most` cards of a kind in one order. */
function section(
  cards: Placed[],
  kind: CurriculumKind,
  order: Order,
  most: number,
  title: string,
  note: string,
): StoreSection {
  const list = cards.filter((card) => card.kind === kind && card[order] <= most).sort((a, b) => a[order] - b[order])
  return { kind, title, note, list }
}

const isFilled = ({ list }: StoreSection) => list.length > 0

/** Removes items already shown above from each section, so that no item appears twice on a screen. */
function eachOnce(featured: Card | null, shelves: StoreSection[]): StoreSection[] {
  const shown = new Set([featured?.id])
  return shelves
    .map((one) => {
      const list = one.list.filter(({ id }) => !shown.has(id))
      for (const { id } of list) shown.add(id)
      return { ...one, list }
    })
    .filter(isFilled)
}

/** Number of cards that a section of the home page shows. */
const mostShown = 6

/** A section of the home page. Its JSON depends only on which cards the user owns, so each variant is written once. */
export class SharedSection {
  private readonly texts = new Map<string, SharedText>()

  /** `all` has more cards than are shown, so that further cards can replace those that the user owns. */
  constructor(private readonly all: StoreSection) {}

  get forGuests(): StoreSection {
    return { ...this.all, list: this.all.list.slice(0, mostShown) }
  }

  text(owned: ReadonlySet<number>): SharedText {
    const key = this.all.list.flatMap(({ rowId }) => (owned.has(rowId) ? rowId : [])).join()
    let text = this.texts.get(key)
    if (!text) {
      text = new SharedText(JSON.stringify(HomeSection.parse({ ...this.all, list: this.recommended(owned) })))
      this.texts.set(key, text)
    }
    return text
  }

  /** Whether the section has a card that the user does not own. */
  hasNew(owned: ReadonlySet<number>): boolean {
    return this.all.list.some(({ rowId }) => !owned.has(rowId))
  }

  /** Cards that the user does not own; the owned ones if there are no others, for users who own the whole stock. */
  private recommended(owned: ReadonlySet<number>): Card[] {
    const others = this.all.list.filter(({ rowId }) => !owned.has(rowId)).slice(0, mostShown)
    return others.length > 0 ? others : this.forGuests.list.map((card) => ({ ...card, owned: true }))
  }
}

const HomeSection = catalogue['GET /v1/course_index'].data.shape.shelves.element

export async function listHomeSections(ctx: Shared): Promise<SharedSection[]> {
  const cards = await placedCards(ctx, { kinds: ['course', 'textbook', 'ebook', 'bank'], subject: null, most: 12 })
  return [
    ...(await collections(ctx)),
    section(cards, 'course', 'best', 12, '精品课程', '跟着老师，一讲一讲学'),
    section(cards, 'textbook', 'best', 12, '数字教材', '可运行 · 可标注'),
    section(cards, 'ebook', 'popular', 12, '大家都在读', '读得进去的好书'),
    section(cards, 'bank', 'best', 12, '题库', '每题都讲清为什么'),
  ]
    .filter(isFilled)
    .map((one) => new SharedSection(one))
}

/** Sections that staff composed, without items that are not on sale. */
function collections(ctx: Shared): Promise<StoreSection[]> {
  return cacheShared(ctx, 'collections', async () => {
    const rows = await collectionCards(ctx.rootDb, ctx.clock.now())
    const sections = new Map<string, StoreSection>()
    for (const row of rows) {
      const { collection: uid, section: title, note } = row
      const one = sections.get(uid) ?? { kind: row.kind, title, note, list: [] }
      one.list.push(cardOf(row))
      sections.set(uid, one)
    }
    return [...sections.values()]
  })
}

const mostAlikeShown = 3

/** Returns items related to a curriculum that the user studies, without owned ones; null if there are none. */
export async function becauseOf(
  ctx: Shared,
  { id, title }: { id: number; title: string },
  owned: ReadonlySet<number>,
): Promise<Omit<StoreSection, 'kind'> | null> {
  const cards = await cacheShared(ctx, `alike ${id}`, async () =>
    (await alikeCards(ctx.rootDb, id, ctx.clock.now())).map(cardOf),
  )
  const list = cards.filter(({ rowId }) => !owned.has(rowId)).slice(0, mostAlikeShown)
  return list.length > 0 ? { title: `因为你在学《${title}》`, note: '', list } : null
}

/** Minimum number of books for a shelf of the newest ones; fewer would only repeat the other shelves. */
const enoughForNewest = 5
/** Number of books of a subject below which its page also shows courses, and books of other subjects. */
const enoughForSubject = 6
const mostBeside = 6

export async function bookStore(ctx: Ctx, subject: string | null) {
  const kinds: CurriculumKind[] = ['ebook', 'textbook']
  const books = await sharedStoreCards(ctx, kinds, subject)
  const beside = await besideSubject(ctx, kinds, subject, books)
  const all = await withOwned(ctx.db, ctx.user, [...books, ...beside])
  const cards = all.slice(0, books.length)
  const rest = ownedLast(all.slice(books.length))
  const featured =
    cards.find(({ kind, best }) => kind === 'ebook' && best === 1) ?? cards.find(({ best }) => best === 1) ?? null
  const newest = cards.filter(({ kind }) => kind === 'ebook').length >= enoughForNewest ? 3 : 0
  return {
    featured,
    shelves: eachOnce(featured, [
      section(cards, 'textbook', 'best', 6, '数字教材', '可运行 · 可标注'),
      section(cards, 'ebook', 'newest', newest, '新书上架', ''),
      section(cards, 'ebook', 'popular', 6, '大家都在读', ''),
      section(cards, 'ebook', 'newest', 12, '更多电子书', ''),
      { kind: 'course', title: '同学科课程', note: '', list: rest.filter(({ kind }) => kind === 'course') },
      { kind: 'ebook', title: '其他学科也在读', note: '', list: rest.filter(({ kind }) => kind === 'ebook') },
    ] satisfies StoreSection[]).map((one) => ({ ...one, list: ownedLast(one.list) })),
    ...(await aroundShelves(ctx, kinds, subject, cards)),
  }
}

const ownedLast = <C extends Card>(cards: readonly C[]): C[] =>
  cards.toSorted((a, b) => Number(a.owned) - Number(b.owned))

/** Courses of a subject, and popular books of other subjects, for the page of a subject with few books. */
async function besideSubject(ctx: Ctx, kinds: CurriculumKind[], subject: string | null, books: Placed[]) {
  if (subject === null || books.length === 0 || books.length >= enoughForSubject) return []
  const courses = await sharedStoreCards(ctx, ['course'], subject)
  const others = (await sharedStoreCards(ctx, kinds, null)).filter(
    (card) => card.kind === 'ebook' && card.subject?.id !== subject,
  )
  const popular = others.toSorted((a, b) => a.popular - b.popular)
  return [...courses.slice(0, mostBeside), ...popular.slice(0, mostBeside)]
}

/** Ranking, free items and announced titles of a store. */
async function aroundShelves(ctx: Ctx, kinds: CurriculumKind[], subject: string | null, cards: Placed[]) {
  const byLearners = cards.toSorted((a, b) => b.learners - a.learners || a.popular - b.popular)
  return {
    ranking: byLearners.slice(0, 10),
    free: byLearners.filter(({ amount }) => parseAmount(amount).pay === 0).slice(0, 6),
    upcoming: await upcomingOf(ctx, kinds, subject),
  }
}

const mostUpcoming = 6

async function upcomingOf(ctx: Ctx, kinds: CurriculumKind[], subject: string | null): Promise<Card[]> {
  // Cached once for all subjects, because clients can send any id.
  const all = await cacheShared(ctx, `upcoming ${kinds}`, async () =>
    (await upcomingCards(ctx.rootDb, kinds, ctx.clock.now())).map(cardOf),
  )
  return all.filter((card) => subject === null || card.subject?.id === subject).slice(0, mostUpcoming)
}

export async function textbookStore(ctx: Ctx, subject: string | null) {
  const cards = await storeCards(ctx, ['textbook'], subject)
  const featured = cards.find(({ best }) => best === 1) ?? null
  return {
    featured,
    shelves: eachOnce(featured, [
      section(cards, 'textbook', 'popular', 6, '热门教材', '可运行 · 可标注'),
      section(cards, 'textbook', 'newest', 12, '最新上架', ''),
    ]),
    ...(await aroundShelves(ctx, ['textbook'], subject, cards)),
  }
}

async function storeCards(ctx: Ctx, kinds: CurriculumKind[], subject: string | null): Promise<Placed[]> {
  return withOwned(ctx.db, ctx.user, await sharedStoreCards(ctx, kinds, subject))
}

/** Unknown subjects return empty sections and are not cached, because clients can send any id. */
async function sharedStoreCards(ctx: Ctx, kinds: CurriculumKind[], subject: string | null): Promise<Placed[]> {
  const known = subject === null || (await Promise.all(kinds.map((kind) => classifyOf(ctx, kind)))).flat()
  if (known !== true && !known.some(({ id }) => id === subject)) return []
  return placedCards(ctx, { kinds, subject, most: 12 })
}
