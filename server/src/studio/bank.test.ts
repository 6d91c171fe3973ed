import { QuestionType } from '@dxx/contract/questions'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { questionUid } from '../base/stable-ids'
import { testStart } from '../testing/app'
import { addOpenExam, expectSameElsewhere, type Studio, startStudio } from './studio.fixture'

let studio: Studio
beforeEach(async () => {
  studio = await startStudio()
})
afterEach(() => studio.close())

const uid = (slug: string) => questionUid({ kind: 'bank', slug: 'b' }, slug)
const read = (id: string) => studio.banker.call('GET /staff/v1/bank_question', { id })
const list = async (filter = {}) => (await studio.banker.call('GET /staff/v1/bank_questions', filter)).list

async function save(id: string, change: (text: string) => string) {
  const { text, hash } = await read(id)
  return studio.banker.call('POST /staff/v1/bank_save', { id, text: change(text), base: hash })
}

const publish = (id: string) => studio.banker.call('POST /staff/v1/bank_publish', { id })

/** Exports the database and compares it with an empty one that imports the export. */
const isSameElsewhere = () => expectSameElsewhere(studio)
const examWith = (slug: string) => addOpenExam(studio, uid(slug))

describe('bank_questions', () => {
  it('filters by text, type, tag, chapter and state, and pages by key', async () => {
    expect((await list()).map(({ slug }) => slug)).toEqual(['q2', 'q1'])
    expect((await list({ keyword: '先进先出' })).map(({ slug }) => slug)).toEqual(['q1'])
    expect((await list({ type: 'judge' })).map(({ slug }) => slug)).toEqual(['q2'])
    expect((await list({ tag: '栈' })).map(({ slug }) => slug)).toEqual(['q1'])
    expect(await list({ state: 'retired' })).toEqual([])
    const first = await studio.banker.call('GET /staff/v1/bank_questions', { limit: 1 })
    expect(first).toMatchObject({ total: 2, list: [{ slug: 'q2' }] })
    const second = await studio.banker.call('GET /staff/v1/bank_questions', { limit: 1, after: first.next! })
    expect(second).toMatchObject({ next: null, list: [{ slug: 'q1', points: 2, state: 'published' }] })
  })

  it('an editor of another curriculum finds neither the list nor the question', async () => {
    expect((await studio.editor.call('GET /staff/v1/bank_questions', {})).list).toEqual([])
    expect(await studio.editor.send('GET /staff/v1/bank_question', { id: uid('q1') })).toMatchObject({
      data: { error: 'question-not-found' },
    })
  })
})

