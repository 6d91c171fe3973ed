import { randomInt, randomUUID } from 'node:crypto'
import type { CodeScene } from '@dxx/contract/calls/accounts'
import { orderStatus } from '@dxx/contract/rules/order-state'
import { networkOf } from '../../../server/src/http/network'
import { createSession } from '../../../server/src/http/session'
import { hashCode } from '../../../server/src/modules/accounts/sms-codes'
import { issueTicket } from '../../../server/src/modules/accounts/tickets'
import { encryptParam } from '../../../server/src/modules/catalogue/printed-codes'
import type { Client } from '../../../server/src/testing/client'
import { type ActionContext, meOf, type People } from './forbidden-actions'
import { device } from './matrix'
import { addCoupon } from './user-activity'

interface Maker {
  as(token: string): Client
}

/** Makes the calls that the first pass does not reach. Every call must succeed for some user. */
export async function callRemaining(place: ActionContext, people: People, { as }: Maker): Promise<void> {
  await tidyUp(place, people.client)
  await talk(place, people.client)
  await giveAway(place, people)
  await newNumber(place, people.third, as)
}

async function tidyUp({ db, now, fixture, activity }: ActionContext, client: Client): Promise<void> {
  const { where, roster } = fixture
  const { id: userId } = await meOf(db, client)
  const on = { on: true }
  await client.send('POST /v1/course_collection', { id: where.course.uid, ...on })
  await client.send('POST /v1/ebook_collection', { id: where.ebook.uid, ...on })
  await client.send('POST /v1/bank_collection', { id: where.bank, ...on })
  await client.send('POST /v1/bank_speed', { id: where.bank, session: randomUUID(), seconds: 30, at: now() })
  const open = await client.call('POST /v1/bank_practice_start', { bank: where.bank, mode: 'random' })
  await client.send('POST /v1/bank_practice_place', { id: open.id, position: 0 })
  await client.send('POST /v1/bank_practice_clear', { id: open.id })
  await client.send('POST /v1/highlights_sync', {})
  for (const name of ['GET /v1/my_notes', 'GET /v1/my_notes_summary', 'GET /v1/my_notes_export'] as const)
    await client.send(name, {})
  await client.send('GET /v1/note_cards', {})
  await client.send('GET /v1/notify_settings', {})
  const { list: wrong } = await client.call('GET /v1/wrong_list', {})
  await client.send('POST /v1/wrong_review', { id: wrong[0]?.id, knew: false })
  const mark = await db.selectFrom('highlights').select('uid').where('user_id', '=', userId).executeTakeFirst()
  await client.send('POST /v1/textbooks_delete_brightness', { id: mark?.uid })
  await client.send('GET /v1/textbooks_search', { id: where.book, keyword: '付过钱' })
  await client.send('POST /v1/browse_delete', {})
  await client.send('POST /v1/cs_read', {})
  await client.send('GET /v1/message_read', {})
  const talk = await db.selectFrom('ai_conversations').select('uid').where('user_id', '=', userId).executeTakeFirst()
  await client.send('GET /v1/ai_export', { id: talk?.uid })
  await client.send('POST /v1/ai_delete', { id: talk?.uid })
  await client.send('POST /v1/ai_delete_all', {})
  const paid = await db
    .selectFrom('orders')
    .select('uid')
    .where('user_id', '=', userId)
    .orderBy('id')
    .executeTakeFirst()
  await client.send('GET /v1/invoice_info', { orderId: paid?.uid })
  await client.send('GET /v1/get_class', { schoolId: roster.school })
  const param = encryptParam(activity.server.env.config.secret, { chapter: where.chapter })
  await client.send('POST /v130/param_decrypt', { param })
  const { code } = await db
    .selectFrom('resources')
    .select('code')
    .where('uid', '=', where.resource)
    .executeTakeFirstOrThrow()
  await client.send('POST /v130/code2id', { code })
}

