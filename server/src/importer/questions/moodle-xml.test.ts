import { expect, it } from 'vitest'
import { readContent } from './read-file.fixture'

const quiz = (type: string, text: string, inner: string, format = 'html') =>
  `<quiz><question type="${type}"><name><text>题</text></name><questiontext format="${format}"><text><![CDATA[${text}]]></text></questiontext>${inner}</question></quiz>`
const answer = (fraction: number, text: string) => `<answer fraction="${fraction}"><text>${text}</text></answer>`

it('keeps the line breaks of texts in the old format of Moodle', async () => {
  const text = '一\n<b>二</b>三\n四\n<ul>\n<li>五</li>\n</ul>'
  const [reading] = await readContent('a.xml', quiz('essay', text, '', 'moodle_auto_format'))
  expect(reading?.question?.stem).toBe('一 **二**三\\\n四\n\n- 五')
})

it.each([
  [
    'essay',
    '<hidden>1</hidden><defaultgrade>0</defaultgrade>',
    ['在 Moodle 里是隐藏的题，没有带入“隐藏”', '原题 0 分，改为 1 分'],
  ],
  ['essay', '<minwordlimit>200</minwordlimit><maxwordlimit></maxwordlimit>', ['没有带入字数限制']],
  [
    'ordering',
    `<selecttype>RANDOM</selecttype>${answer(1, '一')}${answer(2, '二')}`,
    ['没有带入“只选出几项”，全部的项都要排'],
  ],
])('reports settings of a question of type %s that a question here cannot have', async (type, inner, notes) =>
  expect(await readContent('a.xml', quiz(type, '问', inner))).toMatchObject([{ notes, unnamed: [] }]),
)

it('keeps the points that a wrong option of a 单选题 deducts', async () => {
  const inner = `<single>true</single>${answer(100, '甲')}${answer(-50, '乙')}${answer(0, '丙')}`
  expect(await readContent('a.xml', quiz('multichoice', '问', inner))).toMatchObject([
    { question: { type: 'single', options: [{ share: 10_000_000 }, { share: -5_000_000 }, { share: 0 }] }, notes: [] },
  ])
})
