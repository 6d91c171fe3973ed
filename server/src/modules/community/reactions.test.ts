import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { type CommunityFixture, createCommunityFixture, messagesOf } from '../../testing/community'
import { hostileTexts } from '../../testing/hostile-texts'

let server: TestApp
let room: CommunityFixture
let posts: Record<'comment' | 'discuss' | 'note' | 'secret', string>
beforeAll(async () => {
  server = await startTestApp()
})
beforeEach(async () => {
  server.clock.set(testStart)
  room = await createCommunityFixture(server)
  const { client } = room.owner
  const text = '先写下来的话'
  posts = {
    comment: (await client.call('POST /v130/add_comment', { curriculumId: room.book.uid, stars: 4, text })).id,
    discuss: (await client.call('POST /v131/push_discuss', { ...room.paid, pid: 'p1', text })).id,
    note: (await client.call('POST /v131/push_note', { ...room.paid, text, public: true })).id,
    secret: (await client.call('POST /v131/push_note', { ...room.paid, text })).id,
  }
})
afterAll(() => server.close())

const likes = {
  comment: 'POST /v130/like_comment',
  discuss: 'POST /v131/like_discuss',
  note: 'POST /v131/like_note',
} as const
const kinds = ['comment', 'discuss', 'note'] as const

describe.each(kinds)('liking a %s', (kind) => {
  const like = (who: 'friend' | 'owner', on = true) => room[who].client.call(likes[kind], { id: posts[kind], on })

  it('likes count each user once, even after repeated calls', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => like('friend')))
    expect(answers.at(-1)).toEqual({ on: true, count: 1 })
    expect(await like('owner')).toEqual({ on: true, count: 2 })
    expect(await like('friend', false)).toEqual({ on: false, count: 1 })
    expect(await like('friend', false)).toEqual({ on: false, count: 1 })
  })

  it("notifies the author once per liking user, and not of the author's own like", async () => {
    for (const on of [true, true, false, true]) await like('friend', on)
    await like('owner')
    const names = { comment: '评价', discuss: '讨论', note: '笔记' }
    expect(await messagesOf(server.db, room.owner.id)).toEqual([
      {
        kind: 'social',
        title: `也有书的人 赞了你的${names[kind]}`,
        body: '先写下来的话',
        link:
          kind === 'comment'
            ? `pages/digital-textbooks/details?id=${room.book.uid}&comment=${posts.comment}`
            : `pages/digital-textbooks/read?id=${room.book.uid}&chapter=${room.paid.chapterId}${kind === 'discuss' ? '&pid=p1' : ''}&${kind}=${posts[kind]}`,
      },
    ])
  })

  it('returns not found for unreadable posts, posts of another kind and unknown ids', async () => {
    const send = (who: 'friend' | 'stranger', id: string) => room[who].client.send(likes[kind], { id, on: true })
    const missing = { data: { error: `${kind}-not-found` } }
    expect(await send('stranger', posts[kind])).toMatchObject(kind === 'comment' ? { code: 1 } : missing)
    for (const id of [randomUUID(), posts.secret, posts[kind === 'note' ? 'discuss' : 'note']])
      expect(await send('friend', id)).toMatchObject(missing)
    expect(await server.guest.send(likes[kind], { id: posts[kind], on: true })).toMatchObject({ code: 3 })
  })
})

