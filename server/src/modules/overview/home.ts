import { catalogue } from '@dxx/contract/calls/catalogue'
import { ResponseCode } from '@dxx/contract/envelope'
import { examStatus } from '@dxx/contract/rules/exam-status'
import { formatDate } from '@dxx/contract/rules/time-from'
import { sql } from 'kysely'
import { PrewrittenBody, type SharedBody, SharedText, sharedBody } from '../../base/prewritten-body'
import type { Ctx, User } from '../../context'
import { cacheShared } from '../../db/cache'
import { preparedSql } from '../../db/prepared'
import { type DueAssignment, nextAssignment, selectDueAssignments } from '../assignments/public'
import { selectWrongDue } from '../bank/public'
import {
  becauseOf,
  type LatestProgress,
  listHomeSections,
  type SharedSection,
  selectLatestProgress,
  sharedCard,
} from '../catalogue/public'
import { allCategories, currentBanners } from '../content/public'
import { type NextExam, selectNextExam } from '../exams/public'
import { studiedToday } from '../study/public'

const mostResumed = 2
const studentAuth = 'pages/my/auth'

export const sharedBanners = (ctx: Ctx) =>
  cacheShared(ctx, 'banners', () => currentBanners(ctx.rootDb, ctx.clock.now()))

const Home = catalogue['GET /v1/course_index'].data
const Personal = Home.pick({ resumes: true, today: true, exam: true, assignment: true, reviewDue: true, because: true })
const Rest = Home.pick({ banners: true, categories: true })

/** Cached text of the home page that is the same for all users. */
interface SharedHome {
  shelves: SharedSection[]
  /** End of the response after the shelves. For verified students without the banner that asks them to verify. */
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

/** Returns the whole home page in one response: one round trip and no layout shift. */
export async function buildHomePage(ctx: Ctx): Promise<PrewrittenBody> {
  const { user } = ctx
  const shared = await sharedHome(ctx)
  if (!user) return shared.guest
  const { owned, ...personal } = await ownPart(ctx, user)
  // Sections of which the user owns everything recommend nothing. Users who own the whole stock still see them.
  const fresh = shared.shelves.filter((shelf) => shelf.hasNew(owned))
  const shelves = fresh.length > 0 ? fresh : shared.shelves
  const head = JSON.stringify({ code: ResponseCode.ok, msg: '', data: Personal.parse(personal) })
  return new PrewrittenBody(
    `${head.slice(0, -2)},"shelves":[`,
    ...shelves.flatMap((shelf, i) => (i === 0 ? [shelf.text(owned)] : [comma, shelf.text(owned)])),
    shared.rest[user.studentStatus === 'passed' ? 'verified' : 'all'],
  )
}

const comma = new SharedText(',')

/** Reads the user data of the home page in one statement; what is done of due homework takes another. */
const readOwn = preparedSql(
  (userId: number, today: string, now: number) => sql<{
    owned: number[]
    latest: LatestProgress[]
    today: { minutes: number; streak: number }
    reviewDue: number
    exam: NextExam | null
    homework: DueAssignment[]
  }>`
    select
      (select coalesce(jsonb_agg(curriculum_id), '[]') from entitlements
        where user_id = ${userId} and revoked_at is null) as owned,
      (select coalesce(jsonb_agg(to_jsonb(l) order by l."updatedAt" desc, l."curriculumId"), '[]')
        from (${selectLatestProgress(userId, null, { most: mostResumed, now })}) as l) as latest,
      ${studiedToday(userId, today)} as today,
      ${selectWrongDue(userId, now)} as "reviewDue",
      ${selectNextExam(userId, now)} as exam,
      ${selectDueAssignments(userId, now)} as homework`,
)

async function ownPart(ctx: Ctx, user: User) {
  const now = ctx.clock.now()
  const [userRow] = await readOwn(ctx.db, user.id, formatDate(now), now)
  const { latest, today, reviewDue, exam, homework } = userRow!
  const owned = new Set(userRow!.owned)
  const [assignment, ...cards] = await Promise.all([
    nextAssignment(ctx.db, user.id, homework),
    ...latest.map(({ curriculumId }) => sharedCard(ctx, curriculumId)),
  ])
  const resumes = latest.flatMap((progress, i) => {
    const card = cards[i]
    return card ? { curriculum: { ...card, owned: progress.owned }, progress } : []
  })
  const [last] = resumes
  const because = last
    ? await becauseOf(ctx, { id: last.progress.curriculumId, title: last.curriculum.title }, owned)
    : null
  return {
    owned,
    resumes,
    today,
    reviewDue,
    because,
    assignment,
    // Only verified students can take exams.
    exam: exam && user.studentStatus === 'passed' ? examOf(exam, now) : null,
  }
}

const examOf = ({ id, title, startsAt, endsAt }: NextExam, now: number) => ({
  id,
  title,
  examination_start: startsAt,
  examination_end: endsAt,
  status: examStatus(startsAt, endsAt, now),
})
