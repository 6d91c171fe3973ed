import type { PageInput } from '@dxx/contract/paging'
import { sql } from 'kysely'
import { pageOfQuery } from '../../base/paging'
import type { Db } from '../../db/connection'
import { countRows } from '../../db/count-rows'
import type { AttemptSource } from '../../db/schema/questions'
import type { Version } from '../../questions/present'
import { kindIsShown, type Viewer, visible } from '../catalogue/public'
import { inOpenExam } from './exam-embargo'

/** Selects a question of a published or owned textbook or bank. */
export function offeredQuestion(db: Db, viewer: Viewer, uid: string, now: number) {
  return db
    .selectFrom('questions as q')
    .innerJoin('curricula as c', 'c.id', 'q.curriculum_id')
    .select(['q.id', 'q.curriculum_id as curriculumId', 'c.kind', 'q.free', 'q.version_id as versionId'])
    .where('q.uid', '=', uid)
    .where('q.removed_at', 'is', null)
    .where('c.kind', 'in', ['textbook', 'bank'])
    .where(visible(viewer, now))
    .executeTakeFirst()
}

/** Access data of a question, even if it was changed or removed since its paper was issued. */
export function questionAccess(db: Db, questionId: number) {
  return db
    .selectFrom('questions as q')
    .innerJoin('curricula as c', 'c.id', 'q.curriculum_id')
    .select(['q.curriculum_id as curriculumId', 'c.kind', 'q.free'])
    .where('q.id', '=', questionId)
    .executeTakeFirstOrThrow()
}

/** Returns versions in the order of the given ids; unknown ids are omitted. */
export async function versionsById(db: Db, ids: number[]): Promise<Version[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('question_versions as v')
    .innerJoin('questions as q', 'q.uid', 'v.question_uid')
    .leftJoin('resources as r', (join) =>
      join
        .onRef('r.curriculum_id', '=', 'q.curriculum_id')
        .on('r.kind', '=', 'dataset')
        .on(sql<boolean>`r.slug = coalesce(v.body ->> 'db', jsonb_path_query_first(v.body, '$.parts[*].db') #>> '{}')`),
    )
    .select(['v.id', 'q.id as questionId', 'q.uid', 'q.difficulty', 'q.tags', 'v.body', 'v.rubric', 'r.body as setup'])
    .where('v.id', 'in', ids)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, { ...row, setup: row.setup ?? '' }]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Selects chapters with a test in textbooks visible to the viewer. A test is free if its chapter is free. */
const testChapters = (db: Db, viewer: Viewer, now: number) =>
  db
    .selectFrom('chapters as ch')
    .innerJoin('curricula as c', 'c.id', 'ch.curriculum_id')
    .select((eb) => [
      'ch.id',
      'ch.uid',
      'ch.title',
      'ch.curriculum_id as curriculumId',
      'ch.test_slug as slug',
      eb
        .case()
        .when('ch.kind', '=', 'part')
        .then(
          eb.not(
            eb.exists(
              eb
                .selectFrom('chapters as below')
                .select('below.id')
                .whereRef('below.parent_id', '=', 'ch.id')
                .where('below.removed_at', 'is', null)
                .where('below.free', '=', false),
            ),
          ),
        )
        .else(eb.ref('ch.free'))
        .end()
        .as('free'),
    ])
    .where('ch.test_slug', 'is not', null)
    .where('c.kind', '=', 'textbook')
    .where(visible(viewer, now))

export function testChapter(db: Db, viewer: Viewer, uid: string, now: number) {
  return testChapters(db, viewer, now).where('ch.uid', '=', uid).where('ch.removed_at', 'is', null).executeTakeFirst()
}

export function testChapterById(db: Db, viewer: Viewer, id: number, now: number) {
  return testChapters(db, viewer, now).where('ch.id', '=', id).executeTakeFirst()
}

export function testChaptersOf(db: Db, viewer: Viewer, curriculumId: number, now: number) {
  return testChapters(db, viewer, now)
    .where('ch.curriculum_id', '=', curriculumId)
    .where('ch.removed_at', 'is', null)
    .orderBy('ch.position')
    .execute()
}

/** Version ids of the questions of a test, without embargoed questions. */
export async function testVersionIds(db: Db, curriculumId: number, slug: string, now: number): Promise<number[]> {
  const rows = await db
    .selectFrom('questions')
    .select('version_id')
    .where('curriculum_id', '=', curriculumId)
    .where('test_slug', '=', slug)
    .where('removed_at', 'is', null)
    .where((eb) => eb.not(inOpenExam('questions.id', now)))
    .orderBy('position')
    .execute()
  return rows.map((row) => row.version_id)
}

