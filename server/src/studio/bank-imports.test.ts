import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { zip } from '../text/epub/zip.fixture'
import { checkQuestions, importQuestions } from './question-imports'
import { addOpenExam, expectSameElsewhere, type Studio, startStudio } from './studio.fixture'

let studio: Studio
beforeEach(async () => {
  studio = await startStudio()
})
afterEach(() => studio.close())

async function upload(name: string, content: string | Buffer) {
  const data = Buffer.from(content)
  const start = { id: studio.bank.uid, name, bytes: data.length, mark: name }
  const { upload: id } = await studio.banker.call('POST /staff/v1/studio_upload_start', start)
  const part = { upload: id, offset: 0, data: data.toString('base64') }
  await studio.banker.call('POST /staff/v1/studio_upload_part', part)
  return id
}

/** Runs the queued job of an import. */
async function runJobs() {
  for (const { id, state } of await studio.server.db.selectFrom('question_imports').select(['id', 'state']).execute()) {
    if (state === 'checking') await checkQuestions(studio.server.env, { id })
    if (state === 'importing') await importQuestions(studio.server.env, { id })
  }
}

const read = (id: string) => studio.banker.call('GET /staff/v1/bank_import', { id })

it('an uploaded file is checked first, and imported only when staff decide to', async () => {
  const gift = '::好题:: 栈是后进先出的。{T}\n\n::坏题:: 没有答案的题 {=\n'
  const file = await upload('测验.gift', gift)
  const [bank] = await studio.banker.call('GET /staff/v1/bank_list', {})
  const chapter = bank!.chapters[0]!.id
  const { id } = await studio.banker.call('POST /staff/v1/bank_import_start', { upload: file, chapter })
  expect(await read(id)).toMatchObject({ state: 'checking', name: '测验.gift' })
  await runJobs()
  const checked = await read(id)
  expect(checked).toMatchObject({ state: 'checked', accepted: 1 })
  expect(checked.report.slice(0, 2)).toMatchObject([
    { level: 'info', text: '读取的格式：GIFT 文本' },
    { level: 'info', text: expect.stringContaining('对账（带入/原有）：文字') },
  ])
  expect((await studio.banker.call('GET /staff/v1/bank_questions', {})).total).toBe(2)
  await studio.banker.call('POST /staff/v1/bank_import_run', { id })
  await runJobs()
  expect(await read(id)).toMatchObject({ state: 'done', accepted: 1 })
  const { list } = await studio.banker.call('GET /staff/v1/bank_questions', { chapter })
  expect(list).toHaveLength(3)
  // Repeating the decision imports nothing again.
  await studio.banker.call('POST /staff/v1/bank_import_run', { id })
  expect(await studio.editor.send('GET /staff/v1/bank_import', { id })).toMatchObject({
    data: { error: 'import-not-found' },
  })
})

it('a file that cannot be read fails with the reason, and nothing can be imported from it', async () => {
  const file = await upload('试卷.docx', 'this is no zip archive')
  const { id } = await studio.banker.call('POST /staff/v1/bank_import_start', { upload: file })
  await runJobs()
  const { state, accepted, report } = await read(id)
  expect([state === 'failed' || accepted === 0, report.length > 0]).toEqual([true, true])
  expect(await studio.banker.send('POST /staff/v1/bank_import_run', { id })).toMatchObject({
    data: { error: 'content-refused' },
  })
})

it('checks a file again in the format that staff choose, and imports it in that format', async () => {
  const text = '1. 栈的英文是？\nA. stack\nB. queue\nANSWER: A\n'
  const { id } = await studio.banker.call('POST /staff/v1/bank_import_start', {
    upload: await upload('题.txt', text),
    format: 'gift',
  })
  await runJobs()
  expect(await read(id)).toMatchObject({ state: 'checked', format: 'gift', accepted: 0 })
  await studio.banker.call('POST /staff/v1/bank_import_check', { id, format: 'aiken' })
  await runJobs()
  expect(await read(id)).toMatchObject({ state: 'checked', format: 'aiken', accepted: 1, refused: 0 })
  await studio.banker.call('POST /staff/v1/bank_import_run', { id })
  await runJobs()
  expect(await read(id)).toMatchObject({ state: 'done', format: 'aiken', accepted: 1 })
  expect(await studio.banker.send('POST /staff/v1/bank_import_check', { id, format: 'gift' })).toMatchObject({
    data: { error: 'content-refused' },
  })
})

