import type { questions } from '@dxx/contract/calls/questions'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { pageOfRows } from '../../base/paging'
import { fail } from '../../base/refusal'
import type { Ctx, Handlers } from '../../context'
import type { Db } from '../../db/connection'
import type { AttemptSource } from '../../db/schema/questions'
import { newSeed, openPaper, type Paper, PaperIds, sealPaper } from '../../questions/paper'
import { publicQuestion, readAnswer, scoredQuestion, type View } from '../../questions/present'
import { owns, recordQuestions } from '../access/public'
import { curriculumByUid } from '../catalogue/public'
import { withMediaUrls } from '../media/public'
import { siteAnswersOf } from '../statistics/public'
import { type Answered, recordAnswers, sumUpTest } from './attempts'
import { embargoedQuestions, rejectEmbargoed } from './exam-embargo'
import {
  answerByUid,
  answersOfTest,
  countTestRecords,
  listQuestionAttempts,
  offeredQuestion,
  questionAccess,
  testAttemptsOf,
  testChapter,
  testChapterById,
  testChaptersOf,
  testRecord,
  testRecordPage,
  testSizes,
  testVersionIds,
  versionsById,
} from './queries'

export const handlers: Handlers<typeof questions> = {
  'GET /v1/textbooks_get_question': async (ctx, { id }) => {
    const { db, user } = ctx
    const now = ctx.clock.now()
    const found = (await offeredQuestion(db, user, id, now)) ?? fail('question-not-found')
    // A bank question is recorded as delivered here; a textbook question only when its key is shown.
    if (found.kind === 'bank') await recordQuestions(db, user.id, [found.id], now)
    await mustMay(db, user, found)
    await rejectEmbargoed(db, [{ questionId: found.id }], now)
    const [version] = await versionsById(db, [found.versionId])
    const paper = newPaper(user.id, 'question', null, [found.versionId])
    const { attempts, best, last } = await listQuestionAttempts(db, user.id, found.id, sourceOf(found))
    return {
      paper: sealPaper(ctx.config.secret, paper),
      question: publicQuestion(version!, viewOf(ctx, paper.seed)),
      attempts,
      best: best && inPoints(best),
      last: last && inPoints(last),
    }
  },

  'POST /v1/textbooks_question_submit': async (ctx, { paper: token, answer }) => {
    const { db, user, clock } = ctx
    const { seed, versionIds } = openOwn(ctx, token, 'question')
    const [version] = await versionsById(db, versionIds)
    if (!version) fail('question-not-found')
    const access = await questionAccess(db, version.questionId)
    await recordQuestions(db, user.id, [version.questionId], clock.now())
    await mustMay(db, user, access)
    await rejectEmbargoed(db, [version], clock.now())
    const view = viewOf(ctx, seed)
    const given =
      readAnswer(version, answer, view) ?? fail('invalid-input', { msg: '作答与题目不符，请刷新后重新作答' })
    const handed = { userId: user.id, source: sourceOf(access), seed, now: clock.now() }
    const recorded = await recordAnswers(db, [{ version, given }], handed)
    if (!recorded) return fail('paper-used', { msg: '这道题刚才已经交过了，可以重新作答' })
    const { uid, scored } = recorded[0]!
    const site = await siteAnswersOf(db, [version])
    return { id: uid, result: scoredQuestion(version, given, scored, view, site) }
  },

  'GET /v1/textbooks_question_result': async (ctx, { id }) => {
    const row = (await answerByUid(ctx.db, ctx.user.id, id)) ?? fail('attempt-not-found')
    const [version] = await versionsById(ctx.db, [row.versionId])
    await rejectEmbargoed(ctx.db, [version!], ctx.clock.now())
    const site = await siteAnswersOf(ctx.db, [version!])
    return { id, result: scoredQuestion(version!, row.answer, row, viewOf(ctx, row.seed), site) }
  },

  'GET /v1/textbooks_test_list': async ({ db, user, clock }, { id }) => {
    const now = clock.now()
    const textbook = (await curriculumByUid(db, user, id, now, 'textbook')) ?? fail('curriculum-not-found')
    const owned = await owns(db, user, textbook.id)
    const sizes = await testSizes(db, textbook.id, now)
    const chapters = await testChaptersOf(db, user, textbook.id, now)
    const attempts = await myTests(
      db,
      user.id,
      chapters.map((chapter) => chapter.id),
    )
    return chapters.flatMap(({ id: chapterId, uid, title, slug, free }) => {
      const size = sizes.get(slug!)
      return size
        ? [{ id: uid, title, ...size, score: size.score / 100, locked: !owned && !free, ...attempts(chapterId) }]
        : []
    })
  },

  'GET /v1/textbooks_get_test': async (ctx, { id }) => {
    const { db, user } = ctx
    const now = ctx.clock.now()
    const chapter = (await testChapter(db, user, id, now)) ?? fail('test-not-found')
    await mustMay(db, user, chapter)
    const versionIds = await testVersionIds(db, chapter.curriculumId, chapter.slug!, now)
    if (versionIds.length === 0) fail('test-not-found')
    const versions = await versionsById(db, versionIds)
    const paper = newPaper(user.id, 'test', chapter.id, versionIds)
    const view = viewOf(ctx, paper.seed)
    return {
      paper: sealPaper(ctx.config.secret, paper),
      title: chapter.title,
      score: versions.reduce((sum, { rubric }) => sum + rubric.score, 0) / 100,
      questions: versions.map((version) => publicQuestion(version, view)),
      ...(await myTests(db, user.id, [chapter.id]))(chapter.id),
    }
  },

  'POST /v1/textbooks_test_submit': async (ctx, { paper: token, answers, seconds }) => {
    const { db, user, clock } = ctx
    const { seed, versionIds, chapterId } = openOwn(ctx, token, 'test')
    const now = clock.now()
    const chapter = (await testChapterById(db, user, chapterId!, now)) ?? fail('test-not-found')
    const versions = await versionsById(db, versionIds)
    await recordQuestions(
      db,
      user.id,
      versions.map(({ questionId }) => questionId),
      now,
    )
    await mustMay(db, user, chapter)
    await rejectEmbargoed(db, versions, now)
    const answered = pairUp(versions, answers, viewOf(ctx, seed))
    const attempt = await db
      .insertInto('test_attempts')
      .values({
        user_id: user.id,
        curriculum_id: chapter.curriculumId,
        chapter_id: chapter.id,
        seed,
        seconds,
        score: 0,
        max_score: 0,
        waiting_score: 0,
        right_count: 0,
        question_count: 0,
        state: 'scored',
        created_at: now,
      })
      .onConflict((conflict) => conflict.column('seed').doNothing())
      .returning(['id', 'uid'])
      .executeTakeFirst()
    if (!attempt) return fail('paper-used', { data: { attempt: await attemptOnPaper(db, seed) } })
    const handed = { userId: user.id, source: 'test' as const, seed, testAttemptId: attempt.id, now }
    await recordAnswers(db, answered, handed)
    await sumUpTest(db, attempt.id)
    return testBrief((await testRecord(db, user.id, attempt.uid))!)
  },

  'GET /v1/textbooks_show_exam': async (ctx, { id }) => {
    const { db, user } = ctx
    const record = (await testRecord(db, user.id, id)) ?? fail('attempt-not-found')
    const answers = await answersOfTest(db, record.rowId)
    const versions = await versionsById(
      db,
      answers.map(({ versionId }) => versionId),
    )
    const hidden = await embargoedQuestions(
      db,
      versions.map(({ questionId }) => questionId),
      ctx.clock.now(),
    )
    const site = await siteAnswersOf(db, versions)
    const results = answers.flatMap((row, i) =>
      hidden.has(versions[i]!.questionId)
        ? []
        : [scoredQuestion(versions[i]!, row.answer, row, viewOf(ctx, row.seed), site)],
    )
    return { ...testRow(record), results }
  },

  'GET /v1/test_list': async ({ db, user }, { textbook, chapter, ...paging }) => {
    const filter = { textbook, chapter }
    const rows = await testRecordPage(db, user.id, filter, paging)
    return pageOfRows(rows, await countTestRecords(db, user.id, filter), paging, testRow)
  },
}

