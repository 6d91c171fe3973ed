import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { balanceOf, noContent, unnamedLosses } from '../../text/balance'
import { stylesLost } from '../../text/epub/clean'
import { corpus, corpusFiles, formatOf } from './corpus.fixture'
import { docx, math, mr, p, picture, run } from './docx.fixture'
import { readQuestionFile } from './read-file'
import { readContent } from './read-file.fixture'
import type { Reading } from './reading'

/** Losses that the parser of a file did not report. */
const unnamed = (readings: Reading[]) =>
  readings.flatMap((reading) => (reading.question ? reading.unnamed.map((text) => `${reading.item}：${text}`) : []))

describe('unnamedLosses', () => {
  it('the balance reports exactly the losses that no warning mentions', () => {
    const source = { ...noContent(), letters: 'abc', pictures: 2, feedback: ['b'] }
    const balance = balanceOf(source, { ...noContent(), letters: 'ac', pictures: 1 })
    expect(unnamedLosses(balance, ['没有带入图片 a.png'])).toEqual([
      '文字少了：原有 3，只带入 2',
      '反馈少了：原有 1，只带入 0',
    ])
    expect(unnamedLosses(balance, ['没有带入图片 a.png', '没有带入分步提示'])).toEqual([])
    expect(unnamedLosses(balance, [])).toEqual([
      '文字少了：原有 3，只带入 2',
      '图片少了：原有 2，只带入 1',
      '反馈少了：原有 1，只带入 0',
    ])
  })

  it('does not take a warning about styles, fonts, links or pictures for one about text', () => {
    const balance = balanceOf({ ...noContent(), letters: 'ab' }, { ...noContent(), letters: 'a' })
    const warnings = [
      stylesLost,
      '书自带的字体没有收入',
      '书外的图片没有收入：https://example.com/a.png',
      '链接 a.xhtml 没有去处，已按文字显示',
      '不认识的代码语言 brainfuck，不着色',
    ]
    expect(unnamedLosses(balance, warnings)).toEqual(['文字少了：原有 2，只带入 1'])
  })

  it('the balance ignores content that only the result contains', () => {
    const balance = balanceOf({ ...noContent(), letters: 'ab' }, { ...noContent(), letters: 'xbya', links: 3 })
    expect(unnamedLosses(balance, [])).toEqual([])
    expect(balance.result).toMatchObject({ text: 2, links: 0 })
  })
})

