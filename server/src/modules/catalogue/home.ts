import { cached } from '../../cache'
import type { Ctx, User } from '../../context'
import { allCategories, currentBanners } from '../content/public'
import { examsDue } from '../exams/public'
import { studiedToday } from '../study/public'
import { cardsById } from './cards'
import { latestProgress } from './queries'
import { homeShelves } from './shelves'

const mostResumed = 2
const studentAuth = 'pages/my/auth'

export const sharedBanners = (ctx: Ctx) => cached(ctx, 'banners', () => currentBanners(ctx.rootDb, ctx.clock.now()))

const sharedCategories = (ctx: Ctx) => cached(ctx, 'categories', () => allCategories(ctx.rootDb))

/** All of home in one answer: a bad network is waited for once, and nothing jumps when a second part arrives. */
export async function home(ctx: Ctx) {
  const { user } = ctx
  const [banners, categories, shelves, own] = await Promise.all([
    sharedBanners(ctx),
    sharedCategories(ctx),
    homeShelves(ctx),
    user && ownPart(ctx, user),
  ])
  const { resumes, today, exam } = own ?? { resumes: [], today: null, exam: null }
  const passed = user?.studentStatus === 'passed'
  return {
    banners: passed ? banners.filter(({ link }) => !link.startsWith(studentAuth)) : banners,
    categories,
    resumes,
    today,
    exam,
    shelves,
  }
}

async function ownPart({ db, clock }: Ctx, user: User) {
  const now = clock.now()
  const [progress, today, exams] = await Promise.all([
    latestProgress(db, user.id, null, { most: mostResumed, now }),
    studiedToday(db, user.id, now),
    // Exams are for students: nobody else is looked up.
    user.studentStatus === 'passed' ? examsDue(db, user, now) : [],
  ])
  const curricula = await cardsById(
    db,
    user,
    progress.map(({ curriculumId }) => curriculumId),
  )
  const resumes = progress.map((one) => ({ curriculum: curricula.get(one.curriculumId)!, progress: one }))
  return { resumes, today, exam: exams[0] ?? null }
}