describe('editing a question', () => {
  it('students do not see a draft until it is published, and an export then equals the database', async () => {
    await save(uid('q1'), (text) => text.replace('栈的特点是', '下面哪一项是栈的特点'))
    expect(await list({ state: 'draft' })).toMatchObject([{ slug: 'q1', state: 'draft', text: '栈的特点是？' }])
    await publish(uid('q1'))
    expect(await list({ keyword: '下面哪一项' })).toMatchObject([{ slug: 'q1', state: 'published' }])
    const { versions, text } = await read(uid('q1'))
    expect(versions.map(({ by, current }) => [by, current])).toEqual([
      ['李编辑', true],
      ['', false],
    ])
    await isSameElsewhere()
    await studio.banker.call('POST /staff/v1/bank_restore', { id: uid('q1'), version: versions[1]!.id })
    expect(await read(uid('q1'))).toMatchObject({ published: text, brief: { state: 'draft' }, isOwn: true })
    await publish(uid('q1'))
    expect(await list({ keyword: '下面哪一项' })).toEqual([])
    expect(await studio.banker.send('POST /staff/v1/bank_publish', { id: uid('q1') })).toMatchObject({
      data: { error: 'nothing-to-publish' },
    })
  })

  it('a save based on an older text is refused, and the refusal names who changed the text', async () => {
    const { hash, text } = await read(uid('q1'))
    const other = await studio.another('周编辑', studio.bank.id)
    const input = { id: uid('q1'), base: hash }
    await other.call('POST /staff/v1/bank_save', { ...input, text: text.replace('score: 2', 'score: 3') })
    expect(await studio.banker.send('POST /staff/v1/bank_save', { ...input, text: `${text}x` })).toMatchObject({
      data: { error: 'draft-changed', by: '周编辑' },
    })
  })

  it('an import keeps the published change and reports it', async () => {
    await save(uid('q2'), (text) => text.replace('数组', '链表'))
    await publish(uid('q2'))
    await studio.folder.write({
      'banks/b/questions/a.md': '## q2\ntype: judge\nanswer: false\nchapter: c1\n\n文件里改了的题。\n',
    })
    const { difference } = await studio.import()
    expect(difference.console).toEqual([expect.stringContaining('题目 bank/b q2')])
    expect(await list({ keyword: '链表' })).toHaveLength(1)
  })

  it('every question type has a template that previews and publishes, and the bank exports with all of them', async () => {
    for (const type of QuestionType.options) {
      const { id } = await studio.banker.call('POST /staff/v1/bank_create', { bank: studio.bank.uid, type })
      const { text, brief } = await read(id)
      expect(brief).toMatchObject({ type, state: 'new' })
      const preview = await studio.banker.call('POST /staff/v1/bank_preview', { bank: studio.bank.uid, text })
      expect([type, preview.flaws.filter(({ level }) => level === 'error')]).toEqual([type, []])
      expect(preview.question).toMatchObject({ type })
      await publish(id)
      expect(await read(id)).toMatchObject({ brief: { type, state: 'published' } })
    }
    expect(await list()).toHaveLength(2 + QuestionType.options.length)
    await isSameElsewhere()
  })

  it('bank_create stores a new question as a draft with a unique name', async () => {
    const text = '## ai-draft\r\ntype: judge\r\nscore: 1\r\nanswer: true\r\n\r\n栈只允许在一端进出。\r\n'
    const make = { bank: studio.bank.uid, type: 'judge' as const, text }
    const [first, second] = [
      await studio.banker.call('POST /staff/v1/bank_create', make),
      await studio.banker.call('POST /staff/v1/bank_create', make),
    ]
    expect(first.id).not.toBe(second.id)
    const stored = await read(first.id)
    expect(stored).toMatchObject({ brief: { state: 'new', type: 'judge' } })
    expect(stored.text).toMatch(
      /^## q[0-9a-f]{8}\ntype: judge\nscore: 1\nanswer: true\nchapter: c1\n\n栈只允许在一端进出。\n$/,
    )
    await publish(first.id)
    expect(await read(first.id)).toMatchObject({ brief: { state: 'published' } })
  })

  it('publishing a question with errors is refused with the reasons', async () => {
    await save(uid('q1'), (text) => text.replace('[x]', '[ ]'))
    const refused = await studio.banker.send('POST /staff/v1/bank_publish', { id: uid('q1') })
    expect(refused).toMatchObject({ data: { error: 'question-refused' } })
    expect(refused.msg).not.toBe('')
    await save(uid('q1'), (text) => text.replace('## q1', '## q9').replace('[ ] 后进', '[x] 后进'))
    expect(await studio.banker.send('POST /staff/v1/bank_publish', { id: uid('q1') })).toMatchObject({
      msg: expect.stringContaining('q1'),
    })
  })

  it('a question in an exam that has not ended is locked until the exam ends', async () => {
    await examWith('q1')
    await save(uid('q1'), (text) => text.replace('score: 2', 'score: 3'))
    const { lockedBy, brief } = await read(uid('q1'))
    expect([lockedBy.length, brief.locked]).toEqual([1, true])
    expect(await studio.banker.send('POST /staff/v1/bank_publish', { id: uid('q1') })).toMatchObject({
      data: { error: 'question-locked' },
    })
    studio.server.clock.set(testStart + 86_400)
    await studio.server.db
      .updateTable('console_sessions')
      .set({ seen_at: testStart + 86_400, ends_at: testStart + 1e8 })
      .execute()
    await publish(uid('q1'))
    expect(await read(uid('q1'))).toMatchObject({ brief: { points: 3, locked: false } })
  })

  it('bank_duplicates finds a copy of a question', async () => {
    await save(uid('q1'), (text) =>
      text.replace('栈的特点是？', '在数据结构里，栈这种线性表的主要特点是下面的哪一项？'),
    )
    await publish(uid('q1'))
    const copy = { bank: studio.bank.uid, type: 'single' as const, copy: uid('q1') }
    const { id } = await studio.banker.call('POST /staff/v1/bank_create', copy)
    expect(await studio.banker.call('GET /staff/v1/bank_duplicates', { id })).toMatchObject([{ id: uid('q1') }])
  })

  it('bank_duplicates finds a copy of an ordering question, whose items students see without numbers', async () => {
    const bank = studio.bank.uid
    const type = 'order' as const
    const items = ['收到主机的查询', '询问根服务器', '询问 `.com` 服务器', '询问权威服务器', '告诉主机']
    const text = `## o\ntype: order\n\n排列查询的步骤。\n\n${items.map((item, at) => `${at + 1}. ${item}`).join('\n')}\n`
    const { id: first } = await studio.banker.call('POST /staff/v1/bank_create', { bank, type, text })
    await publish(first)
    const { id } = await studio.banker.call('POST /staff/v1/bank_create', { bank, type, copy: first })
    expect(await studio.banker.call('GET /staff/v1/bank_duplicates', { id })).toMatchObject([{ id: first }])
  })
})

describe('bank_bulk', () => {
  const bulk = (input: object) =>
    studio.banker.call('POST /staff/v1/bank_bulk', { ids: [uid('q1'), uid('q2')], ...input } as never)

  it('tags, moves, retires and revives questions; an export then equals the database', async () => {
    expect(await bulk({ action: 'tag', tag: '复习' })).toEqual({ changed: 2, skipped: [] })
    expect(await bulk({ action: 'tag', tag: '复习' })).toEqual({ changed: 0, skipped: [] })
    expect(await list({ tag: '复习' })).toHaveLength(2)
    const [bank] = await studio.banker.call('GET /staff/v1/bank_list', {})
    const second = bank!.chapters.find(({ slug }) => slug === 'c2')!
    await bulk({ action: 'move', chapter: second.id })
    expect(await list({ chapter: second.id })).toHaveLength(2)
    await bulk({ action: 'retire', ids: [uid('q1')] })
    expect(await list()).toMatchObject([{ slug: 'q2' }])
    await isSameElsewhere()
    await bulk({ action: 'revive', ids: [uid('q1')] })
    expect(await list()).toHaveLength(2)
  })

  it('bulk changes skip questions in an open exam and out of scope, with the reason', async () => {
    await examWith('q1')
    const foreign = questionUid({ kind: 'textbook', slug: 'small' }, 'x')
    const { changed, skipped } = await bulk({ action: 'tag', tag: '新', ids: [uid('q1'), uid('q2'), foreign] })
    expect(changed).toBe(1)
    expect(skipped.map(({ id }) => id)).toEqual([uid('q1'), foreign])
  })
})
