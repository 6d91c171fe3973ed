import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRenderer, type Renderer } from '../../text/renderer'
import { compileQuestion } from './compile'
import { checkQuestionFile } from './import-file'
import { questionsOfContent } from './read-file.fixture'

let [folder, renderer]: [string, Renderer] = ['', null as never]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dxx-keys-'))
  renderer = createRenderer()
})
afterAll(async () => {
  await renderer.close()
  await rm(folder, { recursive: true })
})

const accepted = (question: unknown) =>
  (question as { blanks: { text: string }[][] }).blanks.map((blank) => blank.map(({ text }) => text))

describe('formulas as keys of blanks', () => {
  it('reads formulas as whole answers from a paper typed by a teacher', async () => {
    const paper =
      '一、填空题\n1. 解集是 ____，值是 ____。\n答案：$\\{1,2\\}$；$\\frac{1}{\\sqrt{2}}\\;$|$\\sqrt{2}/2$\n2. 集合 ____\n答案：\\(\\{x\\mid x>1\\}\\)\n'
    const questions = await questionsOfContent('a.txt', paper)
    expect(questions.map(accepted)).toEqual([
      [['$\\{1,2\\}$'], ['$\\frac{1}{\\sqrt{2}}\\;$', '$\\sqrt{2}/2$']],
      [['$\\{x\\mid x>1\\}$']],
    ])
  })

  it('stores the rendered formula in the key', async () => {
    const [question] = await questionsOfContent('a.md', '## a\ntype: blank\n\n是 {{$\\frac{4}{3}$|$x$±0.1|四}}\n')
    const context = {
      render: (source: string) => renderer.fragment({ source, file: 'a.md', curriculum: null }),
      image: async () => null,
      report: (_level: string, text: string) => expect(text).toBe(''),
    }
    const { rubric } = await compileQuestion(context, question!)
    expect(rubric).toMatchObject({
      blanks: [
        [
          { html: expect.stringMatching(/^<span class="katex/) },
          { html: expect.stringMatching(/± 0\.1$/) },
          { text: '四' },
        ],
      ],
    })
  })

  it('warns about formulas that can only be compared as text', async () => {
    const path = join(folder, 'a.md')
    await writeFile(path, '## a\ntype: blank\n\n积分 {{$\\int_0^1 x\\,dx$}}，分数 {{$\\frac{1}{2}$}}\n')
    const checked = []
    for await (const one of checkQuestionFile(renderer, path)) checked.push(one)
    expect(checked).toMatchObject([
      { reason: null, notes: ['第 1 空的答案 $\\int_0^1 x\\,dx$ 不能按数学式比较，按文字比较'] },
    ])
  })
})
