import { levelDifficulties } from '@dxx/contract/rules/item-statistics'
import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import type { ItemParameters } from '../../fair/model'
import { chooseDiagnostic, chooseNext, masteryOf, type PracticeItem, topicAbility } from '../../fair/practice-choice'
import { SeededRandom } from '../../fair/random'
import { recallOf } from '../questions/public'
import { mayStudy } from './selection'

export const isAdaptive = (mode: string): mode is 'adaptive' | 'diagnosis' =>
  mode === 'adaptive' || mode === 'diagnosis'

/** Number of questions of a practice whose questions are chosen one at a time. */
export const plannedCounts = { adaptive: 20, diagnosis: 12 }

interface Item extends PracticeItem {
  versionId: number
  questionId: number
}

/** Questions that a program scores at once; without a result, the next question could not be chosen. */
const scoredAtOnce = sql<boolean>`q.type not in ('short', 'code')`

interface Wanted {
  userId: number
  bankId: number
  /** Uid of the only chapter; null: all. */
  chapter?: string | null
}

async function readItems(db: Db, { userId, bankId, chapter }: Wanted, now: number): Promise<Item[]> {
  interface Row {
    versionId: number
    questionId: number
    topic: number | null
    level: number
    difficulty: number | null
    discrimination: number | null
    stability: number | null
    reviewedAt: number | null
    rightAt: number | null
  }
  const { rows } = await sql<Row>`
    select q.version_id as "versionId", q.id as "questionId", q.chapter_id as topic, q.difficulty as level, p.difficulty,
      p.discrimination, w.stability, w.reviewed_at as "reviewedAt", last.at as "rightAt"
    from questions q
    left join item_parameters p on p.version_id = q.version_id
    left join wrong_questions w on w.user_id = ${userId} and w.question_id = q.id
    left join lateral (
      select max(a.created_at) as at from question_attempts a
      where a.user_id = ${userId} and a.question_id = q.id and a.verdict = 'right') last on true
    where q.curriculum_id = ${bankId} and q.removed_at is null and ${scoredAtOnce} and ${mayStudy(userId, now)}
      and ${chapter ? sql`q.chapter_id = (select id from chapters where uid = ${chapter})` : sql`true`}
    order by q.id`.execute(db)
  return rows.map(({ versionId, questionId, topic, stability, reviewedAt, rightAt, ...known }) => ({
    versionId,
    questionId,
    topic: String(topic ?? ''),
    ...parametersOf(known),
    recall: recallOf({ stability, reviewedAt, rightAt }, now),
  }))
}

/** Calibrated parameters, or those of the author's level. */
function parametersOf(known: {
  level: number
  difficulty: number | null
  discrimination: number | null
}): ItemParameters {
  const { level, difficulty, discrimination } = known
  return { difficulty: difficulty ?? levelDifficulties[level - 1] ?? 0, discrimination: discrimination ?? 1 }
}

/** Newest questions whose answers are used: older answers say little about what the student knows today. */
const mostAnswers = 200
/**
 * Seconds after an answer during which a second answer to the same question only proves that the student remembers it.
 */
const remembered = 86_400

/**
 * Answers that show what the student knows: of each question the last answer that did not follow another one within a
 * day. Giving up in a practice that asks one question at a time counts as wrong; a question skipped in another practice
 * does not count, nor do answers of exams, whose results may not be released yet.
 */
async function readAnswers(db: Db, { userId, bankId }: Wanted) {
  interface Row {
    topic: number | null
    share: number
    level: number
    difficulty: number | null
    discrimination: number | null
  }
  const { rows } = await sql<Row>`
    select * from (
      select distinct on (a.question_id) a.id, q.chapter_id as topic, a.score::float8 / a.max_score as share,
        q.difficulty as level, p.difficulty, p.discrimination
      from question_attempts a
      join questions q on q.id = a.question_id
      left join practices r on r.id = a.practice_id
      left join item_parameters p on p.version_id = a.version_id
      where a.user_id = ${userId} and q.curriculum_id = ${bankId} and a.source <> 'exam' and a.max_score > 0
        and (a.verdict in ('right', 'partial', 'wrong')
          or a.verdict = 'unanswered' and r.mode in ('adaptive', 'diagnosis'))
        and not exists (select from question_attempts e where e.user_id = a.user_id
          and e.question_id = a.question_id and e.id < a.id and e.created_at > a.created_at - ${remembered})
      order by a.question_id, a.id desc
    ) last order by id desc limit ${mostAnswers}`.execute(db)
  return rows.map(({ topic, share, ...known }) => ({ topic: String(topic ?? ''), share, ...parametersOf(known) }))
}

interface Choice extends Wanted {
  mode: 'adaptive' | 'diagnosis'
  /** Question versions that this practice has shown. */
  shown: number[]
  seed: Buffer
}

/** Returns the version of the next question, or none if all were shown, and the number of questions left before it. */
export async function chooseNextVersion(db: Db, choice: Choice, now: number) {
  const items = (await readItems(db, choice, now)).filter(({ versionId }) => !choice.shown.includes(versionId))
  const answers = await readAnswers(db, choice)
  const random = new SeededRandom(choice.seed.readUInt32BE(0) + choice.shown.length)
  const abilities = new Map([...new Set(items.map(({ topic }) => topic))].map((t) => [t, topicAbility(answers, t)]))
  const at =
    choice.mode === 'diagnosis'
      ? chooseDiagnostic(items, answers, random)
      : chooseNext(items, (topic) => abilities.get(topic)!, random)
  return { version: items[at]?.versionId, left: items.length }
}

/** Expected share of right answers per chapter of a bank, with its interval. */
export async function readMastery(db: Db, wanted: Wanted, now: number) {
  const items = await readItems(db, wanted, now)
  const answers = await readAnswers(db, wanted)
  const chapters = await db
    .selectFrom('chapters')
    .select(['id', 'uid', 'title'])
    .where('curriculum_id', '=', wanted.bankId)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .execute()
  return chapters.flatMap(({ id, uid, title }) => {
    const topic = String(id)
    const topicItems = items.filter((item) => item.topic === topic)
    if (topicItems.length === 0) return []
    return [
      {
        ...{ id: uid, title, questions: topicItems.length },
        answers: answers.filter((answer) => answer.topic === topic).length,
        ...masteryOf(topicAbility(answers, topic), topicItems),
      },
    ]
  })
}
