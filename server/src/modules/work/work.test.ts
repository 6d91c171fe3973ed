import type { WorkKind } from '@dxx/contract/staff'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import type { Client } from '../../testing/client'
import { addUpload, createCommunityFixture, messagesOf } from '../../testing/community'
import { addSchool, asStaff, createStaff, giveRole } from '../../testing/staff'

let app: TestApp
let support: Client
beforeAll(async () => {
  app = await startTestApp()
  support = await asStaff(app, await createStaff(app, 'support', undefined, '小许'))
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(testStart)
  await app.db.updateTable('work_items').set({ closed_at: testStart }).where('closed_at', 'is', null).execute()
})

/** Creates a user who wrote to customer service. */
async function asked(text: string) {
  const user = await app.createUser({ nickname: '提问的人' })
  const client = await app.as(user)
  await client.call('POST /v1/cs_send', { text })
  return { user, client }
}

const listOf = async (client: Client, kinds?: WorkKind[]) =>
  (await client.call('GET /staff/v1/work_list', { kinds, assigned: 'all' })).list

async function only(client: Client, kind: WorkKind) {
  const [item, ...more] = await listOf(client, [kind])
  expect(more).toEqual([])
  return item!
}

/** Creates a user whose student authentication waits for a review by staff. */
async function applies(school: { uid: string }, name: string, studentNo: string) {
  const user = await app.createUser({ nickname: name })
  await app.db.updateTable('schools').set({ has_roster: false }).where('uid', '=', school.uid).execute()
  const client = await app.as(user)
  await client.call('POST /v1/student_auth', { schoolId: school.uid, className: '一班', studentNo, name })
  return { user, client }
}

