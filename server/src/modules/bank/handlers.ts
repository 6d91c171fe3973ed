import type { bank } from '@dxx/contract/calls/bank'
import type { QuestionType } from '@dxx/contract/questions'
import { typeNames } from '@dxx/contract/rules/question-names'
import { sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { Ctx, Handlers } from '../../context'
import type { Db } from '../../db/connection'
import type { PracticeMode } from '../../db/schema/bank'
import { publicQuestion, readAnswer, scoredQuestion, type View } from '../../questions/present'
import { scoreAnswer } from '../../questions/score'
import { mustOwn, owns, recordQuestions } from '../access/public'
import { curriculumByUid } from '../catalogue/public'
import { withMediaUrls } from '../media/public'
import { newSeed, PaperIds, recordAnswers, versionsById } from '../questions/public'
import { siteAnswersOf } from '../statistics/public'
import { chooseNextVersion, isAdaptive, plannedCounts, readMastery } from './adaptive'
import { dailyGoal } from './daily-goal'
import { cardsOf, endIfDone, openPractice, openPractices, practice, practiceByUid } from './practices'
import { readBankProgress } from './queries'
import { chooseVersions, mayStudy } from './selection'
import { wrongBookHandlers } from './wrong'

const modeTitles = {
  random: '随机练习',
  wrong: '错题重练',
  due: '到期复习',
  favourite: '收藏的题',
  adaptive: '智能练习',
  diagnosis: '诊断',
}

export const handlers: Handlers<typeof bank> = {
  ...wrongBookHandlers,

  'GET /v1/bank_home': async ({ db, user, clock }, { id }) => {
    const now = clock.now()
    const found = (await curriculumByUid(db, user, id, now, 'bank')) ?? fail('curriculum-not-found')
    return {
      bank: { id, title: found.title },
      locked: !(await owns(db, user, found.id)),
      ...(await readBankProgress(db, user.id, found.id, now)),
      open: (await openPractices(db, user.id, found.id)).map(practice),
      today: await dailyGoal(db, user.id, now),
    }
  },

  'GET /v1/bank_mastery': async ({ db, user, clock }, { id }) => {
    const now = clock.now()
    const found = (await curriculumByUid(db, user, id, now, 'bank')) ?? fail('curriculum-not-found')
    await mustOwn(db, user, found.id)
    return { chapters: await readMastery(db, { userId: user.id, bankId: found.id }, now) }
  },

  'POST /v1/bank_practice_start': async (ctx, input) => {
    const { db, user, clock } = ctx
    const { bank: uid, mode, way, fresh, count, ...filter } = input
    const now = clock.now()
    const bank = uid === undefined ? null : await curriculumByUid(db, user, uid, now, 'bank')
    const found = bank === undefined ? fail('curriculum-not-found') : bank
    if (needsBank(mode) && !found) fail('invalid-input', { msg: '请先选择题库' })
    if (found) await mustOwn(db, user, found.id)
    const scope = JSON.stringify([
      mode,
      way,
      uid,
      filter.chapter,
      filter.type,
      filter.source,
      filter.cause,
      filter.curriculum,
    ])
    // If two tabs start the same practice, the second waits here and then resumes the practice of the first.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${user.id} ${scope}`}, 0))`.execute(db)
    const open = await openPractice(db, user.id, scope)
    if (open && !fresh) return sheetOf(db, user.id, open, true)
    if (open) await db.updateTable('practices').set({ ended_at: now }).where('id', '=', open.rowId).execute()
    const seed = newSeed()
    const { versionIds, planned } = isAdaptive(mode)
      ? await firstVersion(
          db,
          { userId: user.id, bankId: found!.id, chapter: filter.chapter, mode, count, shown: [], seed },
          now,
        )
      : { versionIds: await chooseVersions(db, user.id, { ...filter, mode, count, bankId: found?.id ?? null }, now) }
    if (versionIds.length === 0) fail('nothing-to-practise')
    const row = await db
      .insertInto('practices')
      .values({
        user_id: user.id,
        curriculum_id: found?.id ?? null,
        mode,
        way: isAdaptive(mode) ? 'answer' : way,
        scope,
        title: await titleOf(db, input),
        seed,
        version_ids: versionIds,
        planned: planned ?? null,
        created_at: now,
      })
      .returning('uid')
      .executeTakeFirstOrThrow()
    return sheetOf(db, user.id, (await practiceByUid(db, user.id, row.uid))!, false)
  },

  'GET /v1/bank_practice': async ({ db, user }, { id }) => {
    const row = (await practiceByUid(db, user.id, id)) ?? fail('practice-not-found')
    return sheetOf(db, user.id, row, true)
  },

  'GET /v1/bank_practice_questions': async (ctx, { id, from, count }) => {
    const { db, user, clock } = ctx
    const row = (await practiceByUid(db, user.id, id)) ?? fail('practice-not-found')
    const cards = (await cardsOf(db, user.id, row.rowId)).slice(from, from + count)
    const open = await stillOpen(db, user.id, cards, clock.now())
    const shown = cards.filter(({ questionId }) => open.has(questionId))
    if (cards.length > 0 && shown.length === 0) fail('not-purchased')
    return showCards(ctx, row, shown)
  },

  'POST /v1/bank_practice_answer': async (ctx, { id, question, answer }) => {
    const { db, user, clock } = ctx
    const now = clock.now()
    const row = (await practiceByUid(db, user.id, id)) ?? fail('practice-not-found')
    const card = (await cardsOf(db, user.id, row.rowId)).find((one) => one.question === question)
    if (!card) return fail('question-not-found')
    await recordQuestions(db, user.id, [card.questionId], now)
    if (!(await stillOpen(db, user.id, [card], now)).has(card.questionId)) fail('not-purchased')
    const [version] = await versionsById(db, [card.versionId])
    const view = viewOf(ctx, row.seed)
    const given =
      answer &&
      (readAnswer(version!, answer, view) ?? fail('invalid-input', { msg: '作答与题目不符，请刷新后重新作答' }))
    const handed = { userId: user.id, source: 'bank' as const, seed: row.seed, practiceId: row.rowId, now }
    const recorded = await recordAnswers(db, [{ version: version!, given }], handed)
    if (!recorded) return fail('paper-used', { msg: '这道题在这次练习里已经答过了' })
    const { uid, scored } = recorded[0]!
    const next = row.isPlanned ? await appendNext(ctx, row) : null
    await endIfDone(db, row.rowId, now)
    return {
      next,
      answerId: uid,
      result: scoredQuestion(version!, given, scored, view, await siteAnswersOf(db, [version!])),
      today: await dailyGoal(db, user.id, now),
    }
  },

  'POST /v1/bank_practice_place': async ({ db, user }, { id, position }) => {
    const row = await db
      .updateTable('practices')
      .set({ position: sql`least(${position}, cardinality(version_ids) - 1)` })
      .where('uid', '=', id)
      .where('user_id', '=', user.id)
      .returning('position')
      .executeTakeFirst()
    return row ?? fail('practice-not-found')
  },

  'POST /v1/bank_practice_clear': async ({ db, user, clock }, { id }) => {
    const row = await db
      .updateTable('practices')
      .set((eb) => ({ ended_at: eb.fn.coalesce('ended_at', eb.val(clock.now())) }))
      .where('uid', '=', id)
      .where('user_id', '=', user.id)
      .returning('id')
      .executeTakeFirst()
    return row ? {} : fail('practice-not-found')
  },

  'POST /v1/question_favourite': async ({ db, user, clock }, { id, on }) => {
    const now = clock.now()
    const found = await db
      .selectFrom('questions as q')
      .select(['q.id', mayStudy(user.id, now).as('open')])
      .where('q.uid', '=', id)
      .executeTakeFirst()
    if (!found) return fail('question-not-found')
    if (!on) {
      const ownFavourites = db.deleteFrom('question_favourites').where('user_id', '=', user.id)
      await ownFavourites.where('question_id', '=', found.id).execute()
      return { on }
    }
    if (!found.open) fail('not-purchased')
    await db
      .insertInto('question_favourites')
      .values({ user_id: user.id, question_id: found.id, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return { on }
  },

  'POST /v1/practice_goal': async ({ db, user, clock }, { goal }) => {
    await db
      .insertInto('practice_goals')
      .values({ user_id: user.id, goal })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ goal }))
      .execute()
    return dailyGoal(db, user.id, clock.now())
  },
}

