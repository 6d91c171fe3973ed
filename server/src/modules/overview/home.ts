import { catalogue } from '@dxx/contract/calls/catalogue'
import { Code } from '@dxx/contract/envelope'
import { dateOf } from '@dxx/contract/rules/time-from'
import { sql } from 'kysely'
import { PrewrittenBody, type SharedBody, SharedText, sharedBody } from '../../base/prewritten-body'
import type { Ctx, User } from '../../context'
import { cached } from '../../db/cache'
import { preparedQuery } from '../../db/prepared'
import { selectWrongDue } from '../bank/public'
import {
  becauseOf,
  type CardRow,
  cardOf,
  homeShelves,
  type LatestProgress,
  type Shelf,
  selectCards,
  selectLatestProgress,
} from '../catalogue/public'
import { allCategories, currentBanners } from '../content/public'
import { type ExamDue, selectExamsDue, unfinished } from '../exams/public'
import { studiedToday } from '../study/public'

const mostResumed = 2
const studentAuth = 'pages/my/auth'

export const sharedBanners = (ctx: Ctx) => cached(ctx, 'banners', () => currentBanners(ctx.rootDb, ctx.clock.now()))

const Home = catalogue['GET /v1/course_index'].data
const Personal = Home.pick({ resumes: true, today: true, exam: true, reviewDue: true, because: true })
const Rest = Home.pick({ banners: true, categories: true })

/** Cached text of the home page that is the same for all users. */
interface SharedHome {
  shelves: Shelf[]
  /** End of the response after the shelves. For verified students without the banner that asks them to verify. */
  rest: Record<'all' | 'verified', SharedText>
  guest: SharedBody
}

const sharedHome = (ctx: Ctx) =>
  cached(ctx, 'home', async (): Promise<SharedHome> => {
    const [banners, categories, shelves] = await Promise.all([
      sharedBanners(ctx),
      allCategories(ctx.rootDb),
      homeShelves(ctx),
    ])
    const rest = (list: typeof banners) =>
      new SharedText(`],${JSON.stringify(Rest.parse({ banners: list, categories })).slice(1)}}`)
    const guest = {
      banners,
      categories,
      resumes: [],
      today: null,
      exam: null,
      reviewDue: 0,
      because: null,
      shelves: shelves.map((one) => one.forGuests),
    }
    return {
      shelves,
      rest: { all: rest(banners), verified: rest(banners.filter(({ link }) => !link.startsWith(studentAuth))) },
      guest: sharedBody(Home, guest),
    }
  })

/** Returns the whole home page in one response: one round trip and no layout shift. */
export async function home(ctx: Ctx): Promise<PrewrittenBody> {
  const { user } = ctx
  const shared = await sharedHome(ctx)
  if (!user) return shared.guest
  const { owned, ...own } = await ownPart(ctx, user)
  const head = JSON.stringify({ code: Code.ok, msg: '', data: Personal.parse(own) })
  return new PrewrittenBody(
    `${head.slice(0, -2)},"shelves":[`,
    ...shared.shelves.flatMap((shelf, i) => (i === 0 ? [shelf.text(owned)] : [comma, shelf.text(owned)])),
    shared.rest[user.studentStatus === 'passed' ? 'verified' : 'all'],
  )
}

const comma = new SharedText(',')

/** Reads all user data of the home page in one statement. */
const readOwn = preparedQuery((db, userId: number, today: string, now: number) => {
  const latest = selectLatestProgress(userId, null, { most: mostResumed, now })
  return db.selectNoFrom([
    sql<number[]>`(select coalesce(jsonb_agg(curriculum_id), '[]') from entitlements
      where user_id = ${userId} and revoked_at is null)`.as('owned'),
    sql<Resumed[]>`(select coalesce(jsonb_agg(jsonb_build_object('progress', to_jsonb(l), 'card', to_jsonb(k))
        order by l."updatedAt" desc, l."curriculumId"), '[]')
      from (${latest}) as l join ${selectCards(db, { id: userId }).as('k')} on k."rowId" = l."curriculumId")`.as(
      'resumed',
    ),
    studiedToday(userId, today).as('today'),
    selectWrongDue(userId, now).as('reviewDue'),
    sql<ExamDue[]>`(select coalesce(jsonb_agg(to_jsonb(x)), '[]') from ${selectExamsDue(db, userId, now).as('x')})`.as(
      'exams',
    ),
  ])
})

interface Resumed {
  progress: LatestProgress
  card: CardRow
}

async function ownPart(ctx: Ctx, user: User) {
  const now = ctx.clock.now()
  const [own] = await readOwn(ctx.db, user.id, dateOf(now), now)
  const { resumed, today, exams, reviewDue } = own!
  const owned = new Set(own!.owned)
  const resumes = resumed.map(({ card, progress }) => ({ curriculum: cardOf(card), progress }))
  // Only verified students can take exams.
  const [exam = null] = user.studentStatus === 'passed' ? unfinished(exams, user, now) : []
  const [latest] = resumed
  const because = latest ? await becauseOf(ctx, { id: latest.card.rowId, title: latest.card.title }, owned) : null
  return { owned, resumes, today, exam, reviewDue, because }
}