/** Number of questions and total score of each test of a textbook. */
export async function testSizes(
  db: Db,
  curriculumId: number,
  now: number,
): Promise<Map<string, { count: number; score: number }>> {
  const rows = await db
    .selectFrom('questions')
    .select((eb) => ['test_slug as slug', eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('score').as('score')])
    .where('curriculum_id', '=', curriculumId)
    .where('test_slug', 'is not', null)
    .where('removed_at', 'is', null)
    .where((eb) => eb.not(inOpenExam('questions.id', now)))
    .groupBy('test_slug')
    .execute()
  return new Map(rows.map(({ slug, count, score }) => [slug!, { count, score }]))
}

const attemptBrief = (db: Db, userId: number, questionId: number, source: AttemptSource) =>
  db
    .selectFrom('question_attempts')
    .select(['uid as id', 'verdict', 'score', 'max_score as maxScore', 'created_at as at'])
    .where('user_id', '=', userId)
    .where('question_id', '=', questionId)
    .where('source', '=', source)

export async function listQuestionAttempts(db: Db, userId: number, questionId: number, source: AttemptSource) {
  const briefs = attemptBrief(db, userId, questionId, source)
  const attempts = await countRows(
    db
      .selectFrom('question_attempts')
      .where('user_id', '=', userId)
      .where('question_id', '=', questionId)
      .where('source', '=', source),
  )
  if (attempts === 0) return { attempts, best: null, last: null }
  const newest = 'question_attempts.id'
  const best = await briefs.orderBy('score', 'desc').orderBy(newest, 'desc').limit(1).executeTakeFirst()
  const last = await briefs.orderBy(newest, 'desc').limit(1).executeTakeFirst()
  return { attempts, best: best ?? null, last: last ?? null }
}

const testBriefColumns = [
  't.uid as id',
  't.state',
  't.score',
  't.max_score as maxScore',
  't.waiting_score as waitingScore',
  't.right_count as right',
  't.question_count as count',
  't.seconds',
  't.created_at as at',
] as const

export async function testAttemptsOf(db: Db, userId: number, chapterIds: number[]) {
  if (chapterIds.length === 0) return []
  return db
    .selectFrom('test_attempts as t')
    .select(['t.chapter_id as chapterId', ...testBriefColumns])
    .where('t.user_id', '=', userId)
    .where('t.chapter_id', 'in', chapterIds)
    .orderBy('t.id')
    .execute()
}

const testRecords = (db: Db, userId: number) =>
  db
    .selectFrom('test_attempts as t')
    .innerJoin('chapters as ch', 'ch.id', 't.chapter_id')
    .innerJoin('curricula as c', 'c.id', 't.curriculum_id')
    .select([
      ...testBriefColumns,
      't.id as rowId',
      'ch.title',
      'ch.uid as chapterId',
      'c.uid as textbookId',
      'c.title as textbookTitle',
    ])
    .where('t.user_id', '=', userId)
    .where(kindIsShown)

export function testRecord(db: Db, userId: number, uid: string) {
  return testRecords(db, userId).where('t.uid', '=', uid).executeTakeFirst()
}

interface RecordFilter {
  textbook?: string
  chapter?: string
}

export function testRecordPage(db: Db, userId: number, { textbook, chapter }: RecordFilter, paging: PageInput) {
  let query = testRecords(db, userId)
  if (textbook) query = query.where('c.uid', '=', textbook)
  if (chapter) query = query.where('ch.uid', '=', chapter)
  return pageOfQuery(query, { key: sql<number>`t.id`, uid: sql<string>`t.uid` }, paging).execute()
}

export async function countTestRecords(db: Db, userId: number, { textbook, chapter }: RecordFilter): Promise<number> {
  let query = db
    .selectFrom('test_attempts as t')
    .innerJoin('chapters as ch', 'ch.id', 't.chapter_id')
    .innerJoin('curricula as c', 'c.id', 't.curriculum_id')
    .where('t.user_id', '=', userId)
    .where(kindIsShown)
  if (textbook) query = query.where('c.uid', '=', textbook)
  if (chapter) query = query.where('ch.uid', '=', chapter)
  return countRows(query)
}

const answerRows = (db: Db) =>
  db
    .selectFrom('question_attempts')
    .select(['id', 'uid', 'version_id as versionId', 'seed', 'answer', 'verdict', 'score', 'detail'])

export function answersOfTest(db: Db, testAttemptId: number) {
  return answerRows(db).where('test_attempt_id', '=', testAttemptId).orderBy('position').execute()
}

/** Finds an answer of the user. Exam answers are excluded, because the exam decides when they are released. */
export function answerByUid(db: Db, userId: number, uid: string) {
  return answerRows(db)
    .where('uid', '=', uid)
    .where('user_id', '=', userId)
    .where('source', '!=', 'exam')
    .executeTakeFirst()
}
