import { describe, expect, it } from 'vitest'
import { questionUid } from '../../base/stable-ids'
import { zip } from '../../text/epub/zip.fixture'
import { importedPaper, writePaper } from './paper'
import { draftOf } from './paper-drafts'
import { readContent } from './read-file.fixture'

const item12 = (ident: string, text: string) =>
  `<item ident="${ident}" title="${ident}"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>true_false_question</fieldentry></qtimetadatafield></qtimetadata></itemmetadata><presentation><material><mattext texttype="text/html">${text}</mattext></material><response_lid ident="response1" rcardinality="Single"><render_choice><response_label ident="t"><material><mattext texttype="text/plain">True</mattext></material></response_label><response_label ident="f"><material><mattext texttype="text/plain">False</mattext></material></response_label></render_choice></response_lid></presentation><resprocessing><outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes><respcondition continue="No"><conditionvar><varequal respident="response1">t</varequal></conditionvar><setvar action="Set" varname="SCORE">100</setvar></respcondition></resprocessing></item>`
const quiz12 = (...items: string[]) =>
  `<?xml version="1.0"?><questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2"><assessment ident="a" title="Quiz"><section ident="root_section">${items.join('')}</section></assessment></questestinterop>`
const image =
  '&lt;p&gt;看图 &lt;img src=&quot;$IMS-CC-FILEBASE$/Uploaded%20Media/a.png?canvas_download=1&amp;amp;x=1&quot; alt=&quot;图&quot;&gt;&lt;/p&gt;'

describe('a Canvas export (imscc)', () => {
  const entries = [
    { name: 'imsmanifest.xml', body: '<manifest/>' },
    { name: 'course_settings/course_settings.xml', body: '<course xmlns="x"/>' },
    { name: 'g1/assessment_meta.xml', body: '<quiz identifier="g1"/>' },
    { name: 'g1/assessment_qti.xml', body: quiz12(item12('short', '给别的系统的一份')) },
    { name: 'non_cc_assessments/g1.xml.qti', body: quiz12(item12('full', image)) },
    { name: 'wiki_content/page.html', body: '<html/>' },
    { name: 'web_resources/Uploaded Media/a.png', body: 'png' },
    { name: 'web_resources/b.pdf', body: 'pdf' },
  ]

  it('reads every quiz once, with its images, and reports the number of other files', async () => {
    const readings = await readContent('course.imscc', zip(entries))
    expect(readings).toMatchObject([
      { question: { type: 'judge', value: true }, notes: [], file: 'non_cc_assessments/g1.xml.qti' },
      {
        question: null,
        isOther: true,
        reason: expect.stringContaining('不是题目，没有带入：页面 1 个、文件 1 个、设置 1 个；'),
      },
    ])
    const [first] = readings
    expect(first?.question && [...first.images.values()].map(String)).toEqual(['png'])
  })

  it('reads the files in the order of the manifest, then those that it does not list', async () => {
    const quiz = (name: string) => ({ name, body: quiz12(item12(name, name)) })
    const manifest =
      '<manifest><resources><resource><file href="z%20z.xml"/></resource><resource><file href="b.xml"/></resource></resources></manifest>'
    const names = ['a.xml', 'b.xml', 'z z.xml']
    const file = zip([{ name: 'imsmanifest.xml', body: manifest }, ...names.map(quiz)])
    const readings = await readContent('course.imscc', file)
    expect(readings.map((reading) => reading.question && reading.file)).toEqual(['z z.xml', 'b.xml', 'a.xml'])
  })

  it('reads a Common Cartridge without files of Canvas', async () => {
    const cartridge = entries.filter(({ name }) => !/^(non_cc|wiki|web|course)/.test(name))
    expect(await readContent('course.imscc', zip(cartridge))).toMatchObject([
      { question: { type: 'judge', stem: '给别的系统的一份' } },
    ])
  })

  it('reads the dat files of a Blackboard export', async () => {
    const file = zip([{ name: 'res00001.dat', body: quiz12(item12('a', '对吗')) }])
    expect(await readContent('bb.zip', file)).toMatchObject([{ question: { type: 'judge' } }])
  })

  it('rejects a package without questions and says what it contains', async () => {
    const pages = entries.filter(({ name }) => /^(imsmanifest|course|wiki|web)/.test(name))
    await expect(readContent('course.imscc', zip(pages))).rejects.toThrow(
      /^压缩包里没有题目；页面 1 个、文件 2 个、设置 1 个；页面和文件用 npm run content/,
    )
  })

  it('rejects a package with a path that leads outside', async () => {
    const file = zip([{ name: '../g1/assessment_qti.xml', body: quiz12(item12('a', 'x')) }])
    await expect(readContent('course.imscc', file)).rejects.toThrow('指向外面')
  })

  it('never reads an image outside the package', async () => {
    const text = '&lt;img src=&quot;../../../../etc/passwd&quot;&gt;'
    const [reading] = await readContent('a.zip', zip([{ name: 'g/a.xml', body: quiz12(item12('a', `x${text}`)) }]))
    expect(reading?.question && reading.images.size).toBe(0)
  })
})

