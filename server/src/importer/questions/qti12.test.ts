import { describe, expect, it } from 'vitest'
import { readContent } from './read-file.fixture'

const field = (name: string, value: string) =>
  `<qtimetadatafield><fieldlabel>${name}</fieldlabel><fieldentry>${value}</fieldentry></qtimetadatafield>`
const text = (said: string, type = 'text/html') => `<material><mattext texttype="${type}">${said}</mattext></material>`
const choice = (ident: string, said: string) =>
  `<response_label ident="${ident}">${text(said, 'text/plain')}</response_label>`
const right = (rule: string, score = 100, feedback = '') =>
  `<respcondition continue="No"><conditionvar>${rule}</conditionvar><setvar action="Set" varname="SCORE">${score}</setvar>${feedback}</respcondition>`
const is = (value: string, respident = 'response1') => `<varequal respident="${respident}">${value}</varequal>`

/** An item as Canvas exports it. */
const item = (type: string, response: string, rules: string, more = '') =>
  `<?xml version="1.0" encoding="UTF-8"?><questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2"><assessment ident="a" title="测验"><section ident="root_section"><item ident="q1" title="题"><itemmetadata><qtimetadata>${field('question_type', type)}${field('points_possible', '2.5')}</qtimetadata></itemmetadata><presentation>${text('&lt;p&gt;甲 &lt;b&gt;乙&lt;/b&gt; \\(x^2\\) [one]&lt;/p&gt;')}${response}</presentation><resprocessing><outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes>${rules}</resprocessing>${more}</item></section></assessment></questestinterop>`
const list = (cardinality: string, ...labels: string[]) =>
  `<response_lid ident="response1" rcardinality="${cardinality}"><render_choice>${labels.join('')}</render_choice></response_lid>`
const typed =
  '<response_str ident="response1" rcardinality="Single"><render_fib><response_label ident="answer1"/></render_fib></response_str>'
const feedback = (ident: string, said: string) =>
  `<itemfeedback ident="${ident}"><flow_mat>${text(said)}</flow_mat></itemfeedback>`

it.each([
  [
    'multiple_choice_question',
    list('Single', choice('1', '一'), choice('2', '二')),
    right(is('2'), 100, '<displayfeedback feedbacktype="Response" linkrefid="2_fb"/>'),
    feedback('general_fb', '总的') + feedback('2_fb', '选得好'),
    {
      type: 'single',
      score: 250,
      analysis: '总的\n\n- 二：选得好',
      options: [{ right: false }, { text: '二', right: true }],
    },
  ],
  [
    'multiple_answers_question',
    list('Multiple', choice('1', '一'), choice('2', '二'), choice('3', '三')),
    right(`<and>${is('1')}<not>${is('2')}</not>${is('3')}</and>`),
    '',
    { type: 'multiple', options: [{ right: true }, { right: false }, { right: true }] },
  ],
  [
    'true_false_question',
    list('Single', choice('1', 'True'), choice('2', 'False')),
    right(is('2')),
    '',
    { type: 'judge', value: false },
  ],
  [
    'short_answer_question',
    typed,
    right(is('答一') + is('答二')),
    '',
    { type: 'blank', blanks: [[{ text: '答一' }, { text: '答二' }]] },
  ],
  [
    'numerical_question',
    typed,
    right(
      `<or>${is('3')}<and><vargte respident="response1">2.5</vargte><varlte respident="response1">3.5</varlte></and></or>`,
    ),
    '',
    { type: 'number', value: '3', tolerance: '0.5' },
  ],
  [
    'essay_question',
    typed,
    '<respcondition continue="No"><conditionvar><other/></conditionvar></respcondition>',
    '',
    { type: 'short' },
  ],
  [
    'fill_in_multiple_blanks_question',
    `<response_lid ident="response_one"><material><mattext>one</mattext></material><render_choice>${choice('7', '答')}${choice('8', '另答')}</render_choice></response_lid>`,
    right(is('7', 'response_one')),
    '',
    { type: 'blank', stem: '甲 **乙** $x^2$ {{}}', blanks: [[{ text: '答' }, { text: '另答' }]] },
  ],
  [
    'matching_question',
    ['左一', '左二']
      .map(
        (left, i) =>
          `<response_lid ident="r${i}">${text(left)}<render_choice>${choice('1', '右一')}${choice('2', '右二')}${choice('3', '多余')}</render_choice></response_lid>`,
      )
      .join(''),
    right(is('2', 'r0'), 50) + right(is('1', 'r1'), 50),
    '',
    {
      type: 'match',
      pairs: [
        { left: '左一', right: '右二' },
        { left: '左二', right: '右一' },
      ],
      distractors: ['多余'],
    },
  ],
])('reads a question of Canvas of type %s', async (type, response, rules, more, expected) => {
  const readings = await readContent('a.xml', item(type, response, rules, more))
  expect(readings).toMatchObject([{ question: expected }])
  expect(readings[0]).toMatchObject({ unnamed: [] })
})

it('rejects an unsupported question type and names it in the reason', async () => {
  expect(await readContent('a.xml', item('file_upload_question', typed, ''))).toMatchObject([
    { question: null, reason: '不支持的题型 file_upload_question' },
  ])
})

it('reads typed answers of Blackboard, whose rules have no scores, as right', async () => {
  const blackboard = item(
    '',
    typed,
    '<respcondition title="7A"><conditionvar><varequal case="No" respident="response1">蛙</varequal></conditionvar><displayfeedback linkrefid="7A"/></respcondition><respcondition title="correct"><conditionvar/><setvar variablename="SCORE">SCORE.max</setvar></respcondition>',
    feedback('7A', '两栖') + feedback('correct', '好'),
  )
  expect(await readContent('a.xml', blackboard)).toMatchObject([
    { question: { type: 'blank', blanks: [[{ text: '蛙' }]], analysis: '- 蛙：两栖\n- 答对：好' }, unnamed: [] },
  ])
})

