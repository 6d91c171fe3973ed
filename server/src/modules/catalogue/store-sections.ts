import { catalogue, type Subject } from '@dxx/contract/calls/catalogue'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { SharedText } from '../../base/prewritten-body'
import type { Ctx } from '../../context'
import { cached } from '../../db/cache'
import type { Db } from '../../db/connection'
import { type Card, cardOf, cardsById, onSale, withOwned } from './cards'
import { type SectionFilter, sectionCards } from './queries'

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
  return cached(ctx, `classify ${kind}`, () => subjectsOf(ctx.rootDb, kind, ctx.clock.now()))
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
  return cached(ctx, `shelf ${filter.kinds} ${filter.subject} ${filter.most}`, async () => {
    const rows = await sectionCards(ctx.rootDb, filter, ctx.clock.now())
    return rows.map((row) => ({ ...cardOf(row), best: row.best, popular: row.popular, newest: row.newest }))
  })
}

/** Returns a card as guests see it from the cache; undefined if the curriculum does not exist. */
export const sharedCard = (ctx: Shared, id: number): Promise<Card | undefined> =>
  cached(ctx, `card ${id}`, async () => (await cardsById(ctx.rootDb, null, [id])).get(id))

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

/** A section of the home page. Its JSON depends only on which cards the user owns, so each variant is written once. */
export class Shelf {
  private readonly texts = new Map<string, SharedText>()

  constructor(readonly forGuests: StoreSection) {}

  get ids(): number[] {
    return this.forGuests.list.map(({ rowId }) => rowId)
  }

  text(owned: ReadonlySet<number>): SharedText {
    const key = this.ids.filter((id) => owned.has(id)).join()
    let text = this.texts.get(key)
    if (!text) {
      const list = this.forGuests.list.map((card) => ({ ...card, owned: owned.has(card.rowId) }))
      text = new SharedText(JSON.stringify(HomeSection.parse({ ...this.forGuests, list })))
      this.texts.set(key, text)
    }
    return text
  }
}

const HomeSection = catalogue['GET /v1/course_index'].data.shape.shelves.element

export async function homeShelves(ctx: Shared): Promise<Shelf[]> {
  const cards = await placedCards(ctx, { kinds: ['course', 'textbook', 'ebook', 'bank'], subject: null, most: 6 })
  return [
    section(cards, 'course', 'best', 6, '精品课程', '跟着老师，一讲一讲学'),
    section(cards, 'textbook', 'best', 6, '数字教材', '可运行 · 可标注'),
    section(cards, 'ebook', 'popular', 6, '大家都在读', '读得进去的好书'),
    section(cards, 'bank', 'best', 6, '题库', '每题都讲清为什么'),
  ]
    .filter(isFilled)
    .map((one) => new Shelf(one))
}

export async function bookStore(ctx: Ctx, subject: string | null) {
  const cards = await storeCards(ctx, ['ebook', 'textbook'], subject)
  const featured =
    cards.find(({ kind, best }) => kind === 'ebook' && best === 1) ?? cards.find(({ best }) => best === 1) ?? null
  return {
    featured,
    shelves: eachOnce(featured, [
      section(cards, 'textbook', 'best', 6, '数字教材', '可运行 · 可标注'),
      section(cards, 'ebook', 'popular', 6, '大家都在读', ''),
      section(cards, 'ebook', 'newest', 12, '新书上架', ''),
    ]),
  }
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
  }
}

/** Unknown subjects return empty sections and are not cached, because clients can send any id. */
async function storeCards(ctx: Ctx, kinds: CurriculumKind[], subject: string | null): Promise<Placed[]> {
  const known = subject === null || (await Promise.all(kinds.map((kind) => classifyOf(ctx, kind)))).flat()
  if (known !== true && !known.some(({ id }) => id === subject)) return []
  return withOwned(ctx.db, ctx.user, await placedCards(ctx, { kinds, subject, most: 12 }))
}
