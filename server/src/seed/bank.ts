import { scoringMethods } from '@dxx/contract/rules/question-names'
import { stableId } from '../base/stable-ids'
import type { Db } from '../db/connection'
import { inTransaction } from '../db/transaction'
import { grantEntitlement } from '../modules/access/public'
import { chooseVersions } from '../modules/bank/selection'
import { newSeed, recordAnswers, versionsById } from '../modules/questions/public'
import { sampleAnswer } from '../questions/score'

const day = 86_400

/** Practice of the sample student on several days; in `answers`, r is a right and w a wrong answer. */
const practised = [
  { bank: 'college-maths', chapter: 'calculus', title: '微积分', days: 4, answers: 'rrwrrwrrr' },
  { bank: 'postgraduate-cs', chapter: 'data-structures', title: '数据结构', days: 2, answers: 'rwrrwrr' },
  { bank: 'college-maths', chapter: 'probability', title: '概率', days: 0, answers: 'rrrwr' },
]

const reasons = [
  { causes: ['concept'], note: '定义记混了，回去看第一节' },
  { causes: ['careless', 'calculation'], note: '' },
  { causes: ['reading'], note: '题目问的是「不正确的」' },
]

/** Seeds practice, wrong questions with causes and favourites of the sample student. Idempotent. */
export function seedBank(db: Db, now: number): Promise<void> {
  return inTransaction(db, async (tx) => {
    const student = await tx
      .selectFrom('users')
      .select('id')
      .where('uid', '=', stableId('user', 'student'))
      .executeTakeFirst()
    const begun =
      student && (await tx.selectFrom('practices').select('id').where('user_id', '=', student.id).executeTakeFirst())
    if (!student || begun) return
    for (const one of practised) await practise(tx, student.id, one, now)
    const wrong = await tx
      .selectFrom('wrong_questions')
      .select('question_id')
      .where('user_id', '=', student.id)
      .orderBy('question_id')
      .execute()
    for (const [i, reason] of reasons.entries()) {
      if (!wrong[i]) break
      await tx
        .updateTable('wrong_questions')
        .set(reason)
        .where('user_id', '=', student.id)
        .where('question_id', '=', wrong[i].question_id)
        .execute()
    }
    await tx
      .insertInto('practice_goals')
      .values({ user_id: student.id, goal: 15 })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

async function practise(
  tx: Db,
  userId: number,
  { bank, chapter, title, days, answers }: (typeof practised)[number],
  now: number,
) {
  const place = await tx
    .selectFrom('curricula as c')
    .innerJoin('chapters as ch', 'ch.curriculum_id', 'c.id')
    .select(['c.id', 'c.uid', 'ch.uid as chapterUid'])
    .where('c.kind', '=', 'bank')
    .where('c.slug', '=', bank)
    .where('ch.slug', '=', chapter)
    .executeTakeFirst()
  if (!place) return
  const at = now - days * day - 1800
  await grantEntitlement(tx, { userId, curriculumId: place.id, source: 'free', now: at })
  const wanted = { mode: 'chapter' as const, bankId: place.id, chapter: place.chapterUid }
  const versionIds = await chooseVersions(tx, userId, wanted, now)
  const seed = newSeed()
  const practice = await tx
    .insertInto('practices')
    .values({
      user_id: userId,
      curriculum_id: place.id,
      mode: 'chapter',
      way: 'answer',
      scope: JSON.stringify(['chapter', 'answer', place.uid, place.chapterUid, null, null, null, null]),
      title,
      seed,
      version_ids: versionIds,
      position: answers.length,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const versions = await versionsById(tx, versionIds.slice(0, answers.length))
  // Leaves out programs and 简答, which would wait for grading.
  const plain = versions.filter(({ rubric: { type } }) => scoringMethods[type] === 'key')
  for (const [i, version] of plain.entries()) {
    const given = sampleAnswer(version.rubric, answers[i] === 'r')
    const handed = { userId, source: 'bank' as const, seed, practiceId: practice.id, now: at + i * 60 }
    await recordAnswers(tx, [{ version, given }], handed)
    if (i % 3 === 1)
      await tx
        .insertInto('question_favourites')
        .values({ user_id: userId, question_id: version.questionId, created_at: at + i * 60 })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  }
}