/** Source of an attempt at a single question. */
const sourceOf = ({ kind }: { kind: CurriculumKind }): AttemptSource => (kind === 'bank' ? 'bank' : 'textbook')

/** Rejects users who do not own the curriculum, unless the content is free. */
async function mustMay(db: Db, user: { id: number }, { curriculumId, free }: { curriculumId: number; free: unknown }) {
  if (!free && !(await owns(db, user, curriculumId))) fail('not-purchased')
}

const newPaper = (userId: number, kind: Paper['kind'], chapterId: number | null, versionIds: number[]): Paper => ({
  kind,
  userId,
  chapterId,
  seed: newSeed(),
  versionIds,
})

function openOwn({ config, user }: Pick<Ctx<'user'>, 'config' | 'user'>, token: string, kind: Paper['kind']): Paper {
  const paper = openPaper(config.secret, token)
  if (!paper || paper.kind !== kind || paper.userId !== user.id) return fail('paper-invalid')
  return paper
}

function viewOf({ config, clock, user }: Pick<Ctx, 'config' | 'clock' | 'user'>, seed: Buffer): View {
  const [now, to] = [clock.now(), { user: user?.uid }]
  return { ids: new PaperIds(config.secret, seed), link: (html) => withMediaUrls(config.secret, html, now, to) }
}