const item = (identifier: string) =>
  `<assessmentItem identifier="${identifier}" title="${identifier}"><responseDeclaration identifier="R" cardinality="single" baseType="identifier"><correctResponse><value>true</value></correctResponse></responseDeclaration><itemBody><choiceInteraction responseIdentifier="R" maxChoices="1"><prompt>${identifier} 对吗</prompt><simpleChoice identifier="true">对</simpleChoice><simpleChoice identifier="false">错</simpleChoice></choiceInteraction></itemBody></assessmentItem>`
const test2 =
  '<assessmentTest identifier="t" title="期中 &quot;一&quot;"><testPart identifier="p"><timeLimits maxTime="3600"/><assessmentSection identifier="s1" title="一、判断"><rubricBlock view="candidate"><p>每题 <b>2</b> 分</p></rubricBlock><selection select="1"/><ordering shuffle="true"/><assessmentItemRef identifier="a" href="items/a.xml"><preCondition/></assessmentItemRef><assessmentItemRef identifier="x" href="items/missing.xml"/></assessmentSection><assessmentSection identifier="s2" title="二、再判断"><assessmentItemRef identifier="b" href="items/b%20b.xml"><weight identifier="w" value="2"/></assessmentItemRef></assessmentSection></testPart></assessmentTest>'
const test3 =
  '<qti-assessment-test identifier="t" title="T"><qti-test-part identifier="p"><qti-assessment-section identifier="s" title="S"><qti-assessment-item-ref identifier="a" href="items/a.xml"><qti-weight identifier="w" value="3"/></qti-assessment-item-ref></qti-assessment-section></qti-test-part></qti-assessment-test>'

