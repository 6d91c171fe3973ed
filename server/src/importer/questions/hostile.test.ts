import { describe, expect, it, test } from 'vitest'
import { gb18030 } from '../../testing/gb18030'
import { zip } from '../../text/epub/zip.fixture'
import { docx, p } from './docx.fixture'
import { readContent, refusals } from './read-file.fixture'

const quiz = (inner: string, prolog = '') => `<?xml version="1.0"?>${prolog}<quiz>${inner}</quiz>`
const question =
  '<question type="truefalse"><name><text>q</text></name><questiontext><text>t</text></questiontext><answer fraction="100"><text>true</text></answer></question>'
const megabyte = 1024 * 1024

describe('hostile and corrupt files', () => {
  test.each<[string, string, string | Buffer, RegExp]>([
    [
      'exponentially growing entities',
      'a.xml',
      quiz('&b;', '<!DOCTYPE quiz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'),
      /定义了自己的实体/,
    ],
    [
      'external entities',
      'a.xml',
      quiz('&x;', '<!DOCTYPE quiz [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
      /定义了自己的实体/,
    ],
    ['an undefined entity', 'a.xml', quiz(`${question}&nothing;`), /XML 写错了/],
    ['elements nested too deeply', 'a.xml', quiz('<a>'.repeat(5000)), /嵌套太深/],
    ['XML that ends in the middle', 'a.xml', quiz(question).slice(0, -20), /XML 写错了/],
    ['XML of another kind', 'a.xml', '<svg/>', /最外层是 svg/],
    [
      'a question above 30 MB',
      'a.xml',
      quiz(`<question type="essay"><questiontext><text>${'x'.repeat(31 * megabyte)}`),
      /超过 30 MB/,
    ],
    ['a file that is not a zip', 'a.docx', 'not a zip', /^打不开：不是有效的 zip 文件，或文件不完整$/],
    ['a zip without a document', 'a.docx', zip([{ name: 'x', body: 'x' }]), /不是 Word 文档/],
    ['a zip without a table', 'a.xlsx', zip([{ name: 'x', body: 'x' }]), /不是 xlsx/],
    [
      'a document that is too large when unpacked',
      'a.docx',
      zip([{ name: 'word/document.xml', body: Buffer.alloc(60 * megabyte) }]),
      /太大/,
    ],
    ['a path that leads outside', 'a.zip', zip([{ name: '../../item.xml', body: '<assessmentItem/>' }]), /指向外面/],
    ['a cell above 1 MB', 'a.csv', `题型,题干\n单选,"${'x'.repeat(3 * megabyte)}`, /超过 1 MB/],
    ['a table without required columns', 'a.csv', '姓名,学号\n甲,1', /没有“题型”/],
    ['an empty table', 'a.csv', '', /空的/],
    ['a line above 4 MB', 'a.gift', 'x'.repeat(5 * megabyte), /超过 4 MB/],
    ['an unknown format', 'a.txt', '只是一段话。', /认不出格式/],
    ['an empty text', 'a.txt', '', /^文件是空的$/],
    ['an empty Word document', 'a.docx', '', /^文件是空的$/],
    ['an empty package', 'a.zip', '', /^文件是空的$/],
  ])('rejects the whole file: %s', async (_what, name, content, reason) => {
    await expect(readContent(name, content)).rejects.toThrow(reason)
  })

  it.each([
    ['UTF-8 declared as UTF-16', 'utf-16', (text: string) => Buffer.from(text)],
    ['UTF-8 declared as GBK', 'GBK', (text: string) => Buffer.from(text)],
    ['GB18030 declared as UTF-8', 'UTF-8', gb18030],
    ['GB18030 without a mistake', 'gb18030', gb18030],
    ['UTF-16', 'utf-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ])('reads XML in %s', async (_what, declared, encode) => {
    const text = `<?xml version="1.0" encoding="${declared}"?><quiz>${question.replace('>t<', '>中国的题<')}</quiz>`
    expect(await readContent('a.xml', encode(text))).toMatchObject([{ question: { stem: '中国的题' } }])
  })

  it('reads the questions of a damaged file up to the damage, then reports an error', async () => {
    const readings: unknown[] = []
    const { readMoodleXml } = await import('./moodle-xml')
    const read = async () => {
      for await (const reading of readMoodleXml([quiz(question + question).replace('</quiz>', '<broken')]))
        readings.push(reading.question?.type)
    }
    await expect(read()).rejects.toThrow(/XML 写错了/)
    expect(readings).toEqual(['judge', 'judge'])
  })

  it('an invalid file of a package is reported, and the other files are read', async () => {
    const item = `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="one" title="好题"><responseDeclaration identifier="R" cardinality="single" baseType="identifier"><correctResponse><value>A</value></correctResponse></responseDeclaration><itemBody><choiceInteraction responseIdentifier="R" maxChoices="1"><prompt>题？</prompt><simpleChoice identifier="A">甲</simpleChoice><simpleChoice identifier="B">乙</simpleChoice></choiceInteraction></itemBody></assessmentItem>`
    const content = zip([
      { name: 'imsmanifest.xml', body: '<manifest/>' },
      { name: 'a.xml', body: '<assessmentItem' },
      { name: 'b.xml', body: item },
    ])
    const readings = await readContent('p.zip', content)
    expect(readings.map((reading) => reading.question?.slug ?? reading.item)).toEqual(['a.xml', 'one'])
  })

  it('removes scripts, event handlers and external images of a question file', async () => {
    const [reading] = await readContent(
      'a.xml',
      quiz(
        '<question type="truefalse"><name><text>x</text></name><questiontext format="html"><text><![CDATA[<p onclick="x()">甲<script>alert(1)</script><img src="http://evil/x.png" onerror="y()"><iframe src="//evil"></iframe><a href="javascript:alert(1)">点</a></p>]]></text></questiontext><answer fraction="100"><text>true</text></answer></question>',
      ),
    )
    expect(reading!.question!.stem).toBe('甲点')
    expect(reading!.question && reading!.notes).toEqual([
      '没有带入图片 http://evil/x.png',
      '没有带入嵌入的网页',
      '没有带入链接 javascript:alert(1)',
    ])
  })

  it.each([
    ['a block that never ends', 'q? {=a ~b', /括号没有配对/],
    ['weights that add up to 50 %', 'q? {~%25%a ~%25%b ~c}', /合计是 50%/],
    ['two equal options', 'q? {=a ~a}', /重复/],
    ['a wildcard', 'q? {=a*b}', /通配符/],
    ['text without a question', 'only words', /没有要回答的内容/],
  ])('rejects GIFT with %s', async (_what, content, reason) => {
    expect(await refusals('a.gift', content)).toEqual([expect.stringMatching(reason)])
  })

  it.each([
    ['a duplicate key', '## a\ntype: judge\ntype: judge\n\n题', /type 写了两次/],
    ['no type', '## a\nscore: 1\n\n题', /type 要是/],
    ['no empty line after the keys', '## a\ntype: judge\n题', /键和题干之间要空一行/],
    ['capitals in a slug', '## Abc\ntype: judge\nanswer: true\n\n题', /只能用小写字母/],
    ['two right options in a 单选', '## a\ntype: single\n\n题\n\n- [x] 甲\n- [x] 乙', /只能有一个正确选项/],
    ['no blank', '## a\ntype: blank\n\n没有空，`{{代码}}` 和 $x^{{2}}$ 不算', /题干里没有空/],
    ['tests in invalid YAML', '## a\ntype: code\nlanguage: python\n\n题\n\n```tests\n- {\n```', /YAML 写错了/],
    [
      'tests with aliases',
      '## a\ntype: code\nlanguage: python\n\n题\n\n```tests\n- &a { output: "1" }\n- *a\n```',
      /YAML 写错了/,
    ],
    [
      'parts in a question that is not a 材料题',
      '## a\ntype: judge\nanswer: true\n\n题\n\n### b\ntype: judge\nanswer: true\n\n小题',
      /只有材料题/,
    ],
    ['words before the first question', '前言\n\n## a\ntype: judge\nanswer: true\n\n题', /不属于任何题目/],
    ['too small a score', '## a\ntype: judge\nscore: 0.001\nanswer: true\n\n题', /最多两位小数/],
  ])('rejects Markdown with %s', async (_what, content, reason) => {
    expect(await refusals('a.md', content)).toEqual([expect.stringMatching(reason)])
  })

  it('reads no questions from a Word document without questions', async () => {
    expect(await readContent('a.docx', docx([p('只有一段话')]))).toEqual([])
  })
})