it('names the test of a package, which only staff who organise exams get as a draft', async () => {
  const item =
    '<assessmentItem identifier="a" title="a"><responseDeclaration identifier="R" cardinality="single" baseType="identifier"><correctResponse><value>true</value></correctResponse></responseDeclaration><itemBody><choiceInteraction responseIdentifier="R" maxChoices="1"><prompt>对吗</prompt><simpleChoice identifier="true">对</simpleChoice><simpleChoice identifier="false">错</simpleChoice></choiceInteraction></itemBody></assessmentItem>'
  const test =
    '<assessmentTest identifier="t" title="期中"><testPart><assessmentSection title="一"><assessmentItemRef href="a.xml"/></assessmentSection></testPart></assessmentTest>'
  const file = await upload(
    '期中.zip',
    zip([
      { name: 't.xml', body: test },
      { name: 'a.xml', body: item },
    ]),
  )
  const { id } = await studio.banker.call('POST /staff/v1/bank_import_start', { upload: file })
  await runJobs()
  expect(await read(id)).toMatchObject({ accepted: 1, refused: 0 })
  await studio.banker.call('POST /staff/v1/bank_import_run', { id })
  await runJobs()
  const { report } = await read(id)
  expect(report).toContainEqual({
    line: 0,
    item: '期中',
    level: 'warning',
    text: '没有带入试卷：放进考试草稿要有组织考试的权限',
  })
})

describe('a file that is imported again', () => {
  const fileOf = (...stems: string[]) =>
    stems.map((stem, i) => `## own-${i + 1}\ntype: judge\nanswer: true\nchapter: c1\n\n${stem}\n`).join('\n')
  const questions = async () => {
    const { list } = await studio.banker.call('GET /staff/v1/bank_questions', {})
    return list.filter(({ slug }) => !/^q\d$/.test(slug)).sort((a, b) => (a.id < b.id ? -1 : 1))
  }
  const stems = async () => (await questions()).map(({ text }) => text).sort()
  const byStem = async (start: string) => (await questions()).find(({ text }) => text.startsWith(start))!

  /** Checks and imports a file; returns both reports. */
  async function bring(text: string) {
    const { id } = await studio.banker.call('POST /staff/v1/bank_import_start', {
      upload: await upload('测验.md', text),
    })
    await runJobs()
    const checked = await read(id)
    await studio.banker.call('POST /staff/v1/bank_import_run', { id })
    await runJobs()
    return { checked: checked.report, done: (await read(id)).report }
  }

  it('questions that the console changed or retired stay, which is reported before the import, and all others are replaced', async () => {
    await bring(fileOf('栈是后进先出的。', '队列是先进先出的。', '树有根。'))
    const edited = await byStem('栈')
    const { text, hash } = await studio.banker.call('GET /staff/v1/bank_question', { id: edited.id })
    const consoleText = text.replace('栈是后进先出的。', '栈是后进先出的表。')
    await studio.banker.call('POST /staff/v1/bank_save', { id: edited.id, text: consoleText, base: hash })
    await studio.banker.call('POST /staff/v1/bank_publish', { id: edited.id })
    const retired = await byStem('队列')
    await studio.banker.call('POST /staff/v1/bank_bulk', { ids: [retired.id], action: 'retire' })

    const { checked, done } = await bring(fileOf('栈是一种表。', '队列是一种表。', '树只有一个根。'))
    const keptNotes = [/^保留管理台 .* 的改动$/, /^保留管理台 .* 的停用$/]
    for (const report of [checked, done])
      for (const note of keptNotes)
        expect(report.filter(({ level, text }) => level === 'warning' && note.test(text))).toHaveLength(1)
    expect(await stems()).toEqual(['栈是后进先出的表。', '树只有一个根。'])
    await expectSameElsewhere(studio)
  })

  it('a question of an exam that has not ended stays unchanged', async () => {
    await bring(fileOf('栈是后进先出的。', '树有根。'))
    await addOpenExam(studio, (await byStem('栈')).id)
    const { checked, done } = await bring(fileOf('栈是先进先出的。', '树只有一个根。'))
    for (const report of [checked, done])
      expect(report.filter(({ text }) => text.startsWith('在还没有结束的考试里'))).toHaveLength(1)
    expect(await stems()).toEqual(['栈是后进先出的。', '树只有一个根。'])
  })

  it('names questions that belong to another file before the import', async () => {
    await bring(fileOf('栈是后进先出的。'))
    const { slug } = await byStem('栈')
    const markdown = `## ${slug}\ntype: judge\nanswer: true\nchapter: c1\n\n另一道。\n`
    const { id } = await studio.banker.call('POST /staff/v1/bank_import_start', {
      upload: await upload('另一份.md', markdown),
    })
    await runJobs()
    expect(await read(id)).toMatchObject({ accepted: 0, refused: 1 })
  })
})
