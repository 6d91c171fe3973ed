import { catalogue } from '@dxx/contract/calls/catalogue'
import { ResponseCode } from '@dxx/contract/envelope'
import { examStatus } from '@dxx/contract/rules/exam-status'
import { PrewrittenBody, type SharedBody, SharedText, sharedBody } from '../../base/prewritten-body'
import type { Ctx } from '../../context'
import { cacheShared } from '../../db/cache'
import { becauseOf, listHomeSections, type SharedSection, sharedCard } from '../catalogue/public'
import { allCategories, currentBanners } from '../content/public'
import type { NextExam } from '../exams/public'
import { readUserRows, type UserRows } from './user-rows'

const studentAuth = 'pages/my/auth'

export const sharedBanners = (ctx: Ctx) =>
  cacheShared(ctx, 'banners', () => currentBanners(ctx.rootDb, ctx.clock.now()))

const Home = catalogue['GET /v1/course_index'].data
const Personal = Home.pick({ resumes: true, today: true, exam: true, assignment: true, reviewDue: true, because: true })
const Rest = Home.pick({ banners: true, categories: true })

/** Cached text of the home page that is the same for all users. */
interface SharedHome {
  shelves: SharedSection[]
  /** End of the response after the shelves; `verified` lacks the banner that asks students to verify. */
  rest: Record<'all' | 'verified', SharedText>
  guest: SharedBody
}

const sharedHome = (ctx: Ctx) =>
  cacheShared(ctx, 'home', async (): Promise<SharedHome> => {
    const [banners, categories, shelves] = await Promise.all([
      sharedBanners(ctx),
      allCategories(ctx.rootDb),
      listHomeSections(ctx),
    ])
    const rest = (list: typeof banners) =>
      new SharedText(`],${JSON.stringify(Rest.parse({ banners: list, categories })).slice(1)}}`)
    const guest = {
      banners,
      categories,
      resumes: [],
      today: null,
      exam: null,
      assignment: null,
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

/** Texts for logged-in users, by their rows: the rows are the same object until one of them changes. */
const texts = new WeakMap<UserRows, { shared: SharedHome; verified: boolean; body: PrewrittenBody }>()

/** Returns the whole home page in one response: one round trip and no layout shift. */
export async function buildHomePage(ctx: Ctx): Promise<PrewrittenBody> {
  const { user } = ctx
  const shared = await sharedHome(ctx)
  if (!user) return shared.guest
  const rows = await readUserRows(ctx, user.id)
  const verified = user.studentStatus === 'passed'
  const written = texts.get(rows)
  if (written?.shared === shared && written.verified === verified) return written.body
  const body = await writeHomePage(ctx, shared, rows, verified)
  texts.set(rows, { shared, verified, body })
  return body
}

async function writeHomePage(ctx: Ctx, shared: SharedHome, rows: UserRows, verified: boolean): Promise<PrewrittenBody> {
  const owned = new Set(rows.owned)
  // Sections of which the user owns every item are omitted. Users who own all items of all sections still see them.
  const fresh = shared.shelves.filter((shelf) => shelf.hasNew(owned))
  const shelves = fresh.length > 0 ? fresh : shared.shelves
  const data = Personal.parse(await ownPart(ctx, rows, owned, verified))
  const head = JSON.stringify({ code: ResponseCode.ok, msg: '', data })
  return new PrewrittenBody(
    new SharedText(`${head.slice(0, -2)},"shelves":[`, 'one'),
    ...shelves.flatMap((shelf, i) => (i === 0 ? [shelf.text(owned)] : [comma, shelf.text(owned)])),
    shared.rest[verified ? 'verified' : 'all'],
  )
}

const comma = new SharedText(',')

async function ownPart(ctx: Ctx, rows: UserRows, owned: ReadonlySet<number>, verified: boolean) {
  const { latest, today, reviewDue, exam, assignment } = rows
  const cards = await Promise.all(latest.map(({ curriculumId }) => sharedCard(ctx, curriculumId)))
  const resumes = latest.flatMap((progress, i) => {
    const card = cards[i]
    return card ? { curriculum: { ...card, owned: progress.owned }, progress } : []
  })
  const [last] = resumes
  const because = last
    ? await becauseOf(ctx, { id: last.progress.curriculumId, title: last.curriculum.title }, owned)
    : null
  return {
    resumes,
    today,
    reviewDue,
    because,
    assignment,
    // Only verified students can take exams.
    exam: exam && verified ? examOf(exam, ctx.clock.now()) : null,
  }
}

const examOf = ({ id, title, startsAt, endsAt }: NextExam, now: number) => ({
  id,
  title,
  examination_start: startsAt,
  examination_end: endsAt,
  status: examStatus(startsAt, endsAt, now),
})
