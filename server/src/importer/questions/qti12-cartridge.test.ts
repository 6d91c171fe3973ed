import { expect, it } from 'vitest'
import { readContent } from './read-file.fixture'

const field = (name: string, value: string) =>
  `<qtimetadatafield><fieldlabel>${name}</fieldlabel><fieldentry>${value}</fieldentry></qtimetadatafield>`
const text = (said: string) => `<material><mattext>${said}</mattext></material>`
const rule = (inner: string, score: number, action = 'Set') =>
  `<respcondition><conditionvar>${inner}</conditionvar><setvar varname="SCORE" action="${action}">${score}</setvar></respcondition>`
const is = (value: string, ident: string, exact = 'No') =>
  `<varequal respident="${ident}" case="${exact}">${value}</varequal>`

/** An item of a Common Cartridge, or of another tool that follows the example of IMS. */
const item = (profile: string, flow: string, rules: string, more = '') =>
  `<questestinterop><assessment><section><item ident="q" title="题"><itemmetadata><qtimetadata>${field('cc_profile', profile)}${field('cc_weighting', '3')}</qtimetadata></itemmetadata><presentation><flow>${flow}</flow></presentation><resprocessing><outcomes><decvar maxvalue="100" varname="SCORE"/></outcomes>${rules}</resprocessing>${more}</item></section></assessment></questestinterop>`

it('keeps blanks at their places in the text, capital letters and points', async () => {
  const flow = `${text('水是')}<response_str ident="a"><render_fib/></response_str>${text('，有')}<response_num ident="b"><render_fib/></response_num>${text('个原子')}`
  const rules = rule(is('H2O', 'a', 'Yes'), 50, 'Add') + rule(is('3', 'b'), 50, 'Add')
  const [reading] = await readContent('a.xml', item('cc.fib.v0p1', flow, rules))
  expect(reading).toMatchObject({
    question: {
      type: 'blank',
      score: 300,
      stem: '水是 {{}}，有 {{}} 个原子',
      blanks: [[{ text: 'H2O' }], [{ value: '3', tolerance: '0' }]],
      caseSensitive: true,
    },
    notes: [],
  })
})

it('reads an answer that must be contained, and reports that now the whole answer must match', async () => {
  const flow = `${text('首都')}<response_str ident="a"><render_fib/></response_str>`
  const rules = rule('<varsubstring respident="a">北京</varsubstring>', 100)
  expect(await readContent('a.xml', item('cc.pattern_match.v0p1', flow, rules))).toMatchObject([
    { question: { stem: '首都 {{}}', blanks: [[{ text: '北京' }]] }, notes: ['“包含”的答案改为全文相同才算对'] },
  ])
})

it('reads the solution of an essay as its model answer', async () => {
  const solution = `<itemfeedback ident="solution"><solution><solutionmaterial>${text('范文')}</solutionmaterial></solution></itemfeedback>`
  const flow = `${text('谈谈')}<response_str ident="a"><render_fib/></response_str>`
  expect(await readContent('a.xml', item('cc.essay.v0p1', flow, '', solution))).toMatchObject([
    { question: { type: 'short', stem: '谈谈', reference: '范文', analysis: '' }, notes: [] },
  ])
})

it('keeps the weights of options that add or deduct points', async () => {
  const labels = ['甲', '乙', '丙'].map((label) => `<response_label ident="${label}">${text(label)}</response_label>`)
  const flow = `${text('选')}<response_lid ident="a" rcardinality="Multiple"><render_choice>${labels.join('')}</render_choice></response_lid>`
  const rules = rule(is('甲', 'a'), 75, 'Add') + rule(is('乙', 'a'), 25, 'Add') + rule(is('丙', 'a'), -50, 'Add')
  expect(await readContent('a.xml', item('cc.multiple_response.v0p1', flow, rules))).toMatchObject([
    {
      question: {
        type: 'multiple',
        options: [
          { right: true, share: 7_500_000 },
          { right: true, share: 2_500_000 },
          { right: false, share: -5_000_000 },
        ],
      },
      unnamed: [],
    },
  ])
})

it('reports points that a wrong answer of a 判断题 loses', async () => {
  const labels = ['true', 'false'].map((label) => `<response_label ident="${label}">${text(label)}</response_label>`)
  const flow = `${text('对吗')}<response_lid ident="a" rcardinality="Single"><render_choice>${labels.join('')}</render_choice></response_lid>`
  const rules = rule(is('true', 'a'), 100) + rule(is('false', 'a'), -25)
  expect(await readContent('a.xml', item('cc.true_false.v0p1', flow, rules))).toMatchObject([
    { question: { type: 'judge', value: true }, notes: ['权重少了：原有 1，只带入 0'] },
  ])
})

it('reports sounds and items with answers of several kinds', async () => {
  const sound = `<material><mattext>听</mattext><mataudio uri="a.mp3"/></material><response_str ident="a"/>`
  expect(await readContent('a.xml', item('', sound, rule(is('x', 'a'), 100)))).toMatchObject([
    { question: { type: 'blank' }, notes: ['没有带入音频 a.mp3'] },
  ])
  const both = `${text('选')}<response_lid ident="a"/><response_str ident="b"/>`
  expect(await readContent('a.xml', item('', both, ''))).toMatchObject([
    { question: null, reason: '一题里有几种作答方式' },
  ])
})