const needsBank = (mode: PracticeMode) => mode === 'chapter' || mode === 'type' || mode === 'random' || isAdaptive(mode)

async function firstVersion(db: Db, choice: Parameters<typeof chooseNextVersion>[1] & { count?: number }, now: number) {
  const { version, left } = await chooseNextVersion(db, choice, now)
  return {
    versionIds: version === undefined ? [] : [version],
    planned: Math.min(left, choice.count ?? plannedCounts[choice.mode]),
  }
}

type PracticeRow = NonNullable<Awaited<ReturnType<typeof practiceByUid>>>

/** Chooses the next question after an answer. Without another question the practice is complete. */
async function appendNext(ctx: Ctx<'purchase'>, row: PracticeRow) {
  const { db, user, clock } = ctx
  const cards = await cardsOf(db, user.id, row.rowId)
  if (cards.length >= row.count || cards.some(({ verdict }) => verdict === null)) return null
  const shown = cards.map(({ versionId }) => versionId)
  // Place of the chapter in the scope, see POST /v1/bank_practice_start.
  const chapter = (JSON.parse(row.scope) as (string | null)[])[3]
  const mode = isAdaptive(row.mode) ? row.mode : 'adaptive'
  const choice = { userId: user.id, bankId: row.bankRowId!, chapter, mode, shown, seed: row.seed }
  const { version } = await chooseNextVersion(db, choice, clock.now())
  const practices = db.updateTable('practices').where('id', '=', row.rowId)
  if (version === undefined) {
    await practices.set({ planned: cards.length }).execute()
    return null
  }
  await practices.set({ version_ids: [...shown, version] }).execute()
  const [item] = await showCards(ctx, row, (await cardsOf(db, user.id, row.rowId)).slice(cards.length))
  return item ?? null
}

