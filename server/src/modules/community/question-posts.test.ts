import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { grantEntitlement } from '../access/public'
import { secrets, uidOf, withSchool } from '../exams/exams.fixture'

let server: TestApp
let school: Awaited<ReturnType<typeof withSchool>>
let drill: { id: number; uid: string }
beforeAll(async () => {
  server = await startTestApp()
  school = await withSchool(server)
  drill = await server.db
    .selectFrom('curricula')
    .select(['id', 'uid'])
    .where('slug', '=', 'drill')
    .executeTakeFirstOrThrow()
})
beforeEach(() => server.clock.set(testStart))
afterAll(async () => {
  await school.folder.remove()
  await server.close()
})

const question = uidOf('single', 'drill')

async function person(owns = true, mobile?: null) {
  const user = await server.createUser(mobile === null ? { mobile } : {})
  if (owns)
    await grantEntitlement(server.db, { userId: user.id, curriculumId: drill.id, source: 'free', now: testStart })
  return server.as(user)
}

describe('posts about a question', () => {
  it('a discussion of a question is listed for owners of its bank and not with the chapter', async () => {
    const [one, two, stranger] = [await person(), await person(), await person(false)]
    const post = await one.call('POST /v131/push_question_discuss', { question, text: '为什么不选 A？' })
    const { list, total } = await two.call('GET /v131/question_discuss', { question })
    expect(total).toBe(1)
    expect(list[0]).toMatchObject({ id: post.id, text: '为什么不选 A？', mine: false })
    const reply = { target: 'discuss', id: post.id, text: '因为题目说的是栈' } as const
    await two.call('POST /v131/push_reply', reply)
    const messages = await one.call('GET /v1/user_message', { kind: 'social' })
    expect(messages.list[0]!.link).toContain(`pages/exam/answer?question=${question}`)
    expect((await two.call('GET /v131/get_discuss', { curriculumId: drill.uid })).total).toBe(0)
    expect(await stranger.send('GET /v131/question_discuss', { question })).toMatchObject({ code: 7 })
    expect(await stranger.send('POST /v131/push_question_discuss', { question, text: '问' })).toMatchObject({ code: 7 })
    expect(await stranger.send('POST /v131/like_discuss', { id: post.id, on: true })).toMatchObject({
      data: { error: 'discuss-not-found' },
    })
  })

  it('a discussion requires a mobile number and a known question', async () => {
    const unbound = await person(true, null)
    expect(await unbound.send('POST /v131/push_question_discuss', { question, text: '问' })).toMatchObject({ code: 5 })
    const owner = await person()
    expect(await owner.send('GET /v131/question_discuss', { question: randomUUID() })).toMatchObject({
      data: { error: 'question-not-found' },
    })
  })

  it('a user has one note per question, which no other user can read, and an empty text deletes it', async () => {
    const [one, two] = [await person(), await person()]
    expect(await one.call('GET /v131/question_note', { question })).toEqual({ text: '', updatedAt: null })
    await Promise.all(['甲', '乙'].map((text) => one.call('POST /v131/question_note', { question, text })))
    await one.call('POST /v131/question_note', { question, text: ' 先画图 ' })
    expect(await one.call('GET /v131/question_note', { question })).toMatchObject({ text: '先画图' })
    expect(await two.call('GET /v131/question_note', { question })).toMatchObject({ text: '' })
    const ownNotes = await one.call('GET /v1/my_notes', {})
    expect(ownNotes.total).toBe(1)
    expect(ownNotes.list[0]).toMatchObject({ kind: 'note', text: '先画图', questionId: question, public: false })
    expect(ownNotes.list[0]!.quote).not.toBe('')
    for (const secret of secrets) expect(JSON.stringify(ownNotes)).not.toContain(secret)
    await one.call('POST /v131/question_note', { question, text: '' })
    expect((await one.call('GET /v1/my_notes', {})).total).toBe(0)
  })

  it('a note to a question quotes its formulas once, as plain text', async () => {
    const owner = await person()
    const judge = uidOf('judge', 'drill')
    await owner.call('POST /v131/question_note', { question: judge, text: '用公式' })
    const { quote } = (await owner.call('GET /v1/my_notes', {})).list[0]!
    expect(quote).toBe('判断 x²。')
  })

  it('posts about a question of an open exam are hidden until the exam has ended', async () => {
    const owner = await person()
    await owner.call('POST /v131/question_note', { question, text: '记下' })
    await school.publish({ pass: 1, questions: [{ from: { kind: 'bank', slug: 'drill' }, slugs: ['single'] }] })
    expect((await owner.call('GET /v1/my_notes', {})).total).toBe(0)
    expect(await owner.send('GET /v131/question_discuss', { question })).toMatchObject({ code: 7 })
    expect(await owner.send('GET /v131/question_note', { question })).toMatchObject({ code: 7 })
    server.clock.advance(2 * 3600)
    expect((await owner.call('GET /v1/my_notes', {})).total).toBe(1)
    expect(await owner.call('GET /v131/question_note', { question })).toMatchObject({ text: '记下' })
  })
})
