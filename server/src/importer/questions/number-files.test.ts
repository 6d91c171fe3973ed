import { expect, it, test } from 'vitest'
import { wholeShare } from '../../questions/shares'
import { docx, p } from './docx.fixture'
import { questionsOfContent, readContent, refusals } from './read-file.fixture'

const half = wholeShare / 2

it('reads 数值题 from a Word document, under their heading or marked individually', async () => {
  const questions = await questionsOfContent(
    'paper.docx',
    docx([
      p('一、数值题（每题 3 分）'),
      p('1. 重力加速度约为多少？'),
      p('答案：9.8±0.1 m/s²|cm/s²=0.01'),
      p('二、简答题'),
      p('2. 【数值】光速约为多少？（2 分）'),
      p('答案：3×10^8±1% [m/s]'),
    ]),
  )
  expect(questions).toMatchObject([
    {
      ...{ type: 'number', score: 300, stem: '重力加速度约为多少？', value: '9.8', tolerance: '0.1', asksUnit: true },
      units: [
        { name: 'm/s²', factor: '1' },
        { name: 'cm/s²', factor: '0.01' },
      ],
    },
    {
      ...{ type: 'number', score: 200, stem: '光速约为多少？', value: '3e8', tolerance: '1%', asksUnit: false },
      units: [{ name: 'm/s', factor: '1' }],
    },
  ])
})

it('reads 数值题 from a table with the answer in one cell, and rejects invalid answers', async () => {
  const sheet = (answer: string) => `题型,题干,答案\n数值题,多高？,${answer}\n`
  expect(await questionsOfContent('a.csv', sheet('1.5 m {30%}'))).toMatchObject([
    { type: 'number', value: '1.5', units: [{ name: 'm', factor: '1' }], unitShare: (wholeShare * 3) / 10 },
  ])
  expect(await refusals('a.csv', sheet('很高'))).toEqual([
    expect.stringContaining('数值题的答案“很高”要写成 9.8、9.8±0.1、9.8±1% 的样子'),
  ])
  expect(await refusals('a.csv', sheet('1.5 m|cm=x'))).toEqual([expect.stringContaining('单位“cm”的换算“x”')])
})

it('rejects a 数值题 in Markdown without an answer', async () => {
  expect(await refusals('a.md', '## one\ntype: number\n\n多高？\n')).toEqual([
    expect.stringContaining('数值题要写 answer，例如 answer: 9.8±0.1 m/s²'),
  ])
})

test.each([
  [
    'one number',
    '格兰特生于哪一年？{#1822:5}',
    { type: 'number', stem: '格兰特生于哪一年？', value: '1822', tolerance: '5' },
  ],
  ['a range', '几？{#1..5}', { type: 'number', value: '3', tolerance: '2' }],
  ['a gap', 'π 约等于 {#3.14:0.01}。', { type: 'number', stem: 'π 约等于 \\_\\_\\_\\_。' }],
  ['several numbers', '哪一年？{#=1822:0 =%50%1822:2}', { type: 'blank' }],
  ['no text', '{#5}', { type: 'blank' }],
])('reads a GIFT question with %s', async (_name, written, expected) => {
  expect(await questionsOfContent('a.gift', `${written}\n`)).toMatchObject([expected])
})

const moodle = (
  more: string,
  answers = '<answer fraction="100"><text>5.5</text><tolerance>0.05</tolerance></answer>',
) =>
  `<quiz><question type="numerical"><name><text>a</text></name><questiontext format="html"><text><![CDATA[<p>功率？</p>]]></text></questiontext>${answers}${more}</question></quiz>`
const units =
  '<units><unit><multiplier>1000</multiplier><unit_name>mW</unit_name></unit><unit><multiplier>1</multiplier><unit_name>W</unit_name></unit></units>'

test.each([
  ['without units', '', { type: 'number', value: '5.5', tolerance: '0.05', units: [] }, []],
  [
    'with graded units',
    `<unitgradingtype>1</unitgradingtype><unitpenalty>0.5</unitpenalty><showunits>0</showunits>${units}`,
    {
      ...{ type: 'number', asksUnit: true, unitShare: half },
      units: [
        { name: 'W', factor: '1' },
        { name: 'mW', factor: '0.001' },
      ],
    },
    [],
  ],
  [
    'with units that are not graded',
    `<unitgradingtype>0</unitgradingtype><showunits>0</showunits>${units}`,
    { asksUnit: true, unitShare: wholeShare },
    [],
  ],
  [
    'with units that are not asked for',
    `<showunits>3</showunits>${units}`,
    { type: 'number', units: [] },
    ['没有带入单位'],
  ],
])('reads a numerical question of Moodle %s', async (_name, more, expected, notes) => {
  expect(await readContent('a.xml', moodle(more))).toMatchObject([{ question: expected, notes }])
})

it('reads a Moodle question with two numbers as a 填空题 and warns about its lost units', async () => {
  const answers =
    '<answer fraction="100"><text>5</text><tolerance>0</tolerance></answer><answer fraction="50"><text>5</text><tolerance>1</tolerance></answer>'
  expect(await readContent('a.xml', moodle(units, answers))).toMatchObject([
    { question: { type: 'blank' }, notes: ['没有带入单位'] },
  ])
})

it('reads a QTI item with one number to type as a 数值题', async () => {
  const item = `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="a" title="a" adaptive="false" timeDependent="false">
    <responseDeclaration identifier="R" cardinality="single" baseType="float"><correctResponse><value>42</value></correctResponse></responseDeclaration>
    <itemBody><p>答案是 <textEntryInteraction responseIdentifier="R"/> 吗？</p></itemBody>
    <responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"/></assessmentItem>`
  expect(await questionsOfContent('a.xml', item)).toMatchObject([
    { type: 'number', stem: '答案是 \\_\\_\\_\\_ 吗？', value: '42', tolerance: '0' },
  ])
})