/** Questions of a practice as the student sees them; they are recorded as delivered. */
async function showCards(ctx: Ctx<'purchase'>, row: PracticeRow, shown: Awaited<ReturnType<typeof cardsOf>>) {
  const { db, user, clock } = ctx
  const versions = await versionsById(
    db,
    shown.map(({ versionId }) => versionId),
  )
  const answers = await answersOf(db, row.rowId)
  await recordQuestions(
    db,
    user.id,
    shown.map(({ questionId }) => questionId),
    clock.now(),
  )
  const view = viewOf(ctx, row.seed)
  const site = await siteAnswersOf(db, versions)
  return shown.map(({ index, questionId, favourite, answerId }, i) => {
    const version = versions[i]!
    const answer = answers.get(questionId)
    const result = answer
      ? scoredQuestion(version, answer.answer, answer, view, site)
      : row.way === 'recite'
        ? scoredQuestion(version, null, scoreAnswer(version.rubric, null), view, site)
        : null
    return { index, question: publicQuestion(version, view), favourite, result, answerId }
  })
}

async function sheetOf(db: Db, userId: number, row: PracticeRow, resumed: boolean) {
  const cards = await cardsOf(db, userId, row.rowId)
  return {
    ...practice(row),
    resumed,
    cards: cards.map(({ question, type, verdict, favourite }) => ({ question, type, verdict, favourite })),
  }
}

async function titleOf(db: Db, { mode, chapter, type }: { mode: PracticeMode; chapter?: string; type?: QuestionType }) {
  if (mode === 'type') return type ? typeNames[type] : '题型练习'
  if (mode !== 'chapter' && !(isAdaptive(mode) && chapter)) return modeTitles[mode]
  const row = await db.selectFrom('chapters').select('title').where('uid', '=', chapter!).executeTakeFirstOrThrow()
  return mode === 'chapter' ? row.title : `${modeTitles[mode]}：${row.title}`
}

/** Returns the questions that the user may still see; a refund or an open exam may hide some. */
async function stillOpen(db: Db, userId: number, cards: { questionId: number }[], now: number): Promise<Set<number>> {
  const ids = cards.map(({ questionId }) => questionId)
  const { rows } = await sql<{ id: number }>`
    select q.id from questions q where q.id = any(${ids}::bigint[]) and ${mayStudy(userId, now)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

async function answersOf(db: Db, practiceId: number) {
  const rows = await db
    .selectFrom('question_attempts')
    .select(['question_id', 'answer', 'verdict', 'score', 'detail'])
    .where('practice_id', '=', practiceId)
    .execute()
  return new Map(rows.map((row) => [row.question_id, row]))
}

function viewOf({ config, clock, user }: Pick<Ctx, 'config' | 'clock' | 'user'>, seed: Buffer): View {
  const [now, to] = [clock.now(), { user: user?.uid }]
  return { ids: new PaperIds(config.secret, seed), link: (html) => withMediaUrls(config.secret, html, now, to) }
}