describe('the work queue', () => {
  it('work_list lists waiting items, oldest first, by keyset, and work_counts counts them by kind', async () => {
    for (let i = 0; i < 5; i++) {
      await asked(`问题 ${i}`)
      app.clock.advance(1)
    }
    const titles: string[] = []
    let after: string | undefined
    do {
      const page = await support.call('GET /staff/v1/work_list', { after, limit: 2 })
      expect(page.total).toBe(5)
      titles.push(...page.list.map(({ title }) => title))
      after = page.next ?? undefined
    } while (after)
    expect(titles).toEqual(['问题 0', '问题 1', '问题 2', '问题 3', '问题 4'])
    app.clock.advance(4 * 3600 - 3)
    const laterStaff = await asStaff(app, await createStaff(app, 'support'))
    const { kinds } = await laterStaff.call('GET /staff/v1/work_counts', {})
    expect(kinds.find(({ kind }) => kind === 'support')).toMatchObject({ waiting: 5, mine: 0, overdue: 2 })
    expect(kinds.map(({ kind }) => kind)).not.toContain('refund')
  })

  it('work_next returns the next item that is assigned to the caller or unassigned', async () => {
    for (const text of ['甲', '乙', '丙']) await asked(text)
    const [first, second, third] = await listOf(support)
    const other = await asStaff(app, await createStaff(app, 'support', undefined, '同事'))
    await other.call('POST /staff/v1/work_take', { id: second!.id })
    const { item } = await support.call('GET /staff/v1/work_next', { after: first!.id })
    expect(item!.id).toBe(third!.id)
    expect(await support.call('GET /staff/v1/work_next', { after: third!.id })).toEqual({ item: null })
  })

  it('an item whose assignee may no longer decide it can be taken by colleagues', async () => {
    await asked('接手的人走了')
    const item = await only(support, 'support')
    const leaver = await createStaff(app, 'support', undefined, '离开的人')
    await (await asStaff(app, leaver)).call('POST /staff/v1/work_take', { id: item.id })
    const waiting = async () =>
      (await support.call('GET /staff/v1/work_counts', {})).kinds.find(({ kind }) => kind === 'support')!.waiting
    const next = async () => (await support.call('GET /staff/v1/work_next', {})).item
    expect([await waiting(), await next()]).toEqual([0, null])
    // Another role that the same staff member has does not allow the decision either.
    await giveRole(app, leaver, 'finance')
    await app.db
      .updateTable('staff_grants')
      .set({ ends_at: app.clock.now() })
      .where('user_id', '=', leaver.id)
      .where('role', '=', 'support')
      .execute()
    expect(await waiting()).toBe(1)
    expect((await support.call('GET /staff/v1/work_list', {})).list).toMatchObject([{ id: item.id, assignee: null }])
    await support.call('POST /staff/v1/work_take', { id: (await next())!.id })
    await support.call('POST /staff/v1/support_reply', { id: item.id, text: '我来' })
    expect(await listOf(support)).toEqual([])
  })

  it('when a student applies to another school, the item moves to that school without its assignee', async () => {
    const [from, to] = [await addSchool(app, 'moved from'), await addSchool(app, 'moved to')]
    const adminOf = async ({ school }: { school: { id: number } }) =>
      asStaff(app, await createStaff(app, 'school_admin', { kind: 'school', id: school.id }))
    const [first, second] = [await adminOf(from), await adminOf(to)]
    const { client } = await applies(from.school, '江改志', '4001')
    await first.call('POST /staff/v1/work_take', { id: (await only(first, 'student')).id })
    await app.db.updateTable('schools').set({ has_roster: false }).where('id', '=', to.school.id).execute()
    const moved = { schoolId: to.school.uid, className: '一班', studentNo: '4001', name: '江改志' }
    await client.call('POST /v1/student_auth', moved)
    expect((await second.call('GET /staff/v1/work_list', {})).list).toMatchObject([{ assignee: null }])
    expect((await first.call('GET /staff/v1/work_list', {})).list).toEqual([])
  })

  it('refuses the decision of a second staff member on an item that is taken or closed', async () => {
    await asked('两个人都想回答')
    const item = await only(support, 'support')
    const other = await asStaff(app, await createStaff(app, 'support', undefined, '同事'))
    const takes = await Promise.all(
      [support, other].map((one) => one.send('POST /staff/v1/work_take', { id: item.id })),
    )
    expect(takes.map(({ code }) => code).sort()).toEqual([1, 4])
    const [winner, loser] = takes[0]!.code === 1 ? [support, other] : [other, support]
    expect(await loser.send('POST /staff/v1/support_reply', { id: item.id, text: '我来' })).toMatchObject({
      code: 4,
      data: { error: 'work-taken' },
    })
    const taken = await only(winner, 'support')
    expect(
      await winner.send('POST /staff/v1/support_close', { id: item.id, version: taken.version - 1 }),
    ).toMatchObject({
      data: { error: 'work-taken' },
    })
    await winner.call('POST /staff/v1/support_reply', { id: item.id, version: taken.version, text: '已经处理' })
    expect(await loser.send('POST /staff/v1/support_reply', { id: item.id, text: '我来' })).toMatchObject({
      code: 4,
      data: { error: 'work-closed' },
    })
  })

  it('work_assignees lists only staff with the permission; work_assign keeps notes and history', async () => {
    await asked('请转交')
    const item = await only(support, 'support')
    const colleague = await createStaff(app, 'support', undefined, '接手的人')
    const finance = await createStaff(app, 'finance', undefined, '财务')
    const people = await support.call('GET /staff/v1/work_assignees', { id: item.id })
    expect(people).toContainEqual({ id: colleague.uid, nickname: '接手的人' })
    expect(people.map(({ nickname }) => nickname)).not.toContain('财务')
    expect(await support.send('POST /staff/v1/work_assign', { id: item.id, assignee: finance.uid })).toMatchObject({
      data: { error: 'person-not-found' },
    })
    await support.call('POST /staff/v1/work_note', { id: item.id, text: '他很急' })
    await support.call('POST /staff/v1/work_assign', { id: item.id, assignee: colleague.uid })
    const { notes, history, item: now } = await support.call('GET /staff/v1/work_item', { id: item.id })
    expect(notes).toMatchObject([{ author: '小许', text: '他很急' }])
    expect(history.map(({ callName }) => callName)).toEqual(['交给同事', '给同事留便签'])
    expect(Object.keys(history[0]!).sort()).toEqual(['actor', 'at', 'callName', 'id', 'reason'])
    const target = await app.db.selectFrom('audit').select('target_name').where('target_id', '=', item.id).execute()
    // Titles contain texts and names of users, which must not stay in the audit for years.
    expect(target.map(({ target_name }) => target_name)).toEqual(Array(2).fill(`客服 ${item.id.slice(0, 8)}`))
    expect(now.assignee).toEqual({ id: colleague.uid, nickname: '接手的人' })
  })
})