/** Pairs every question of the paper with its answer. */
function pairUp(
  versions: Awaited<ReturnType<typeof versionsById>>,
  answers: { id: string; answer: Parameters<typeof readAnswer>[1] }[],
  view: View,
): Answered[] {
  const refuse = () => fail('invalid-input', { msg: '作答与试卷不符，请重新打开测验' })
  const answerOf = new Map(answers.map(({ id, answer }) => [id, answer]))
  if (answerOf.size < answers.length) refuse()
  const answered = versions.map((version): Answered => {
    const answer = answerOf.get(version.uid)
    answerOf.delete(version.uid)
    return { version, given: answer ? (readAnswer(version, answer, view) ?? refuse()) : null }
  })
  return answerOf.size > 0 ? refuse() : answered
}

async function attemptOnPaper(db: Db, seed: Buffer): Promise<string> {
  const row = await db.selectFrom('test_attempts').select('uid').where('seed', '=', seed).executeTakeFirstOrThrow()
  return row.uid
}

const inPoints = <T extends { score: number; maxScore: number }>(brief: T): T => ({
  ...brief,
  score: brief.score / 100,
  maxScore: brief.maxScore / 100,
})

type Brief = Omit<Awaited<ReturnType<typeof testAttemptsOf>>[number], 'chapterId'>

const testBrief = (brief: Brief) => ({ ...inPoints(brief), waitingScore: brief.waitingScore / 100 })

const testRow = (record: NonNullable<Awaited<ReturnType<typeof testRecord>>>) => ({
  ...testBrief(record),
  title: record.title,
  chapterId: record.chapterId,
  textbook: { id: record.textbookId, title: record.textbookTitle },
})

/** Returns a function that summarises the user's attempts at the test of a chapter: count, best and last. */
async function myTests(db: Db, userId: number, chapterIds: number[]) {
  const all = await testAttemptsOf(db, userId, chapterIds)
  return (chapterId: number) => {
    const chapterTests = all.filter((attempt) => attempt.chapterId === chapterId).map(testBrief)
    const best = chapterTests.reduce<(typeof chapterTests)[number] | null>(
      (so, one) => (so && so.score > one.score ? so : one),
      null,
    )
    return { attempts: chapterTests.length, best, last: chapterTests.at(-1) ?? null }
  }
}