describe.each(kinds)('replies to a %s', (kind) => {
  const reply = (who: 'owner' | 'friend', more: object = {}) =>
    room[who].client.call('POST /v131/push_reply', { target: kind, id: posts[kind], text: '我也这么想', ...more })
  const list = (client = room.friend.client, input: object = {}) =>
    client.call('GET /v131/reply_list', { target: kind, id: posts[kind], ...input })

  it('lists replies oldest first, names the addressee and notifies them', async () => {
    const first = await reply('friend')
    expect(first).toMatchObject({ to: null, mine: true, text: '我也这么想' })
    server.clock.advance(1)
    const second = await reply('owner', { to: room.friend.uid, text: '谢谢' })
    expect(second.to).toEqual({ id: room.friend.uid, nickname: '也有书的人', avatar: null })
    server.clock.advance(1)
    await reply('owner', { text: '补充一句' })
    const page = await list()
    expect([page.total, page.list.map(({ text, to }) => [text, to?.nickname])]).toEqual([
      3,
      [
        ['我也这么想', undefined],
        ['谢谢', '也有书的人'],
        ['补充一句', undefined],
      ],
    ])
    expect((await messagesOf(server.db, room.owner.id)).map(({ title }) => title)).toEqual([
      expect.stringMatching(/^也有书的人 回复了你的(评价|讨论|笔记)$/),
    ])
    expect((await messagesOf(server.db, room.friend.id)).map(({ title }) => title)).toEqual(['有书的人 回复了你'])
    const rest = await list(undefined, { pageSize: 1, lastItem: (await list(undefined, { pageSize: 2 })).lastItem })
    expect(rest.list.map(({ text }) => text)).toEqual(['补充一句'])
  })

  it('rejects an addressee who has not replied to the post', async () => {
    for (const to of [room.stranger.uid, randomUUID()])
      expect(
        await room.friend.client.send('POST /v131/push_reply', { target: kind, id: posts[kind], text: '看', to }),
      ).toMatchObject({ data: { error: 'target-not-found' } })
    expect(await messagesOf(server.db, room.stranger.id)).toEqual([])
  })

  it('reading replies requires access to the post; writing, a mobile number and no sensitive words', async () => {
    await reply('friend')
    const stranger = await room.stranger.client.send('GET /v131/reply_list', { target: kind, id: posts[kind] })
    const guest = await server.guest.send('GET /v131/reply_list', { target: kind, id: posts[kind] })
    const seen = kind === 'comment' ? { code: 1, data: { total: 1 } } : { data: { error: 'target-not-found' } }
    expect(stranger).toMatchObject(seen)
    expect(guest).toMatchObject(seen)
    expect(
      await room.unbound.client.send('POST /v131/push_reply', { target: kind, id: posts[kind], text: '嗯' }),
    ).toMatchObject({ code: 5 })
    expect(
      await room.friend.client.send('POST /v131/push_reply', { target: kind, id: posts[kind], text: '包过' }),
    ).toMatchObject({ data: { error: 'words-refused' } })
  })

  it('only the author can delete a reply; deleting the post deletes its replies', async () => {
    const { id } = await reply('friend')
    expect(await room.owner.client.send('POST /v131/delete_reply', { id })).toMatchObject({
      data: { error: 'target-not-found' },
    })
    await room.friend.client.call('POST /v131/delete_reply', { id })
    expect((await list()).total).toBe(0)
    await reply('friend')
    const remove = {
      comment: 'POST /v130/del_comment',
      discuss: 'POST /v131/delete_discuss',
      note: 'POST /v131/delete_note',
    }
    await room.owner.client.call(remove[kind] as 'POST /v130/del_comment', { id: posts[kind] })
    expect(await room.friend.client.send('GET /v131/reply_list', { target: kind, id: posts[kind] })).toMatchObject({
      data: { error: 'target-not-found' },
    })
    const left = await server.db.selectFrom('posts').select('id').where('user_id', '=', room.friend.id).execute()
    expect(left).toEqual([])
  })
})

describe('a note made private', () => {
  it('replies to a note made private are visible to its author only', async () => {
    const place = { target: 'note', id: posts.note } as const
    const reply = await room.friend.client.call('POST /v131/push_reply', { ...place, text: '好' })
    await room.owner.client.call('POST /v131/push_note', { ...room.paid, id: posts.note, text: '收回', public: false })
    const late = await room.person('来晚的人', true)
    expect(await late.client.send('GET /v131/reply_list', place)).toMatchObject({ code: 0 })
    expect(
      await late.client.send('POST /v131/report', { target: 'reply', id: reply.id, reason: '看看' }),
    ).toMatchObject({
      code: 0,
    })
    expect((await room.owner.client.call('GET /v131/reply_list', place)).total).toBe(1)
  })
})

describe('reports', () => {
  it('a post is reported once per user, and the report keeps the text of a deleted post', async () => {
    const reply = await room.friend.client.call('POST /v131/push_reply', {
      target: 'comment',
      id: posts.comment,
      text: '难听的话',
    })
    const report = (target: string, id: string) =>
      room.stranger.client.send('POST /v131/report', { target, id, reason: '不友善' })
    expect(await report('reply', reply.id)).toMatchObject({ code: 1 })
    expect(await report('reply', reply.id)).toMatchObject({ code: 1 })
    expect(await report('comment', posts.comment)).toMatchObject({ code: 1 })
    // Unreadable posts cannot be reported.
    for (const [target, id] of [
      ['discuss', posts.discuss],
      ['note', posts.secret],
      ['comment', randomUUID()],
    ] as const)
      expect(await report(target, id)).toMatchObject({ data: { error: 'target-not-found' } })
    await room.friend.client.call('POST /v131/delete_reply', { id: reply.id })
    const reports = await server.db
      .selectFrom('reports')
      .select(['reason', 'text', 'post_id'])
      .where('user_id', '=', room.stranger.id)
      .orderBy('id')
      .execute()
    expect(reports).toMatchObject([{ reason: '不友善', text: '难听的话', post_id: null }, { text: '先写下来的话' }])
  })
})

it('hostile strings stay unchanged in replies and reports', async () => {
  const input = { target: 'comment', id: posts.comment } as const
  for (const text of hostileTexts(500)) {
    await server.db.deleteFrom('rate_counters').execute()
    expect((await room.friend.client.call('POST /v131/push_reply', { ...input, text })).text).toBe(text.trim())
  }
  for (const reason of hostileTexts(200)) {
    await server.db.deleteFrom('rate_counters').execute()
    await room.friend.client.call('POST /v131/report', { ...input, reason })
    const reports = await server.db
      .selectFrom('reports')
      .select('reason')
      .where('user_id', '=', room.friend.id)
      .execute()
    expect(reports).toEqual([{ reason: reason.trim() }])
  }
})