describe('work_news', () => {
  it('work_news lists items opened, or assigned to the caller by a colleague, since a time', async () => {
    const me = await createStaff(app, 'support', undefined, '我')
    const ownClient = await asStaff(app, me)
    await asked('早先的')
    app.clock.advance(10)
    const since = app.clock.now() - 1
    await asked('刚来的')
    const news = async () => {
      const list = await ownClient.call('GET /staff/v1/work_news', { since })
      const { fresh } = await ownClient.call('GET /staff/v1/work_counts', { since })
      expect(fresh).toBe(list.length)
      return list.map(({ item, handedBy }) => [item.title, handedBy])
    }
    expect(await news()).toEqual([['刚来的', null]])
    const old = (await listOf(support)).find(({ title }) => title === '早先的')!
    await ownClient.call('POST /staff/v1/work_take', { id: old.id })
    expect(await news()).toEqual([['刚来的', null]])
    await ownClient.call('POST /staff/v1/work_assign', { id: old.id, assignee: null })
    await support.call('POST /staff/v1/work_assign', { id: old.id, assignee: me.uid })
    expect(await news()).toEqual(
      expect.arrayContaining([
        ['刚来的', null],
        ['早先的', '小许'],
      ]),
    )
  })
})

describe('student authentication', () => {
  it('applications are listed for the school’s administrator, without one for customer service', async () => {
    const [own, foreign] = [await addSchool(app, 'review'), await addSchool(app, 'other')]
    const admin = await asStaff(app, await createStaff(app, 'school_admin', { kind: 'school', id: own.school.id }))
    await applies(own.school, '周以宁', '1001')
    await applies(foreign.school, '吴小雨', '1002')
    expect((await listOf(admin)).map(({ title }) => title)).toEqual([`${own.school.name} · 周以宁`])
    expect((await listOf(support)).map(({ title }) => title)).toEqual([`${foreign.school.name} · 吴小雨`])
    const studentItems = await only(support, 'student')
    const unknown = await admin.send('GET /staff/v1/work_item', { id: crypto.randomUUID() })
    expect(await admin.send('GET /staff/v1/work_item', { id: studentItems.id })).toEqual(unknown)
    expect(await admin.send('POST /staff/v1/student_reject', { id: studentItems.id, reason: '试试' })).toEqual(unknown)
    expect(await admin.send('POST /staff/v1/student_approve', { items: [{ id: studentItems.id }] })).toEqual(unknown)
  })

  it('applications go to customer service if the administrators’ accounts are suspended or closed', async () => {
    const { school } = await addSchool(app, 'left')
    const admin = await createStaff(app, 'school_admin', { kind: 'school', id: school.id })
    await applies(school, '郑可', '1003')
    const listStudentItems = async () =>
      (await listOf(support, ['student'])).filter(({ title }) => title.includes('郑可'))
    expect(await listStudentItems()).toEqual([])
    const set = (closed_at: number | null) =>
      app.db.updateTable('users').set({ closed_at }).where('id', '=', admin.id).execute()
    await set(testStart)
    expect(await listStudentItems()).toHaveLength(1)
    await set(null)
    await app.db.updateTable('staff_grants').set({ renewed_at: 1 }).where('user_id', '=', admin.id).execute()
    expect(await listStudentItems()).toHaveLength(1)
  })

  it('the page of a decided application shows no data of a later application to another school', async () => {
    const [own, other] = [await addSchool(app, 'decided'), await addSchool(app, 'later')]
    const admin = await asStaff(app, await createStaff(app, 'school_admin', { kind: 'school', id: own.school.id }))
    const { client } = await applies(own.school, '何再来', '3001')
    const item = await only(admin, 'student')
    await admin.call('POST /staff/v1/student_reject', { id: item.id, reason: '不是本校' })
    const closed = { kinds: ['student' as const], assigned: 'all' as const, closed: true }
    expect((await admin.call('GET /staff/v1/work_list', closed)).list.map(({ id }) => id)).toEqual([item.id])
    const detail = async () => (await admin.call('GET /staff/v1/work_item', { id: item.id })).detail
    expect(await detail()).toMatchObject({ given: { studentNo: '3001' } })
    app.clock.advance(10)
    await app.db.updateTable('schools').set({ has_roster: false }).where('id', '=', other.school.id).execute()
    const again = { schoolId: other.school.uid, className: '外班', studentNo: '9009', name: '何再来' }
    await client.call('POST /v1/student_auth', again)
    expect(await detail()).toBeNull()
  })

  it('student_approve approves several applications and lists those that were already decided', async () => {
    const { school } = await addSchool(app, 'bulk')
    const people = []
    for (const [i, name] of ['甲同学', '乙同学', '丙同学'].entries()) people.push(await applies(school, name, `20${i}`))
    const items = await listOf(support, ['student'])
    await support.call('POST /staff/v1/student_reject', { id: items[0]!.id, reason: '照片看不清' })
    const { approved, results } = await support.call('POST /staff/v1/student_approve', {
      items: items.map(({ id }) => ({ id })),
    })
    expect(approved).toBe(2)
    expect(results.find(({ ok }) => !ok)).toMatchObject({ id: items[0]!.id, error: 'work-closed' })
    const status = async (client: Client) => (await client.call('GET /v1/student_auth_info', {})).status
    expect(await Promise.all(people.map(({ client }) => status(client)))).toEqual(['rejected', 'passed', 'passed'])
    expect(await messagesOf(app.db, people[0]!.user.id)).toMatchObject([
      { body: expect.stringContaining('照片看不清') },
    ])
    expect(await listOf(support, ['student'])).toEqual([])
    // A new application after the rejection waits for review again.
    await people[0]!.client.call('POST /v1/student_auth', {
      schoolId: school.uid,
      className: '一班',
      studentNo: '200',
      name: '甲同学',
    })
    expect(await listOf(support, ['student'])).toHaveLength(1)
  })
})

