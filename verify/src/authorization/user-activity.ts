import { randomUUID } from 'node:crypto'
import { formatDate } from '@dxx/contract/rules/time-from'
import { createSession } from '../../../server/src/http/session'
import { issueTicket } from '../../../server/src/modules/accounts/tickets'
import { atCashier } from '../../../server/src/modules/commerce/commerce.fixture'
import { codeHash, newCode } from '../../../server/src/modules/commerce/coupon-codes'
import { fixtureAnswer, start, stepsFor } from '../../../server/src/modules/exams/exams.fixture'
import type { examJobs } from '../../../server/src/modules/exams/jobs'
import { notify } from '../../../server/src/modules/messages/public'
import { answerCs } from '../../../server/src/modules/support/cs'
import type { TestApp } from '../../../server/src/testing/app'
import type { addCurriculum } from '../../../server/src/testing/catalogue'
import type { Client } from '../../../server/src/testing/client'
import { addUpload } from '../../../server/src/testing/community'

type Curriculum = Awaited<ReturnType<typeof addCurriculum>>

/** Public ids of the content that users act on. */
export interface Places {
  book: string
  chapter: string
  part: string
  question: string
  pid: string
  resource: string
  bank: string
  course: Curriculum
  ebook: Curriculum
  /** Two exams: the user submits the first one and leaves the second one running. */
  exams: [string, string]
  /** Two items: the user pays for the first one and only orders the second one. */
  items: [string, string]
  /** Row id of the curriculum that coupons grant. */
  gift: number
}

interface Person {
  user: { id: number }
  client: Client
}

/** Id of a code cell as the reading page sends it; drafts are stored per user and cell. */
export const cell = 'small/two/q'

/** Text contained in all content that requires an entitlement. */
export const paidOnlyText = '付过钱才看得到的话'

/** Writes public posts of an owner of the book. Returns a post that others may like. */
export async function writePublicPosts(
  client: Client,
  { book, chapter }: Pick<Places, 'book' | 'chapter'>,
): Promise<string> {
  const where = { curriculumId: book, chapterId: chapter }
  await client.call('POST /v130/add_comment', { curriculumId: book, stars: 5, text: '公开的评价' })
  await client.call('POST /v131/push_note', { ...where, text: `公开的笔记：${paidOnlyText}`, public: true })
  const { id } = await client.call('POST /v131/push_discuss', { ...where, text: `公开的讨论：${paidOnlyText}` })
  return id
}

export interface UserActivity extends Places {
  server: Pick<TestApp, 'db' | 'clock' | 'guest' | 'env'>
  jobs: ReturnType<typeof examJobs>
}

interface ActivityTexts {
  words: string
  /** Discussions of other users: one to like, one to report. */
  liked: string
  disliked: string
}

/** Runs all user actions. Returns the texts and ids that identify this user's data. */
export async function performAllActions(activity: UserActivity, person: Person, texts: ActivityTexts) {
  const { words } = texts
  const { server } = activity
  const { user, client } = person
  const { db, clock } = server
  const now = clock.now()
  await db.updateTable('student_applications').set({ name: words }).where('user_id', '=', user.id).execute()
  await db
    .insertInto('wechat_identities')
    .values({ app_id: 'test', openid: `openid-${user.id}`, user_id: user.id, nickname: words, created_at: now })
    .execute()
  await db
    .insertInto('campus_identities')
    .columns(['user_id', 'school_id', 'issuer', 'subject', 'name', 'created_at', 'last_login_at'])
    .expression((eb) =>
      eb
        .selectFrom('student_applications')
        .select(['user_id', 'school_id'])
        .select((row) => [
          row.val('https://id.example').as('issuer'),
          row.val(`u-${user.id}`).as('subject'),
          row.val(words).as('name'),
          row.val(now).as('created_at'),
          row.val(now).as('last_login_at'),
        ])
        .where('user_id', '=', user.id)
        .where('school_id', 'is not', null)
        .$narrowType<{ school_id: number }>(),
    )
    .execute()
  await createSession(db, user.id, { device: words, platform: 'H5', ip: '127.0.0.1' }, now)
  await notify(db, { userId: user.id, kind: 'system', title: words, body: words }, now)
  const image = await addUpload(db, user.id, 'image')
  await addUpload(db, user.id, 'student-card')
  await client.call('GET /v1/zos_generate_object_upload_link', { purpose: 'image', name: 'a.png', size: 10 })

  // Runs before the exam, because the AI refuses users during an exam.
  await (await client.fetch('POST /v1/ai_ask', { key: randomUUID(), text: words })).text()
  await (await client.fetch('POST /v1/ai_ask', { key: randomUUID(), questionId: activity.question })).text()
  const note = await read(activity, person, texts, image)
  await finish(activity, person)
  const paper = await solve(activity, person, words)
  await sit(activity, person)
  const no = await buy(activity, person, words)
  const coupon = await addCoupon(activity)
  await client.call('POST /v1/coupon_exchange', { code: coupon })

  await client.call('POST /v1/cs_send', { text: words })
  await answerCs(db, user.id, { text: words }, now)
  await client.call('POST /v1/opinion', { kind: 'idea', text: words, contact: words })
  for (const language of ['python', 'c', 'python'] as const)
    await client.call('POST /v1/runcode_draft', { cell, language, source: words })
  const qr = await server.guest.call('POST /v1/login_qr_create', {})
  await client.call('POST /v1/authorize_login_qr_code', { id: qr.id, action: 'scan' })
  const ticket = await issueTicket(db, { purpose: 'change', userId: user.id, proof: { mobile: '13900000000' } }, now)
  return {
    qr: qr.id,
    image,
    note,
    coupon,
    practiceQuestion: paper.question,
    favourite: paper.favourite,
    answer: paper.answer,
    named: { paper: paper.unused, ticket, mergeTicket: ticket, no },
  }
}