it('reads a question of Canvas with lists to choose from as a 材料题', async () => {
  const responses = ['one', 'two'].map(
    (name) =>
      `<response_lid ident="response_${name}"><material><mattext>${name}</mattext></material><render_choice>${choice(`${name}1`, '一')}${choice(`${name}2`, '二')}</render_choice></response_lid>`,
  )
  const text = item(
    'multiple_dropdowns_question',
    responses.join(''),
    right(is('one2', 'response_one'), 50) + right(is('two1', 'response_two'), 50),
  )
  const [reading] = await readContent('a.xml', text.replace('[one]', '[one] 和 [two]'))
  expect(reading).toMatchObject({
    question: {
      type: 'material',
      stem: '甲 **乙** $x^2$ **（1）** 和 **（2）**',
      parts: [
        { type: 'single', options: [{ right: false }, { text: '二', right: true }] },
        { type: 'single', options: [{ right: true }, { right: false }] },
      ],
    },
    unnamed: [],
  })
})

it('reads the formulas of Canvas, which are images, and reports a group from which questions are drawn', async () => {
  const image =
    '&lt;img class=&quot;equation_image&quot; title=&quot;\\frac{1}{2}&quot; src=&quot;/equation_images/x&quot; data-equation-content=&quot;\\frac{1}{2}&quot;&gt;'
  const group = '<selection_ordering><selection><selection_number>1</selection_number></selection></selection_ordering>'
  const text = item('essay_question', typed, '').replace('[one]', image).replace('<item ', `${group}<item `)
  const [drawn, reading] = await readContent('a.xml', text)
  expect(drawn).toMatchObject({ isOther: true, reason: '没有带入“随机抽 1 题”，组里的题全部带入' })
  expect(reading).toMatchObject({ question: { stem: '甲 **乙** $x^2$ $\\frac{1}{2}$' }, unnamed: [], notes: [] })
})

describe('items of Blackboard', () => {
  const block = (name: string, inner: string) => `<flow class="${name}">${inner}</flow>`
  const materialText = (words: string) =>
    `<material><mat_extension><mat_formattedtext type="HTML">${words}</mat_formattedtext></mat_extension></material>`
  const blackboard = (type: string, blocks: string, rules: string, more = '') =>
    `<questestinterop><assessment><section><item><itemmetadata><bbmd_questiontype>${type}</bbmd_questiontype><qmd_absolutescore_max>4</qmd_absolutescore_max></itemmetadata><presentation>${block('Block', block('QUESTION_BLOCK', materialText('问')) + blocks)}</presentation><resprocessing>${rules}</resprocessing>${more}</item></section></assessment></questestinterop>`
  const labels = (...names: string[]) =>
    names.map((name) => `<response_label ident="${name}">${materialText(name)}</response_label>`).join('')
  const best = (inner: string) =>
    `<respcondition title="correct"><conditionvar>${inner}</conditionvar><setvar>SCORE.max</setvar></respcondition>`
  const left = (ident: string, words: string) =>
    block(
      'Block',
      `${block('x', materialText(words))}<response_lid ident="${ident}"><render_choice><response_label ident="${ident}1"/><response_label ident="${ident}2"/></render_choice></response_lid>`,
    )
  it.each([
    [
      'Matching',
      block('RESPONSE_BLOCK', left('a', '甲') + left('b', '乙')) +
        block('RIGHT_MATCH_BLOCK', block('Block', materialText('子')) + block('Block', materialText('丑'))),
      best(is('a2', 'a')) + best(is('b1', 'b')),
      '',
      {
        type: 'match',
        stem: '问',
        pairs: [
          { left: '甲', right: '丑' },
          { left: '乙', right: '子' },
        ],
      },
    ],
    [
      'Ordering',
      block('RESPONSE_BLOCK', `<response_lid ident="r" rcardinality="Ordered">${labels('一', '二')}</response_lid>`),
      best(`<and>${is('二', 'r')}${is('一', 'r')}</and>`),
      '',
      { type: 'order', items: ['二', '一'] },
    ],
    [
      'Either/Or',
      `<response_lid ident="r"><response_label ident="a"><material><mattext>yes_no.true</mattext></material></response_label><response_label ident="b"><material><mattext>yes_no.false</mattext></material></response_label></response_lid>`,
      best(is('b', 'r')),
      '',
      { type: 'judge', value: false },
    ],
    [
      'Fill in the Blank Plus',
      `${materialText('先 [x] 后 [y]')}<response_str ident="x"/><response_str ident="y"/>`,
      best(`<and><or>${is('一', 'x')}${is('1', 'x')}</or>${is('二', 'y')}</and>`),
      '',
      { type: 'blank', blanks: [[{ text: '一' }, { text: '1' }], [{ text: '二' }]] },
    ],
    [
      'Essay',
      '<response_str ident="r"/>',
      '',
      `<itemfeedback ident="solution"><solution><solutionmaterial>${materialText('范文')}</solutionmaterial></solution></itemfeedback>`,
      { type: 'short', reference: '范文' },
    ],
  ])('reads an item of type %s', async (type, blocks, rules, more, expected) => {
    // Only the first block with a stem counts, so the type with blanks in the stem has no such block.
    const text = blackboard(type, blocks, rules, more)
    const plain = type.endsWith('Plus') ? text.replace('class="QUESTION_BLOCK"', 'class="x"') : text
    expect(await readContent('a.dat', plain, 'qti')).toMatchObject([
      { question: { score: 400, ...expected }, unnamed: [] },
    ])
  })
})