describe('customer service and feedback', () => {
  it('a conversation closes with the reply of staff and opens again with the next message of the user', async () => {
    const { client } = await asked('怎么退款？')
    const item = await only(support, 'support')
    const detail = await support.call('GET /staff/v1/work_item', { id: item.id })
    expect(detail.detail).toMatchObject({ kind: 'support', messages: [{ from: 'user', text: '怎么退款？' }] })
    await support.call('POST /staff/v1/support_reply', { id: item.id, text: '稍等', close: false })
    await support.call('POST /staff/v1/support_reply', { id: item.id, text: '在订单里申请' })
    const { list } = await client.call('GET /v1/cs_messages', {})
    expect(list.map(({ text }) => text)).toEqual(['在订单里申请', '稍等', '怎么退款？'])
    expect(await listOf(support)).toEqual([])
    await client.call('POST /v1/cs_send', { text: '谢谢' })
    await support.call('POST /staff/v1/support_close', { id: (await only(support, 'support')).id })
    expect(await listOf(support)).toEqual([])
  })

  it('support_reopen opens a closed conversation again, and changes nothing if the user has written since', async () => {
    const { client } = await asked('还有一个问题')
    const item = await only(support, 'support')
    expect(await support.send('POST /staff/v1/support_reopen', { id: item.id })).toMatchObject({
      data: { error: 'work-not-closed' },
    })
    await support.call('POST /staff/v1/support_close', { id: item.id })
    await support.call('POST /staff/v1/support_reopen', { id: item.id })
    expect((await only(support, 'support')).id).toBe(item.id)
    await support.call('POST /staff/v1/support_close', { id: item.id })
    await client.call('POST /v1/cs_send', { text: '在吗' })
    const next = await only(support, 'support')
    await support.call('POST /staff/v1/support_reopen', { id: item.id })
    expect((await only(support, 'support')).id).toBe(next.id)
    await support.call('POST /staff/v1/support_close', { id: next.id })
  })

  it('canned replies are saved, changed, listed and deleted', async () => {
    const { id } = await support.call('POST /staff/v1/reply_save', { title: '退款', text: '请在订单里申请退款。' })
    await support.call('POST /staff/v1/reply_save', { id, title: '退款', text: '请打开订单，申请退款。' })
    expect(await support.call('GET /staff/v1/reply_list', {})).toEqual([
      { id, title: '退款', text: '请打开订单，申请退款。', images: [] },
    ])
    await support.call('POST /staff/v1/reply_delete', { id })
    expect(await support.send('POST /staff/v1/reply_delete', { id })).toMatchObject({
      data: { error: 'reply-not-found' },
    })
  })

  it('staff can send images of canned replies of a colleague, but no other uploads of that colleague', async () => {
    const author = await createStaff(app, 'support', undefined, '写的人')
    const image = await addUpload(app.db, author.id, 'cs')
    const colleague = await asStaff(app, author)
    const { id } = await colleague.call('POST /staff/v1/reply_save', { title: '图', text: '见图', images: [image] })
    // If another staff member saves the canned reply, its image stays.
    await support.call('POST /staff/v1/reply_save', { id, title: '图解', text: '请看图', images: [image] })
    const { client } = await asked('在哪里？')
    const item = await only(support, 'support')
    const foreign = await addUpload(app.db, author.id, 'cs')
    expect(
      await support.send('POST /staff/v1/support_reply', { id: item.id, text: '', images: [foreign] }),
    ).toMatchObject({ data: { error: 'image-not-found' } })
    await support.call('POST /staff/v1/support_reply', { id: item.id, text: '', images: [image] })
    const { list } = await client.call('GET /v1/cs_messages', {})
    expect(list[0]).toMatchObject({ from: 'staff', images: [{ id: image }] })
    await support.call('POST /staff/v1/reply_delete', { id })
  })

  it('the contact of feedback is masked; feedback_contact returns it and writes an audit entry', async () => {
    const user = await app.createUser()
    await (await app.as(user)).call('POST /v1/opinion', { kind: 'bug', text: '视频放不出来了', contact: '13912345678' })
    const item = await only(support, 'feedback')
    const { detail } = await support.call('GET /staff/v1/work_item', { id: item.id })
    expect(detail).toMatchObject({ contact: '139****5678' })
    expect(await support.call('POST /staff/v1/feedback_contact', { id: item.id })).toEqual({ contact: '13912345678' })
    const recorded = app.db.selectFrom('audit').select('after').where('call', '=', 'feedback_contact')
    expect(await recorded.execute()).toEqual([{ after: { revealed: 'contact' } }])
    await support.call('POST /staff/v1/feedback_answer', { id: item.id, text: '已修好' })
    expect(await messagesOf(app.db, user.id)).toMatchObject([{ title: '你的反馈有回复了' }])
    expect(await listOf(support)).toEqual([])
  })
})