describe('parsers carry over or report all content of generated files', () => {
  const html =
    '甲 \\(x^2\\) <b>乙</b><table><tr><td>丙</td></tr></table><a href="https://example.com/a">丁</a> H<sub>2</sub>O'
  const moodle = (type: string, inner: string) =>
    `<quiz><question type="${type}"><name><text>题</text></name><questiontext format="html"><text><![CDATA[${html}]]></text></questiontext><generalfeedback format="html"><text>总的反馈</text></generalfeedback>${inner}</question></quiz>`
  const answer = (fraction: number, text: string, feedback: string) =>
    `<answer fraction="${fraction}"><text>${text}</text><feedback format="html"><text>${feedback}</text></feedback></answer>`
  it.each([
    ['multichoice', `<single>true</single>${answer(100, '一', '选一对')}${answer(50, '二', '选二半对')}`],
    [
      'multichoice',
      `<single>false</single>${answer(50, '一', '对')}${answer(50, '二', '对对')}${answer(-50, '三', '错')}`,
    ],
    ['truefalse', `${answer(100, 'true', '对了')}${answer(0, 'false', '错了')}`],
    ['shortanswer', `${answer(100, '答一', '好')}${answer(50, '答二', '还行')}${answer(0, '*', '都不对')}`],
    ['numerical', `${answer(100, '3.5', '对')}<units/>`],
    ['essay', '<graderinfo format="html"><text>参考</text></graderinfo>'],
    [
      'matching',
      '<subquestion format="html"><text>左</text><answer><text>右</text></answer></subquestion><subquestion format="html"><text>左二</text><answer><text>右二</text></answer></subquestion>',
    ],
    [
      'multichoice',
      `<single>true</single>${answer(100, '一', '')}${answer(0, '二', '')}<correctfeedback format="html"><text>统一的反馈一</text></correctfeedback><hint format="html"><text>先看图</text></hint>`,
    ],
  ])('carries over or reports all content of generated Moodle XML: %s', async (type, inner) => {
    const readings = await readContent('a.xml', moodle(type, inner))
    expect(readings.filter(({ question }) => question)).toHaveLength(1)
    expect(unnamed(readings)).toEqual([])
    const [reading] = readings
    if (reading?.question) expect(reading.balance.source).toMatchObject({ formulas: 2, tables: 1, links: 1 })
  })

  it.each([
    ['::题::甲 $$x\\=1$$ 乙{=对#好 ~错#不好 ~%50%半对#一半####总的}'],
    ['甲{T#答错了#答对了}'],
    ['甲{#=3:0.5#对 =%50%4:1#近}'],
    ['甲{=左 -> 右 =左二 -> 右二}'],
    ['[html]<p>甲 <a href\\="https\\://example.com/">乙</a></p>{}'],
    ['甲 {=答\n=%50%答二#半} 乙。'],
  ])('carries over or reports all content of generated GIFT: %s', async (text) => {
    const readings = await readContent('a.gift', `${text}\n`)
    expect(readings.map(({ question }) => question !== null)).toEqual([true])
    expect(unnamed(readings)).toEqual([])
  })

  it('carries over or reports all content of a generated Word file', async () => {
    const readings = await readContent(
      'a.docx',
      docx(
        [
          p('期末试卷'),
          p('一、单选题（每题 2 分）'),
          p(run('1. 设 $x'), run('^2=1$，则 '), math(mr('y=2')), picture('rId1', '一图')),
          p('A. 甲  B. 乙'),
          p('答案：A'),
          p('解析：因为 \\(a+b\\)。'),
        ],
        [{ name: 'word/media/a.png', body: 'x' }],
      ),
    )
    expect(unnamed(readings)).toEqual([])
    expect(readings).toMatchObject([
      {
        question: { stem: expect.stringContaining('$x^2=1$'), analysis: '因为 $a+b$。' },
        notes: ['第 1 行“期末试卷”不属于任何一题，没有带入'],
        balance: { source: { formulas: 3, pictures: 1, keys: 1 }, result: { formulas: 3, pictures: 1, keys: 1 } },
      },
    ])
  })

  it('carries over or reports all content of a text with LaTeX', async () => {
    const text =
      '1. 若 $\\frac{1}{x}=2$，则 $$x=\n\\frac12$$ 吗？\nA. $\\sqrt{2}$  B. \\(3\\)\n答案：B\n解析：由 $x>0$ 知。\n'
    const readings = await readContent('a.txt', text, 'text')
    expect(unnamed(readings)).toEqual([])
    expect(readings).toMatchObject([
      {
        question: {
          stem: '若 $\\frac{1}{x}=2$，则 $$x= \\frac12$$ 吗？',
          options: [{ text: '$\\sqrt{2}$' }, { text: '$3$' }],
          analysis: '由 $x>0$ 知。',
        },
        balance: { source: { formulas: 5 }, result: { formulas: 5 } },
      },
    ])
  })
})

describe.skipIf(corpusFiles.length === 0)(
  'parsers carry over or report all content of question files of DXX_CORPUS',
  () => {
    it.each(corpusFiles)('carries over or reports all content of %s', async (name) => {
      const readings: Reading[] = []
      for await (const reading of readQuestionFile(join(corpus, name), formatOf(name))) readings.push(reading)
      expect(unnamed(readings)).toEqual([])
    })
  },
)
