import { afterAll, beforeAll, expect, it } from 'vitest'
import { CodeQueue } from '../adapters/runner/queue'
import { startTestRunner } from '../testing/runner'
import { asStaff, createStaff } from '../testing/staff'
import { type Studio, startStudio } from './studio.fixture'

const question = `## stack
type: single

栈的特点是？

- [ ] 先进先出
- [x] 后进先出

> 最后压入的最先弹出。
`

let studio: Studio
let runner: Awaited<ReturnType<typeof startTestRunner>>
beforeAll(async () => {
  studio = await startStudio({
    'textbooks/small/chapters/one.md': '# 一\n\n栈是后进先出的表。\n\n@[question](stack)\n',
    'textbooks/small/questions/one.md': question,
  })
  // With the limit of production, the endless program would take longer than all other tests of this file.
  runner = await startTestRunner({ changed: { runMs: 1000 } })
  studio.server.env.code = new CodeQueue(runner.runner)
})
afterAll(async () => {
  await runner.close()
  await studio.close()
})

const run = 'POST /staff/v1/studio_run'

it('studio_run runs a program of a preview with its input', async () => {
  const source = 'const [a, b] = readline().split(" ").map(Number)\nconsole.log(a + b)'
  const result = await studio.editor.call(run, { language: 'javascript', source, stdin: '1 2' })
  expect(result).toMatchObject({ stdout: '3\n', reason: 'ok' })
})

it('a preview returns the sample database of its cells, with which studio_run runs their queries', async () => {
  const text = '# 一\n\n```sql run id=q db=school\nselect name from students;\n```\n'
  await studio.editor.call('POST /staff/v1/studio_save', {
    id: studio.book.uid,
    path: 'resources/school.sql',
    text: "create table students (name text);\ninsert into students values ('张三');\n",
    base: '',
  })
  const preview = await studio.editor.call('POST /staff/v1/studio_preview', {
    id: studio.book.uid,
    path: 'chapters/one.md',
    text,
  })
  expect(Object.keys(preview.datasets)).toEqual(['school'])
  const source = 'select name from students;'
  const result = await studio.editor.call(run, { language: 'sql', source, setup: preview.datasets.school })
  expect(result.tables).toMatchObject([{ columns: ['name'], rows: [['张三']] }])
})

it('a preview contains published questions as students see them, without keys, and omits the others', async () => {
  const { html, questions } = await studio.editor.call('POST /staff/v1/studio_preview', {
    id: studio.book.uid,
    path: 'chapters/one.md',
    text: '# 一\n\n@[question](stack)\n\n@[question](none)\n',
  })
  expect(questions).toMatchObject([{ type: 'single', stem: expect.stringContaining('栈的特点是') }])
  expect(html).toContain(`data-question="${questions[0]!.id}"`)
  expect(JSON.stringify(questions)).not.toContain('最后压入')
})

it('studio_run stops a program that never ends, and refuses staff who do not edit content', async () => {
  const result = await studio.editor.call(run, { language: 'javascript', source: 'while (true) {}' })
  expect(result.reason).toBe('timeout')
  const support = await asStaff(studio.server, await createStaff(studio.server, 'support'))
  expect(await support.send(run, { language: 'javascript', source: '1' })).toMatchObject({ code: 9 })
})
