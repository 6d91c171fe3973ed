import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { addCurriculum } from '../../testing/catalogue'
import { addUpload, type CommunityFixture, createCommunityFixture } from '../../testing/community'
import { hostileTexts } from '../../testing/hostile-texts'
import { revokeEntitlement } from '../access/public'
import { containsSensitiveWord } from './sensitive-words'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const good = { stars: 5, text: '每个定理都有证明，读得踏实。' }
/** Reads the details as a logged-in user, because responses to guests are cached for 30 seconds. */
const info = async (room: CommunityFixture) => (await server.as()).call('GET /v1/textbooks_info', { id: room.book.uid })
const say = (room: CommunityFixture, who: 'owner' | 'friend', more: object = {}) =>
  room[who].client.call('POST /v130/add_comment', { curriculumId: room.book.uid, ...good, ...more })

describe('comments', () => {
  it('an owner can add, change and delete a rating; each updates the average and the counts', async () => {
    const room = await createCommunityFixture(server)
    const { owner, book } = room
    const comment = await say(room, 'owner')
    expect(comment).toMatchObject({ ...good, curriculumId: book.uid, mine: true, likes: 0, editedAt: null })
    expect(comment.author).toEqual({ id: owner.uid, nickname: '有书的人', avatar: null })
    await say(room, 'friend', { stars: 2 })
    expect(await info(room)).toMatchObject({ rating: 3.5, ratingCount: 2, ratings: [0, 1, 0, 0, 1] })

    server.clock.advance(60)
    const changed = await say(room, 'owner', { stars: 4, text: '再读一遍，扣一星' })
    expect(changed).toMatchObject({
      id: comment.id,
      stars: 4,
      createdAt: comment.createdAt,
      editedAt: comment.createdAt + 60,
    })
    expect(await info(room)).toMatchObject({ rating: 3, ratings: [0, 1, 0, 1, 0] })
    expect(await owner.client.call('GET /v1/textbooks_info', { id: book.uid })).toMatchObject({
      myCommentId: comment.id,
    })

    await owner.client.call('POST /v130/del_comment', { id: comment.id })
    expect(await info(room)).toMatchObject({ rating: 2, ratings: [0, 1, 0, 0, 0] })
    expect(await server.guest.send('GET /v130/comment_info', { id: comment.id })).toMatchObject({
      data: { error: 'comment-not-found' },
    })
  })

  it('after ten concurrent comments of one user there is one comment and the counts are correct', async () => {
    const room = await createCommunityFixture(server)
    const stars = [1, 2, 3, 4, 5, 1, 2, 3, 4, 5]
    const comments = await Promise.all(stars.map((count) => say(room, 'owner', { stars: count })))
    expect(new Set(comments.map(({ id }) => id)).size).toBe(1)
    const [comment] = (await server.guest.call('GET /v130/comment_list', { curriculumId: room.book.uid })).list
    expect((await info(room)).ratings).toEqual([1, 2, 3, 4, 5].map((star) => Number(star === comment!.stars)))
    const deletions = await Promise.all(
      [1, 2, 3].map(() => room.owner.client.send('POST /v130/del_comment', { id: comment!.id })),
    )
    expect(deletions.map(({ code }) => code).sort()).toEqual([0, 0, 1])
    expect((await info(room)).ratings).toEqual([0, 0, 0, 0, 0])
  })

  it('a repeated request with its idempotency key returns the first response', async () => {
    const room = await createCommunityFixture(server)
    const key = randomUUID()
    const input = { curriculumId: room.book.uid, ...good, images: [] }
    const first = await room.owner.client.call('POST /v130/add_comment', input, { key })
    await room.owner.client.call('POST /v130/del_comment', { id: first.id })
    expect(await room.owner.client.call('POST /v130/add_comment', input, { key })).toEqual(first)
    expect((await info(room)).ratingCount).toBe(0)
  })

  it('a comment requires an entitlement, a mobile number, stars and text', async () => {
    const room = await createCommunityFixture(server)
    const { stranger, unbound, owner, book } = room
    const input = { curriculumId: book.uid, ...good }
    const add = (client: typeof owner.client, more: object = {}) =>
      client.send('POST /v130/add_comment', { ...input, ...more })
    expect(await add(server.guest)).toMatchObject({ code: 3 })
    expect(await add(unbound.client)).toMatchObject({ code: 5 })
    expect(await add(stranger.client)).toMatchObject({ code: 7 })
    expect(await add(owner.client, { curriculumId: randomUUID() })).toMatchObject({
      data: { error: 'curriculum-not-found' },
    })
    for (const wrong of [{ stars: 0 }, { stars: 6 }, { stars: 4.5 }, { text: '  ' }, { text: '长'.repeat(501) }])
      expect(await add(owner.client, wrong)).toMatchObject({ data: { error: 'invalid-input' } })
    expect(await add(owner.client, { text: '找我代-考，包 过' })).toMatchObject({ data: { error: 'words-refused' } })
    await revokeEntitlement(server.db, { userId: owner.id, curriculumId: book.id, source: 'test', now: testStart })
    expect(await add(owner.client)).toMatchObject({ code: 7 })
    expect((await info(room)).ratingCount).toBe(0)
  })

  it("accepts only the user's own completed public images", async () => {
    const room = await createCommunityFixture(server)
    const { owner, friend } = room
    const image = await addUpload(server.db, owner.id)
    const comment = await say(room, 'owner', { images: [image] })
    expect(comment.images).toEqual([{ id: image, url: expect.stringMatching(/^\/media\/p\/[0-9a-f]{32}\.webp$/) }])
    // An edit that sends the id of the image keeps the image.
    expect((await say(room, 'owner', { text: '改', images: [image] })).images).toEqual(comment.images)
    const wrong = [
      await addUpload(server.db, friend.id),
      await addUpload(server.db, owner.id, 'student-card'),
      await addUpload(server.db, owner.id, 'image', false),
      randomUUID(),
    ]
    for (const id of wrong)
      expect(
        await owner.client.send('POST /v130/add_comment', { curriculumId: room.book.uid, ...good, images: [id] }),
      ).toMatchObject({ data: { error: 'image-not-found' } })
    expect((await server.guest.call('GET /v130/comment_info', { id: comment.id })).text).toBe('改')
  })

  it("returns comment-not-found when deleting another user's comment or a note", async () => {
    const room = await createCommunityFixture(server)
    const comment = await say(room, 'owner')
    const note = await room.friend.client.call('POST /v131/push_note', { ...room.free, text: '笔记' })
    for (const id of [comment.id, randomUUID()])
      expect(await room.friend.client.send('POST /v130/del_comment', { id })).toMatchObject({
        data: { error: 'comment-not-found' },
      })
    // A note of the user cannot be deleted as a comment.
    expect(await room.friend.client.send('POST /v130/del_comment', { id: note.id })).toMatchObject({
      data: { error: 'comment-not-found' },
    })
    expect(await room.friend.client.call('GET /v131/get_note', {})).toMatchObject({ total: 1 })
    expect((await info(room)).ratings).toEqual([0, 0, 0, 0, 1])
  })

  it('comments are sorted newest first, filtered by stars and paged by cursor', async () => {
    const room = await createCommunityFixture(server)
    for (let i = 1; i <= 5; i++) {
      const { client } = await room.person(`第 ${i} 位`, true)
      server.clock.advance(1)
      await client.call('POST /v130/add_comment', { curriculumId: room.book.uid, stars: i > 3 ? 5 : 1, text: `${i}` })
    }
    const ask = (more: object) => server.guest.call('GET /v130/comment_list', { curriculumId: room.book.uid, ...more })
    const first = await ask({ pageSize: 2 })
    expect([first.list.map(({ text }) => text), first.total, first.hasMore]).toEqual([['5', '4'], 5, true])
    await say(room, 'owner')
    const second = await ask({ pageSize: 2, pageNo: 2, lastItem: first.lastItem })
    expect(second.list.map(({ text }) => text)).toEqual(['3', '2'])
    const five = await ask({ stars: 5 })
    expect([five.total, five.list.every(({ stars }) => stars === 5)]).toEqual([3, true])
    expect((await ask({ pageNo: 9 })).total).toBe(6)
    expect(await server.guest.send('GET /v130/comment_list', { curriculumId: randomUUID() })).toMatchObject({
      data: { error: 'curriculum-not-found' },
    })
  })

  it("user_comment returns the user's comments with their curricula, and owned items not yet rated", async () => {
    const room = await createCommunityFixture(server)
    expect((await room.owner.client.call('GET /v130/user_comment', {})).waiting.map(({ id }) => id)).toEqual([
      room.book.uid,
    ])
    await say(room, 'owner')
    const page = await room.owner.client.call('GET /v130/user_comment', {})
    expect([page.waiting, page.total]).toEqual([[], 1])
    expect(page.list).toMatchObject([{ ...good, curriculum: { title: '离散数学', owned: true } }])
  })

  it('shows comments of closed accounts without the name of the author', async () => {
    const room = await createCommunityFixture(server)
    const comment = await say(room, 'owner')
    await server.db
      .updateTable('users')
      .set({ closed_at: testStart, avatar: '/media/p/x.webp' })
      .where('id', '=', room.owner.id)
      .execute()
    expect((await server.guest.call('GET /v130/comment_info', { id: comment.id })).author).toEqual({
      id: room.owner.uid,
      nickname: '已注销用户',
      avatar: null,
    })
  })

  it('a comment with hostile strings is stored unchanged', async () => {
    const room = await createCommunityFixture(server)
    for (const text of hostileTexts(500)) {
      // Resets the rate limit of the user.
      await server.db.deleteFrom('rate_counters').execute()
      const comment = await say(room, 'owner', { text })
      expect(comment.text).toBe(text.trim())
    }
  })

  it('rejects the 31st comment of a user within ten minutes', async () => {
    const room = await createCommunityFixture(server)
    const codes = []
    for (let i = 0; i < 31; i++)
      codes.push(
        (
          await room.owner.client.send('POST /v130/add_comment', {
            curriculumId: room.book.uid,
            stars: 1,
            text: `${i}`,
          })
        ).code,
      )
    expect([codes[29], codes[30]]).toEqual([1, 429])
  })

  it('comments on an unpublished item are readable only by its owners', async () => {
    const room = await createCommunityFixture(server)
    await say(room, 'owner')
    await server.db.updateTable('curricula').set({ published: false }).where('id', '=', room.book.id).execute()
    expect((await room.friend.client.call('GET /v130/comment_list', { curriculumId: room.book.uid })).total).toBe(1)
    expect((await room.owner.client.call('GET /v130/user_comment', {})).list).toHaveLength(1)
    expect(await room.stranger.client.send('GET /v130/comment_list', { curriculumId: room.book.uid })).toMatchObject({
      code: 0,
    })
    await addCurriculum(server.db)
  })
})

describe('sensitive words', () => {
  it.each([
    ['代考', true],
    ['代 . 考', true],
    ['代\u200b考', true],
    ['ＡＢＣ', true],
    ['现代考试制度', true],
    ['考代', false],
    ['', false],
  ])('containsSensitiveWord(%j) returns %j', (text, expected) =>
    expect(containsSensitiveWord(text, ['代考', 'abc', '。'])).toBe(expected),
  )

  it('a comment with a sensitive word added by staff is rejected', async () => {
    const room = await createCommunityFixture(server)
    await server.db
      .insertInto('settings')
      .values({ key: 'sensitive-words', value: JSON.stringify(['薅羊毛']) })
      .execute()
    server.clock.advance(31)
    expect(
      await room.owner.client.send('POST /v130/add_comment', {
        curriculumId: room.book.uid,
        stars: 5,
        text: '来薅 羊毛',
      }),
    ).toMatchObject({ data: { error: 'words-refused' } })
  })
})
