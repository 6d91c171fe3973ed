import { join } from 'node:path'
import { expect } from 'vitest'
import { contentRows } from '../importer/content-rows.fixture'
import { exportContent } from '../importer/export'
import { importContent } from '../importer/import'
import { contentFolder, smallTextbook } from '../importer/import.fixture'
import { startTestApp, testStart } from '../testing/app'
import { createTestDatabase } from '../testing/database'
import { addSchool, asStaff, createStaff } from '../testing/staff'
import { publishContent } from './publish'

const bankFiles = {
  'banks/b/bank.yaml':
    'title: 小题库\nsubject: computing\nprice: 0\npublished: 2026-09-01\nchapters: [{ slug: c1, title: 甲 }, { slug: c2, title: 乙 }]\n',
  'banks/b/questions/a.md': `## q1
type: single
score: 2
tags: 栈
chapter: c1

栈的特点是？

- [ ] 先进先出
- [x] 后进先出

> 最后压入的最先弹出。

## q2
type: judge
answer: true
chapter: c1

栈可以用数组实现，对吗？
`,
}

/** Starts a server with a textbook and a bank, an editor of both and the owner of the site. */
export async function startStudio(files: Parameters<typeof contentFolder>[0] = {}) {
  const folder = await contentFolder({
    ...smallTextbook('# 一\n\n栈是后进先出的表。\n\n第二段讲队列，先进先出。'),
    ...bankFiles,
    ...files,
  })
  const server = await startTestApp({ floodPerUser: 100_000, dataDir: join(folder.root, 'app') })
  const { storage } = server.env
  const run = async (options = {}) => {
    const report = await importContent(server.db, folder.path, { storage, now: testStart, ...options })
    if (report.refused.length > 0) throw new Error(JSON.stringify(report.problems))
    return report
  }
  await run()
  const rows = await server.db.selectFrom('curricula').select(['id', 'uid', 'slug']).execute()
  const byslug = (slug: string) => rows.find((row) => row.slug === slug)!
  const [book, bank] = [byslug('small'), byslug('b')]
  const editorOf = async (nickname: string, id = book.id) =>
    createStaff(server, 'editor', { kind: 'curriculum', id }, nickname)
  const editor = await editorOf('王编辑')
  const banker = await editorOf('李编辑', bank.id)
  const owner = await createStaff(server, 'owner')
  return {
    server,
    folder,
    import: run,
    book,
    bank,
    editor: await asStaff(server, editor),
    banker: await asStaff(server, banker),
    owner: await asStaff(server, owner),
    another: async (nickname: string, id = book.id) => asStaff(server, await editorOf(nickname, id)),
    /** Runs the queued publications that are due. */
    publishDue: async () => {
      const due = await server.db
        .selectFrom('content_drafts')
        .select('curriculum_id')
        .where('publish_state', '=', 'planned')
        .execute()
      for (const { curriculum_id } of due) await publishContent(server.env, { curriculum: curriculum_id })
    },
    close: async () => {
      await server.close()
      await folder.remove()
    },
  }
}

export type Studio = Awaited<ReturnType<typeof startStudio>>

/** Exports the database, imports it into an empty one and compares all rows. */
export async function expectSameElsewhere({ server, folder }: Studio): Promise<void> {
  const path = join(folder.root, 'exported')
  const { storage } = server.env
  const { notes } = await exportContent(server.db, storage, path)
  expect(notes).toEqual([])
  const other = await createTestDatabase()
  try {
    const report = await importContent(other.db, path, { storage, now: 5 })
    expect(report.refused).toEqual([])
    const [here, there] = [await contentRows(server.db), await contentRows(other.db)]
    for (const table of Object.keys(here)) expect(there[table], table).toEqual(here[table])
  } finally {
    await other.drop()
  }
}

/** Adds an exam that has not ended with this question. */
export async function addOpenExam({ server }: Studio, questionUid: string): Promise<void> {
  const question = await server.db
    .selectFrom('questions')
    .select(['id', 'version_id'])
    .where('uid', '=', questionUid)
    .executeTakeFirstOrThrow()
  const { exam } = await addSchool(server, `school-${question.id}`)
  await server.db
    .insertInto('exam_questions')
    .values({ exam_id: exam.id, position: 0, question_id: question.id, version_id: question.version_id, points: 100 })
    .execute()
}