async function read({ server, ...places }: UserActivity, { client }: Person, texts: ActivityTexts, image: string) {
  const { words, liked, disliked } = texts
  const { book, chapter, pid, resource, course, ebook } = places
  const now = server.clock.now()
  const where = { curriculumId: book, chapterId: chapter }
  const heartbeat = () => ({ session: randomUUID(), seconds: 30, at: now })
  const note = await client.call('POST /v131/push_note', { ...where, text: words, images: [image] })
  await client.call('POST /v131/like_discuss', { id: liked, on: true })
  await client.call('POST /v131/report', { target: 'discuss', id: disliked, reason: words })
  const locator = { pid, start: 0, end: 2, exact: '付过', prefix: '', suffix: '钱才看得到的' }
  const highlight = { id: randomUUID(), ...where, mark: 'yellow' as const, note: words, locator, at: now }
  await client.call('POST /v1/textbooks_brightness', highlight)
  await client.call('POST /v1/note_review', { id: highlight.id, memory: 'forgot' })
  await client.call('POST /v1/notify_settings', { social: true, remindMinute: 1 })
  await client.call('POST /v1/textbooks_collection', { id: book, on: true })
  await client.call('POST /v1/browse_add', { id: book })
  await client.call('POST /v1/textbooks_speed', { id: book, chapterId: chapter, ...heartbeat() })
  const part = { chapterId: null, resource: { id: resource, second: 1 } }
  await client.call('POST /v1/textbooks_speed', { id: book, ...part, ...heartbeat() })
  await client.call('POST /v1/course_speed', { id: course.uid, chapterId: course.chapter('付费').uid, ...heartbeat() })
  await client.call('POST /v1/ebook_speed', { id: ebook.uid, chapterId: ebook.chapter('付费').uid, ...heartbeat() })
  return note.id
}

/** Sets state that takes days: a finished chapter and its study time. */
async function finish({ server: { db, clock }, course }: UserActivity, { user }: Person): Promise<void> {
  const now = clock.now()
  await db.updateTable('progress').set({ percent: 100, done_at: now }).where('user_id', '=', user.id).execute()
  const spent = { session: randomUUID(), day: formatDate(now), start_at: now - 900, end_at: now - 300, percent: 100 }
  await db
    .insertInto('study_events')
    .values({ user_id: user.id, curriculum_id: course.id, chapter_id: null, ...spent })
    .execute()
}