async function talk({ fixture }: ActionContext, client: Client): Promise<void> {
  const { where } = fixture
  const here = { curriculumId: where.book, chapterId: where.chapter }
  const note = await client.call('POST /v131/push_note', { ...here, text: '大家看', public: true })
  await client.send('POST /v131/like_note', { id: note.id, on: true })
  const discuss = await client.call('POST /v131/push_discuss', { ...here, text: '大家谈' })
  const reply = await client.call('POST /v131/push_reply', { target: 'discuss', id: discuss.id, text: '自己答' })
  await client.send('GET /v131/reply_list', { target: 'discuss', id: discuss.id })
  await client.send('POST /v131/discuss_accept', { id: discuss.id, reply: reply.id })
  await client.send('POST /v131/discuss_close', { id: discuss.id, on: true })
  await client.send('POST /v131/delete_reply', { id: reply.id })
  await client.send('POST /v131/delete_discuss', { id: discuss.id })
  await client.send('POST /v131/delete_note', { id: note.id })
  const comment = await client.call('POST /v130/add_comment', { curriculumId: where.book, stars: 4, text: '再评' })
  await client.send('POST /v130/like_comment', { id: comment.id, on: true })
  await client.send('POST /v130/del_comment', { id: comment.id })
}

/** Cancels orders, redeems a coupon and claims a free roster entry. */
async function giveAway({ db, fixture, activity }: ActionContext, { other, third }: People): Promise<void> {
  const [wanted] = fixture.where.items
  const order = await other.call('POST /v1/order_create', { curriculumId: wanted })
  await other.send('POST /v1/order_cancel', { id: order.id })
  await other.send('POST /v1/order_delete', { id: order.id })
  const again = await other.call('POST /v1/order_create', { curriculumId: wanted })
  await other.send('POST /v1/set_order_status', { id: again.id, status: orderStatus.cancelled })
  const code = await addCoupon(activity)
  await other.send('GET /v1/coupon_bind_curriculum', { code })
  await other.send('POST /v1/coupon_exchange_scan', { text: code })
  const { school, classes, name } = fixture.roster
  const studentNo = String(randomInt(1e9))
  const entry = await db.selectFrom('rosters').select(['school_id', 'class_id']).executeTakeFirstOrThrow()
  await db
    .insertInto('rosters')
    .values({ ...entry, student_no: studentNo, name })
    .execute()
  await third.send('POST /v1/student_auth', { schoolId: school, classId: classes[0], name, studentNo })
}

/** Changes and binds phone numbers; finally cancels the account. */
async function newNumber({ db, now, activity }: ActionContext, third: Client, as: Maker['as']): Promise<void> {
  const sendCode = async (scene: CodeScene, mobile = `14${randomInt(1e8, 1e9)}`) => {
    const code_hash = hashCode(activity.server.env.config.secret, scene, mobile, '1234')
    // A client without a device secret is identified by its network.
    const requester = { requester: networkOf('127.0.0.1'), network: networkOf('127.0.0.1') }
    await db
      .insertInto('codes')
      .values({ mobile, scene, code_hash, created_at: now(), ...requester })
      .execute()
    return { mobile, code: '1234' }
  }
  for (const name of ['POST /v1/user_bind_mobile', 'POST /v130/wechat_bind_mobile'] as const) {
    const row = { nickname: '新来的', mobile: null, created_at: 0 }
    const { id } = await db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()
    await as(await createSession(db, id, device, now())).send(name, await sendCode('bind'))
  }
  const me = await meOf(db, third)
  const ticketFor = (purpose: 'change' | 'cancel', mobile: string | null) =>
    issueTicket(db, { purpose, userId: me.id, proof: { mobile } }, now())
  const next = await sendCode('change')
  await third.send('POST /v1/user_change_mobile', { ...next, ticket: await ticketFor('change', me.mobile) })
  await third.send('POST /v130/unbind_wechat', { app: 'mp' })
  const { uid: schoolId } = await db.selectFrom('schools').select('uid').executeTakeFirstOrThrow()
  await third.send('POST /v1/campus_unbind', { schoolId })
  await third.send('POST /v1/cancel_account', { ticket: await ticketFor('cancel', next.mobile) })
  // Logging in again revokes the cancellation.
  await as('').send('POST /v1/login_code', await sendCode('login', next.mobile))
}
