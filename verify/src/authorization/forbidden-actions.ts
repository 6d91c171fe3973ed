import { randomUUID } from 'node:crypto'
import { hashPassword } from '../../../server/src/base/passwords'
import { stableId } from '../../../server/src/base/stable-ids'
import type { Db } from '../../../server/src/db/connection'
import { networkOf } from '../../../server/src/http/network'
import { hashCode } from '../../../server/src/modules/accounts/sms-codes'
import { issueTicket } from '../../../server/src/modules/accounts/tickets'
import { encryptParam } from '../../../server/src/modules/catalogue/printed-codes'
import { fixtureAnswer, uidOf } from '../../../server/src/modules/exams/exams.fixture'
import { prepareAttempts } from '../../../server/src/modules/exams/start'
import type { Client } from '../../../server/src/testing/client'
import { addUpload } from '../../../server/src/testing/community'
import type { Fixture } from './fixture'
import { apply } from './unpublished-content'
import { addCoupon, paidOnlyText, type UserActivity } from './user-activity'

export interface ActionContext {
  db: Db
  now: () => number
  fixture: Fixture
  activity: UserActivity
  guest: Client
  /** Client of a user with every entitlement but without a phone number. */
  unbound: Client
}

/** `client` owns everything and takes an exam, `other` and `third` have a number, `there` belongs to another school. */
export type People = Record<'client' | 'other' | 'third' | 'there', Client>

/** Tries forbidden actions: each must be refused, with a response that does not depend on data of other users. */
export async function tryForbiddenActions(place: ActionContext, people: People): Promise<void> {
  await buyless(place, people)
  await sitElsewhere(place, people)
  await beAnother(place, people)
  await prove(place, people)
}

/** Tries content to which the user has no entitlement, or that is not published or shared. */
async function buyless({ db, fixture, activity, unbound }: ActionContext, { client, other }: People): Promise<void> {
  const { where, below, fellow, shut } = fixture
  const here = { curriculumId: where.book, chapterId: where.chapter }
  await other.send('POST /v131/push_discuss', { ...here, text: '没有买' })
  await other.send('POST /v130/add_comment', { curriculumId: where.book, stars: 1, text: '没有买' })
  await other.send('POST /v1/free_receive', { curriculumId: where.items[0] })
  const heartbeat = { session: randomUUID(), seconds: 30, at: fixture.server.clock.now() }
  await other.send('POST /v1/textbooks_speed', { id: where.book, chapterId: where.chapter, ...heartbeat })
  await other.send('POST /v1/bank_speed', { id: where.bank, ...heartbeat })
  await other.send('GET /v1/textbooks_search', { id: where.book, keyword: '付过钱' })
  for (const keyword of ['还没有公开', '付过钱才看得到', '明天的文章'])
    for (const name of ['GET /v130/curriculum_search', 'GET /v130/search_suggest'] as const)
      await other.send(name, { keyword })
  await keepShut(db, (await meOf(db, other)).id, shut[0]!)
  for (const name of ['GET /v1/user_collection_list', 'GET /v1/user_browse_records'] as const)
    await other.send(name, {})
  await other.send('POST /v1/order_create', { curriculumId: shut[0] })
  await lookIntoShut(db, other, fixture.shutBooks)
  await other.send('POST /v1/bank_practice_start', { bank: where.bank, mode: 'random' })
  await other.send('POST /v1/coupon_exchange', { code: fellow.coupon })
  await other.send('GET /v1/coupon_bind_curriculum', { code: fellow.coupon })
  await client.send('GET /v1/coupon_bind_curriculum', { code: fellow.coupon })
  const late = await addCoupon(activity, -1)
  await other.send('POST /v1/coupon_exchange', { code: late })
  await other.send('GET /v1/coupon_bind_curriculum', { code: late })
  await client.send('POST /v131/report', { target: 'reply', id: below, reason: '看不到的' })
  await unbound.send('POST /v131/push_note', { ...here, text: '公开', public: true })
  const note = await client.call('POST /v131/push_note', { ...here, text: '不给别人看' })
  await client.send('POST /v131/like_note', { id: note.id, on: true })
  const waiting = await addUpload(db, (await meOf(db, client)).id, 'image', false)
  await client.send('POST /v131/push_note', { ...here, text: '还没有传完', images: [waiting] })
  for (const text of [paidOnlyText, '还没有公开的话，谁也看不到']) await ask(other, { text })
  await ask(other, { passage: { chapterId: where.chapter, quote: '付过钱' }, text: '这一段讲什么' })
  await ask(other, { passage: { chapterId: shut[1], quote: '还没有公开' }, text: '这一段讲什么' })
  await ask(client, { text: '考试时问' })
}