async function solve({ server: { db }, question, part, bank }: UserActivity, { user, client }: Person, words: string) {
  const response = await client.call('GET /v1/textbooks_get_question', { id: question })
  const answer = await client.call('POST /v1/textbooks_question_submit', {
    paper: response.paper,
    answer: { type: 'short', text: words },
  })
  const unused = await client.call('GET /v1/textbooks_get_question', { id: question })
  const test = await client.call('GET /v1/textbooks_get_test', { id: part })
  const answers = test.questions.map(({ id }) => ({ id, answer: { type: 'short' as const, text: words } }))
  await client.call('POST /v1/textbooks_test_submit', { paper: test.paper, answers })

  const practice = await client.call('POST /v1/bank_practice_start', { bank, mode: 'random' })
  const list = await client.call('GET /v1/bank_practice_questions', { id: practice.id, from: 0 })
  // Answers in a fixed order, because the practice has a random order and each response contains the number answered so
  // far.
  for (const one of list.toSorted((a, b) => a.question.type.localeCompare(b.question.type)))
    await client.call('POST /v1/bank_practice_answer', {
      id: practice.id,
      question: one.question.id,
      answer: fixtureAnswer(one.question, false),
    })
  await client.call('POST /v1/practice_goal', { goal: 7 })
  const about = { question: list[0]!.question.id }
  await client.call('POST /v131/question_note', { ...about, text: words })
  await client.call('GET /v131/question_note', about)
  // Deletes the post again: all owners of the bank can read it, so that it would change their responses.
  const post = await client.call('POST /v131/push_question_discuss', { ...about, text: '公开的题目讨论' })
  await client.call('GET /v131/question_discuss', about)
  await client.call('POST /v131/delete_discuss', { id: post.id })
  const { list: wrong } = await client.call('GET /v1/wrong_list', {})
  await client.call('POST /v1/wrong_tag', { id: wrong[0]!.id, causes: [], note: words })
  await client.call('POST /v1/question_favourite', { id: wrong[0]!.id, on: true })
  const last = db.selectFrom('wrong_questions').select((eb) => eb.fn.max('question_id').as('id'))
  await db
    .updateTable('wrong_questions')
    .set({ mastered_at: 1 })
    .where('user_id', '=', user.id)
    .where('question_id', '=', last)
    .execute()
  await client.call('POST /v1/bank_practice_start', { bank, mode: 'random' })
  await client.call('POST /v1/bank_practice_start', { mode: 'favourite' })
  return { unused: unused.paper, question: list[0]!.question.id, favourite: wrong[0]!.id, answer: answer.id }
}

async function sit({ server, jobs, exams: [past, running] }: UserActivity, { client }: Person): Promise<void> {
  const sat = await start(client, past)
  await client.call('POST /v1/exam_submit', { attempt: sat.attempt.id, epoch: 1, steps: stepsFor(sat) })
  await jobs.score_exams()
  const paper = await start(client, running)
  await client.call('POST /v1/exam_save', { attempt: paper.attempt.id, epoch: 1, steps: stepsFor(paper) })
  const leave = { seq: 1, at: server.clock.now(), seconds: 5 }
  await client.call('POST /v1/exam_leave', { attempt: paper.attempt.id, epoch: 1, leaves: [leave] })
}

/** Buys one item and orders another. Returns the number of an open payment. */
async function buy({ items: [bought, ordered] }: UserActivity, { client }: Person, words: string): Promise<string> {
  const order = await client.call('POST /v1/order_create', { curriculumId: bought })
  await atCashier(client, order.id, 'pay')
  const invoice = { orderId: order.id, kind: 'personal' as const, title: words, email: 'owner@example.cn' }
  await client.call('POST /v1/invoice_request', invoice)
  await client.call('POST /v1/order_refund', { id: order.id, reason: words })
  const open = await client.call('POST /v1/order_create', { curriculumId: ordered })
  await client.call('POST /v1/order_create', { curriculumId: ordered })
  const payment = await client.call('POST /v1/order_pay', { id: open.id, channel: 'test' })
  return payment.way === 'cashier' ? payment.no : ''
}

/** Creates a coupon. Returns its code. */
export async function addCoupon(
  { server, gift }: Pick<UserActivity, 'server' | 'gift'>,
  expires = 86_400,
): Promise<string> {
  const { db, clock, env } = server
  const now = clock.now()
  const batch = await db
    .insertInto('coupon_batches')
    .values({ title: '一张卡', expires_at: now + expires, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('coupon_items').values({ batch_id: batch.id, curriculum_id: gift }).execute()
  const code = newCode()
  await db
    .insertInto('coupons')
    .values({ batch_id: batch.id, code_hash: codeHash(env.config.secret, code) })
    .execute()
  return code
}