describe('an assessmentTest', () => {
  it('reads a QTI 2 test as a paper with sections, from which a draft of an exam is written', async () => {
    const readings = await readContent(
      'a.zip',
      zip([
        { name: 'test.xml', body: test2 },
        { name: 'items/a.xml', body: item('a') },
        { name: 'items/b b.xml', body: item('b') },
      ]),
    )
    const paper = readings.flatMap((reading) => (!reading.question && reading.paper ? [reading.paper] : []))[0]!
    expect(paper).toEqual({
      title: '期中 "一"',
      duration: 60,
      sections: [
        {
          title: '一、判断',
          items: [
            { file: 'items/a.xml', weight: 1 },
            { file: 'items/missing.xml', weight: 1 },
          ],
        },
        { title: '二、再判断', items: [{ file: 'items/b b.xml', weight: 2 }] },
      ],
      instructions: ['**一、判断**\n\n每题 **2** 分'],
      notes: [
        '没有带入“一、判断”的随机抽题，放入它的全部题目',
        '没有带入“一、判断”的打乱次序',
        '没有带入作答条件（preCondition）',
      ],
    })
    const questions = new Map(
      readings.flatMap((reading) => (reading.question ? [[reading.file!, reading.question] as const] : [])),
    )
    const imported = importedPaper(paper, (file) => questions.get(file))
    const yaml = writePaper(imported, 'bank/x')
    expect(yaml).toContain('title: "期中 \\"一\\""')
    expect(yaml).toContain(
      '  # 一、判断（有 1 题没有导入）\n  - { from: bank/x, slugs: [a] }\n  # 二、再判断\n  # 没有带入 b 在试卷里的分值 2，按题目自己的分值计\n  - { from: bank/x, slugs: [b] }',
    )
    const to = { kind: 'bank', slug: 'x' }
    expect(draftOf(imported, to)).toMatchObject({
      body: {
        title: '期中 "一"',
        durationMinutes: 60,
        school: null,
        sections: [
          { title: '一、判断', questions: [{ question: questionUid(to, 'a'), points: null }] },
          { title: '二、再判断', questions: [{ question: questionUid(to, 'b'), points: 2 }] },
        ],
      },
      notes: [...paper.notes, '有 1 题没有导入，不在草稿里'],
    })
  })

  it('puts the text that items of QTI 3.0 share into each of them', async () => {
    const shared =
      '<qti-assessment-stimulus identifier="s"><qti-stimulus-body><p>材料 <img src="a.png" alt="图"/></p></qti-stimulus-body></qti-assessment-stimulus>'
    const ourItem =
      '<qti-assessment-item identifier="i" title="题"><qti-assessment-stimulus-ref identifier="s" href="../passages/s.xml"/><qti-item-body><qti-extended-text-interaction response-identifier="R"><qti-prompt>问</qti-prompt></qti-extended-text-interaction></qti-item-body></qti-assessment-item>'
    const entries = [
      { name: 'items/i.xml', body: ourItem },
      { name: 'passages/s.xml', body: shared },
      { name: 'passages/a.png', body: 'png' },
    ]
    const readings = await readContent('a.zip', zip(entries))
    expect(readings).toMatchObject([
      { question: { stem: expect.stringMatching(/^材料 !\[图\]\([0-9a-f]{16}\.png\)\n\n问$/) }, notes: [] },
    ])
    const [alone] = await readContent('i.xml', ourItem)
    expect(alone).toMatchObject({ notes: [expect.stringContaining('没有带入共用的材料')] })
  })

  it('reads a QTI 3.0 test as a paper with sections', async () => {
    const readings = await readContent(
      'a.zip',
      zip([
        { name: 'test.xml', body: test3 },
        { name: 'items/a.xml', body: item('a') },
      ]),
    )
    expect(readings).toContainEqual(
      expect.objectContaining({
        paper: {
          title: 'T',
          duration: null,
          sections: [{ title: 'S', items: [{ file: 'items/a.xml', weight: 3 }] }],
          instructions: [],
          notes: [],
        },
      }),
    )
  })
})

describe('a mapping of a QTI matchInteraction', () => {
  const match = (mapping: string) =>
    `<assessmentItem identifier="m" title="m"><responseDeclaration identifier="R" cardinality="multiple" baseType="directedPair"><correctResponse><value>A X</value><value>B Y</value></correctResponse><mapping defaultValue="0">${mapping}</mapping></responseDeclaration><itemBody><matchInteraction responseIdentifier="R" maxAssociations="2"><prompt>连线</prompt><simpleMatchSet><simpleAssociableChoice identifier="A" matchMax="1">甲</simpleAssociableChoice><simpleAssociableChoice identifier="B" matchMax="1">乙</simpleAssociableChoice></simpleMatchSet><simpleMatchSet><simpleAssociableChoice identifier="X" matchMax="1">子</simpleAssociableChoice><simpleAssociableChoice identifier="Y" matchMax="1">丑</simpleAssociableChoice></simpleMatchSet></matchInteraction></itemBody><responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/map_response"/></assessmentItem>`

  it('reads the mapping as weights of the pairs', async () => {
    const [reading] = await readContent(
      'a.xml',
      match('<mapEntry mapKey="A X" mappedValue="1"/><mapEntry mapKey="B Y" mappedValue="0.5"/>'),
    )
    expect(reading).toMatchObject({
      notes: [],
      question: {
        pairs: [
          { left: '甲', right: '子' },
          { left: '乙', right: '丑', weight: 50 },
        ],
      },
    })
  })

  it('warns about points for wrong pairs, which cannot be imported', async () => {
    const [reading] = await readContent(
      'a.xml',
      match(
        '<mapEntry mapKey="A X" mappedValue="1"/><mapEntry mapKey="B Y" mappedValue="1"/><mapEntry mapKey="A Y" mappedValue="-1"/>',
      ),
    )
    expect(reading).toMatchObject({
      notes: ['没有带入其他配对的得分或扣分（-1）'],
      question: { pairs: [{ left: '甲', right: '子' }, {}] },
    })
  })
})