/** Tries unpublished content that would be free if it were published. */
async function lookIntoShut(db: Db, other: Client, books: Fixture['shutBooks']): Promise<void> {
  const { id } = await meOf(db, other)
  for (const { book, test, question, questionId, resource, code } of books) {
    await other.send('GET /v1/textbooks_test_list', { id: book })
    await other.send('GET /v1/textbooks_get_test', { id: test })
    await other.send('GET /v1/textbooks_get_question', { id: question })
    await other.send('GET /v1/textbooks_resource_info', { id: resource })
    await other.send('POST /v130/code2id', { code })
    await other.send('POST /v1/question_favourite', { id: question, on: true })
    await ask(other, { questionId: question })
    // The state of a user who saved the question as a favourite before it was withdrawn.
    const row = { user_id: id, question_id: questionId, created_at: 0 }
    await db
      .insertInto('question_favourites')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  await other.send('POST /v1/bank_practice_start', { mode: 'favourite', fresh: true })
}

/** Adds an unpublished item to a user's favourites and history, as if it had been published before. */
async function keepShut(db: Db, userId: number, uid: string): Promise<void> {
  const { id } = await db.selectFrom('curricula').select('id').where('uid', '=', uid).executeTakeFirstOrThrow()
  const row = { user_id: userId, curriculum_id: id }
  await db
    .insertInto('favourites')
    .values({ ...row, created_at: 0 })
    .execute()
  await db
    .insertInto('browse_records')
    .values({ ...row, viewed_at: 0 })
    .execute()
}

const ask = async (who: Client, input: object) =>
  (await who.fetch('POST /v1/ai_ask', { key: randomUUID(), ...input })).text()

/** Tries exams of other classes, exams that have not started, and one attempt more than allowed. */
async function sitElsewhere({ db, fixture }: ActionContext, { client, other, there }: People): Promise<void> {
  const { where, closedExams, school } = fixture
  const sit = (who: Client, id: string) => who.send('GET /v1/exam_start', { id, device: randomUUID() })
  // The server prepares attempts before an exam starts: this prepared attempt must not open the exam early.
  const { id: examId } = await db
    .selectFrom('exams')
    .select('id')
    .where('uid', '=', closedExams[1]!)
    .executeTakeFirstOrThrow()
  await prepareAttempts(db, examId, [{ userId: (await meOf(db, client)).id, number: 1 }])
  for (const exam of closedExams) {
    await sit(client, exam)
    await client.send('GET /v1/examination_info', { id: exam })
  }
  await sit(client, where.exams[0])
  await sit(there, where.exams[1])
  await there.send('GET /v1/examination_info', { id: where.exams[1] })
  await apply(db, (await meOf(db, other)).id, school)
  for (const name of ['GET /v1/examination/permission', 'GET /v1/exam_start', 'GET /v1/examination_info'] as const)
    await other.send(name, { id: where.exams[1], device: randomUUID() })
  await other.send('GET /v1/course_index', {})
}

/** Impersonates another user: uses that user's ticket, code or roster entry. */
async function beAnother({ db, now, fixture }: ActionContext, { client, other, third }: People): Promise<void> {
  const { roster, server } = fixture
  const [me, you] = [await meOf(db, third), await meOf(db, client)]
  const ticketOf = (
    purpose: 'cancel' | 'change' | 'merge-wechat' | 'merge-campus',
    userId: number,
    proof: object,
    at = now(),
  ) => issueTicket(db, { purpose, userId, proof }, at)
  const number = { mobile: me.mobile }
  for (const ticket of [
    await ticketOf('cancel', you.id, number),
    await ticketOf('cancel', me.id, { mobile: you.mobile }),
    await ticketOf('cancel', me.id, number, now() - 3600),
    await ticketOf('change', me.id, number),
  ])
    await third.send('POST /v1/cancel_account', { ticket })
  const mobile = '14900000001'
  const code_hash = hashCode(server.env.config.secret, 'change', mobile, '1234')
  await db.insertInto('codes').values({ mobile, scene: 'change', code_hash, created_at: now() }).execute()
  for (const ticket of [await ticketOf('change', you.id, number), await ticketOf('change', me.id, { mobile: 'x' })])
    await third.send('POST /v1/user_change_mobile', { ticket, mobile, code: '1234' })
  const proof = { appId: 'test', openid: randomUUID(), unionid: null, nickname: '' }
  await third.send('POST /v130/bind_wechat', { app: 'mp', mergeTicket: await ticketOf('merge-wechat', you.id, proof) })
  await third.send('POST /v130/bind_wechat', { app: 'mp', mergeTicket: await ticketOf('merge-wechat', me.id, proof) })
  const { id: schoolId } = await db.selectFrom('schools').select('id').executeTakeFirstOrThrow()
  const campus = { schoolId, issuer: 'https://id.example', subject: randomUUID(), studentNo: '', name: '' }
  for (const { id } of [you, me])
    await third.send('POST /v1/campus_bind', { proof: await ticketOf('merge-campus', id, campus), merge: true })
  const application = { schoolId: roster.school, classId: roster.classes[0], name: roster.name }
  await third.send('POST /v1/student_auth', { ...application, studentNo: 'taken' })
  await third.send('POST /v1/student_auth', { ...application, studentNo: 'free', name: '名单外的人' })
  await third.send('POST /v1/student_auth', { ...application, studentNo: 'free', classId: roster.classes[1] })
  const strange = stableId('class', 'here/one')
  await third.send('POST /v1/student_auth', { ...application, studentNo: 'free', classId: strange })
  const { name, schoolId: atSchool } = application
  await third.send('POST /v1/student_auth', { name, schoolId: atSchool, className: '手写的班', studentNo: 'elsewhere' })
  await third.send('GET /v1/student_auth_info', {})
  await client.send('POST /v1/student_auth', { ...application, studentNo: 'free' })
  await other.call('POST /v1/user_edit', { nickname: '只改自己' })
}

/** Uses a wrong code, password or secret. */
async function prove({ db, now, fixture, guest }: ActionContext, { other, third }: People): Promise<void> {
  const { mobile } = await meOf(db, third)
  const right = hashCode(fixture.server.env.config.secret, 'login', mobile!, '1234')
  await db
    .insertInto('codes')
    .values({
      mobile: mobile!,
      scene: 'login',
      code_hash: right,
      created_at: now(),
      requester: networkOf('127.0.0.1'),
      network: networkOf('127.0.0.1'),
    })
    .execute()
  await guest.send('POST /v1/login_code', { mobile, code: '4321' })
  password ??= hashPassword('a-Long-enough-8-word')
  await db
    .updateTable('users')
    .set({ password_hash: await password })
    .where('mobile', '=', mobile)
    .execute()
  await guest.send('POST /v1/login_password', { mobile, password: 'a-Wrong-9-word' })
  await third.send('POST /v1/user_edit_password', { oldPassword: 'a-Wrong-9-word', password: 'b-Long-enough-8-word' })
  await third.send('POST /v1/user_edit_password', {
    oldPassword: 'a-Long-enough-8-word',
    password: 'b-Long-enough-8-word',
  })
  // `other` has no password yet, like the owner.
  await other.send('POST /v1/user_edit_password', { password: 'd-Long-enough-8-word' })
  const qr = await guest.call('POST /v1/login_qr_create', {})
  const decide = (action: 'scan' | 'confirm') => third.send('POST /v1/authorize_login_qr_code', { id: qr.id, action })
  await decide('confirm')
  await decide('scan')
  await decide('confirm')
  await guest.send('GET /v1/login_qr_poll', { id: qr.id, secret: 'x'.repeat(43) })
  await db
    .updateTable('qr_logins')
    .set({ expires_at: now() - 1 })
    .where('uid', '=', qr.id)
    .execute()
  await guest.send('GET /v1/login_qr_poll', { id: qr.id, secret: qr.secret })
}

/** Uses revoked entitlements, and codes of unpublished content. */
export async function tryRevokedAccess(
  { db, now, fixture, activity }: ActionContext,
  { client, other }: People,
): Promise<void> {
  const { where, shut } = fixture
  const { id: userId } = await meOf(db, client)
  const open = await client.call('POST /v1/bank_practice_start', { bank: where.bank, mode: 'random' })
  const [first] = await client.call('GET /v1/bank_practice_questions', { id: open.id, from: 0 })
  const request = await db
    .selectFrom('questions as q')
    .innerJoin('curricula as c', 'c.id', 'q.curriculum_id')
    .select('c.id as bankId')
    .where('q.uid', '=', first!.question.id)
    .executeTakeFirstOrThrow()
  // Ends the exam first, because the AI refuses users during an exam.
  await db.updateTable('exam_attempts').set({ deadline_at: 1 }).where('user_id', '=', userId).execute()
  const inExam = uidOf('judge', 'drill')
  await ask(client, { questionId: inExam })
  for (const id of [inExam, uidOf('judge')]) await client.send('GET /v1/textbooks_get_question', { id })
  await ask(client, { text: '判断' })
  const use = async () => {
    const one = { id: open.id, question: first!.question.id }
    await client.send('GET /v1/bank_practice_questions', { id: open.id, from: 0, count: 1 })
    await client.send('POST /v1/bank_practice_answer', { ...one, answer: fixtureAnswer(first!.question) })
    await client.send('POST /v1/question_favourite', { id: one.question, on: true })
    await ask(client, { questionId: one.question })
    await client.send('GET /v1/textbooks_get_question', { id: one.question })
    await client.send('GET /v1/bank_home', { id: where.bank })
    for (const mode of ['random', 'wrong', 'favourite', 'due'] as const)
      await client.send('POST /v1/bank_practice_start', { mode, fresh: true })
    for (const mode of ['adaptive', 'diagnosis'] as const)
      await client.send('POST /v1/bank_practice_start', { mode, bank: where.bank, fresh: true })
    await client.send('GET /v1/bank_mastery', { id: where.bank })
  }
  await db
    .updateTable('entitlements')
    .set({ revoked_at: now() })
    .where('user_id', '=', userId)
    .where('curriculum_id', '=', request.bankId)
    .execute()
  await use()
  const secret = activity.server.env.config.secret
  for (const place of [{ curriculum: shut[0]! }, { chapter: shut[1]! }])
    await other.send('POST /v130/param_decrypt', { param: encryptParam(secret, place) })
}

/** Resets the password, which ends every session of the user: must be the last action. */
export async function findPassword({ db, now, guest }: ActionContext, who: Client): Promise<void> {
  const { mobile } = await meOf(db, who)
  const ticket = await issueTicket(db, { purpose: 'find', userId: null, proof: { mobile } }, now())
  await guest.send('POST /v1/user_find_password', { ticket, password: 'c-Long-enough-8-word' })
}

let password: Promise<string> | undefined

export async function meOf(db: Db, client: Client): Promise<{ id: number; mobile: string | null }> {
  const { id } = (await client.call('GET /v1/get_user_info', {})) as unknown as { id: string }
  return db.selectFrom('users').select(['id', 'mobile']).where('uid', '=', id).executeTakeFirstOrThrow()
}
