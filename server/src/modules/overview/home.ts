import type { Ctx, User } from '../../context'
import { cached } from '../../db/cache'
import { cardsById, homeSections, latestProgress } from '../catalogue/public'
import { allCategories, currentBanners } from '../content/public'
import { examsDue } from '../exams/public'
import { studiedToday } from '../study/public'

const mostResumed = 2
const studentAuth = 'pages/my/auth'

export const sharedBanners = (ctx: Ctx) => cached(ctx, 'banners', () => currentBanners(ctx.rootDb, ctx.clock.now()))

const sharedCategories = (ctx: Ctx) => cached(ctx, 'categories', () => allCategories(ctx.rootDb))

/** Returns the whole home page in one response: one round trip and no layout shift. */
export async function home(ctx: Ctx) {
  const { user } = ctx
  const [banners, categories, shelves, own] = await Promise.all([
    sharedBanners(ctx),
    sharedCategories(ctx),
    homeSections(ctx),
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
    // Exams are for verified students only.
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
