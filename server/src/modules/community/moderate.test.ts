import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app'
import { createCommunityFixture, messagesOf } from '../../testing/community'
import { runOps } from '../../testing/ops'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const ops = async (...args: string[]) => (await runOps(server, ...args)).join('\n')

it('the ops command lists reports, dismisses them or hides the reported post', async () => {
  const { book, owner, friend, stranger } = await createCommunityFixture(server)
  expect(await ops('reports', 'list')).toBe('没有待处理的举报。')
  const say = (person: typeof owner, stars: number, text: string) =>
    person.client.call('POST /v130/add_comment', { curriculumId: book.uid, stars, text })
  const bad = await say(owner, 1, '骂人的\n话')
  const fine = await say(friend, 5, '好书')
  const report = (person: typeof owner, id: string, reason: string) =>
    person.client.call('POST /v131/report', { target: 'comment', id, reason })
  await report(friend, bad.id, '辱骂')
  await report(stranger, bad.id, '辱骂')
  await report(stranger, fine.id, '广告')

  const list = await ops('reports', 'list')
  expect(list).toContain(`${bad.id}  `)
  expect(list).toContain('辱骂 × 2')
  expect(list).toContain('有书的人 在《离散数学》的评价：骂人的 话')

  expect(await ops('reports', 'keep', fine.id)).toContain('已保留')
  await expect(ops('reports', 'keep', fine.id)).rejects.toThrow('没有这个编号')
  await expect(ops('reports', 'remove', bad.id)).rejects.toThrow('用法')
  expect(await ops('reports', 'remove', bad.id, '辱骂他人')).toContain('已隐藏')
  await expect(ops('reports', 'remove', bad.id, '辱骂他人')).rejects.toThrow('没有这个编号')
  expect(await ops('reports', 'list')).toBe('没有待处理的举报。')

  const { list: left, total } = await stranger.client.call('GET /v130/comment_list', { curriculumId: book.uid })
  expect([left.map(({ id }) => id), total]).toEqual([[fine.id], 1])
  expect(await messagesOf(server.db, owner.id)).toMatchObject([
    { title: '你的评价已被隐藏', body: '辱骂他人\n「骂人的\n话」' },
  ])
})

it('comments with a sensitive word of the staff’s list are rejected until staff remove the word from the list', async () => {
  const { book, owner } = await createCommunityFixture(server)
  const say = () =>
    owner.client.send('POST /v130/add_comment', { curriculumId: book.uid, stars: 5, text: '一起薅 羊毛吧' })
  expect(await ops('words', 'list')).toContain('还没有添加')
  await Promise.all([ops('words', 'add', '薅羊毛', ' '), ops('words', 'add', '拉群')])
  expect((await ops('words', 'list')).split('\n').sort()).toEqual(['拉群', '薅羊毛'])
  server.clock.advance(31)
  expect(await say()).toMatchObject({ data: { error: 'words-refused' } })
  await ops('words', 'remove', '薅羊毛')
  server.clock.advance(31)
  expect(await say()).toMatchObject({ code: 1 })
})