describe('reports', () => {
  it('a report shows the post with its replies, and closes with a decision or when the post is deleted', async () => {
    const { book, owner, friend, stranger } = await createCommunityFixture(app)
    const say = (person: typeof owner, text: string) =>
      person.client.call('POST /v130/add_comment', { curriculumId: book.uid, stars: 3, text })
    const [bad, fine] = [await say(owner, '骂人的话'), await say(friend, '好书')]
    const report = (id: string) => stranger.client.call('POST /v131/report', { target: 'comment', id, reason: '辱骂' })
    await report(bad.id)
    await report(fine.id)
    await friend.client.call('POST /v131/push_reply', { target: 'comment', id: bad.id, text: '请文明' })
    const reply = await friend.client.call('POST /v131/push_reply', { target: 'comment', id: fine.id, text: '谢谢' })
    const [first, second] = await listOf(support, ['report'])
    const { detail } = await support.call('GET /staff/v1/work_item', { id: first!.id })
    expect(detail).toMatchObject({
      post: { text: '骂人的话', reports: 1, place: '《离散数学》' },
      reports: [{ reason: '辱骂' }],
      surroundings: [{ text: '骂人的话' }, { text: '请文明' }],
    })
    await support.call('POST /staff/v1/report_remove', { id: first!.id, reason: '辱骂他人' })
    await support.call('POST /staff/v1/report_keep', { id: second!.id })
    expect(await listOf(support)).toEqual([])
    await stranger.client.call('POST /v131/report', { target: 'reply', id: reply.id, reason: '广告' })
    expect(await listOf(support)).toHaveLength(1)
    await friend.client.call('POST /v131/delete_reply', { id: reply.id })
    expect(await listOf(support)).toEqual([])
  })
})
