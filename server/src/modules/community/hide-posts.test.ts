import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app'
import type { Client } from '../../testing/client'
import { createCommunityFixture, messagesOf } from '../../testing/community'
import { asStaff, createStaff } from '../../testing/staff'

let app: TestApp
let support: Client
beforeAll(async () => {
  app = await startTestApp()
  support = await asStaff(app, await createStaff(app, 'support', undefined, '小许'))
})
afterAll(() => app.close())

it('staff can list posts, hide them with a reason and restore them, with their stars and replies', async () => {
  const { book, owner, friend, stranger } = await createCommunityFixture(app)
  const say = (text: string) => owner.client.call('POST /v130/add_comment', { curriculumId: book.uid, stars: 2, text })
  const { id } = await say('加群领资料')
  const reply = await friend.client.call('POST /v131/push_reply', { target: 'comment', id, text: '别信' })
  const list = (input: object) => support.call('GET /staff/v1/posts_recent', input as never)
  const first = await list({ author: owner.uid, limit: 1 })
  expect(first).toMatchObject({ total: 1, list: [{ id, hidden: null }] })
  const both = await list({ limit: 2 })
  expect(both.list.map((post) => post.id)).toEqual([reply.id, id])
  expect((await list({ limit: 1, after: (await list({ limit: 1 })).next })).list[0]!.id).toBe(id)

  await support.call('POST /staff/v1/post_hide', { id, reason: '广告' })
  expect(await support.send('POST /staff/v1/post_hide', { id, reason: '广告' })).toMatchObject({
    data: { error: 'target-not-found' },
  })
  for (const client of [owner.client, stranger.client]) {
    const shown = await client.call('GET /v130/comment_list', { curriculumId: book.uid })
    expect([shown.list, shown.total]).toEqual([[], 0])
    expect((await client.send('GET /v131/reply_list', { target: 'comment', id })).data.error).toBe('target-not-found')
  }
  expect(await owner.client.send('GET /v130/comment_info', { id })).toMatchObject({
    data: { error: 'comment-not-found' },
  })
  const ownPosts = await owner.client.call('GET /v130/user_comment', {})
  expect([ownPosts.list, ownPosts.total]).toEqual([[], 0])
  const refused = await owner.client.send('POST /v130/add_comment', { curriculumId: book.uid, stars: 5, text: '好' })
  expect(refused).toMatchObject({ data: { error: 'post-hidden' }, msg: expect.stringContaining('广告') })
  expect(await list({ state: 'hidden', author: owner.uid })).toMatchObject({
    list: [{ id, hidden: { reason: '广告', by: '小许' } }],
  })
  expect((await messagesOf(app.db, owner.id)).at(-1)).toMatchObject({ title: '你的评价已被隐藏' })

  await support.call('POST /staff/v1/post_restore', { id, reason: '误判' })
  const shown = await stranger.client.call('GET /v130/comment_list', { curriculumId: book.uid })
  expect([shown.list.map((post) => post.id), shown.total]).toEqual([[id], 1])
  await support.call('POST /staff/v1/post_hide', { id: reply.id, reason: '无关' })
  const replies = await owner.client.call('GET /v131/reply_list', { target: 'comment', id })
  expect([replies.list, replies.total]).toEqual([[], 0])
  const all = await app.db.selectFrom('curricula').select('ratings').where('uid', '=', book.uid).execute()
  expect(all).toEqual([{ ratings: [0, 1, 0, 0, 0] }])
  // Deleting a hidden comment does not subtract its stars again.
  await support.call('POST /staff/v1/post_hide', { id, reason: '广告' })
  await owner.client.call('POST /v130/del_comment', { id })
  const left = await app.db.selectFrom('curricula').select('ratings').where('uid', '=', book.uid).execute()
  expect(left).toEqual([{ ratings: [0, 0, 0, 0, 0] }])
})

it('a hidden discussion is neither listed nor counted', async () => {
  const { free, owner, friend } = await createCommunityFixture(app)
  const { id } = await owner.client.call('POST /v131/push_discuss', { ...free, text: '刷屏' })
  await support.call('POST /staff/v1/post_hide', { id, reason: '刷屏' })
  const shown = await friend.client.call('GET /v131/get_discuss', free)
  expect([shown.list, shown.total, shown.counts]).toEqual([[], 0, {}])
})

it('a hidden note stays a private note that cannot be published again', async () => {
  const { book, free, owner, stranger } = await createCommunityFixture(app)
  const note = { ...free, text: '抄来的答案', public: true }
  const { id } = await owner.client.call('POST /v131/push_note', note)
  await support.call('POST /staff/v1/post_hide', { id, reason: '泄题' })
  const ownScope = { curriculumId: book.uid, scope: 'mine' as const }
  expect((await owner.client.call('GET /v131/get_note', ownScope)).list).toMatchObject([{ id, public: false }])
  const others = await stranger.client.call('GET /v131/get_note', { curriculumId: book.uid, scope: 'public' })
  expect(others.list).toEqual([])
  expect(await owner.client.send('POST /v131/push_note', { ...note, id })).toMatchObject({
    data: { error: 'post-hidden' },
  })
  // Other users do not learn that the note is hidden.
  expect(await stranger.client.send('POST /v131/push_note', { ...note, id })).toMatchObject({
    data: { error: 'note-not-found' },
  })
  expect((await owner.client.send('POST /v131/push_note', { ...note, id, public: false })).code).toBe(1)
  // Staff cannot hide a private note.
  const ownNote = await owner.client.call('POST /v131/push_note', { ...note, public: false })
  expect(await support.send('POST /staff/v1/post_hide', { id: ownNote.id, reason: '试试' })).toMatchObject({
    data: { error: 'target-not-found' },
  })
})
