import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { unusable } from '../../../questions/author-text'
import { markBlanks, replaceMarks } from '../../../questions/blank/marks'
import { writeAccepted } from '../../../questions/blank/notation'
import type { Accepted } from '../../../questions/blank/rubric'
import { readFormulaKey } from '../../../questions/mathematics/formula'
import { writeNumberAnswer } from '../../../questions/number/notation'
import type { SourcePart } from '../../../questions/rubric'
import { texMarks } from '../formula-text'
import { typeAliases } from '../type-names'
import { Body, type Picture, paragraph, text } from './docx-body'
import type { ToWrite } from './losses'
import { ZipWriter } from './zip'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** The Word parser reads options A to H. */
const mostOptions = 8
const numerals = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十']

/** A question as paragraphs of a Word document, with its images. */
export interface DocxPiece {
  type: keyof typeof typeAliases
  paragraphs: (number: number, firstPicture: number) => string
  pictures: Picture[]
  losses: string[]
}

/** Writes a question as teachers type it: stem, options, 答案, 解析. The Word parser can read it back. */
export async function writeDocxQuestion({ question, images }: ToWrite): Promise<DocxPiece> {
  const losses: string[] = []
  const body = new Body(images)
  if (question.type === 'material') {
    await body.add('', question.stem, true)
    for (const [i, part] of question.parts.entries()) {
      if (part.type === 'match' || part.type === 'code')
        return unusable(`Word 的材料题里不能有${typeAliases[part.type][0]}题`)
      await writePart(body, part, `（${i + 1}）`, losses)
    }
    losses.push('Word 带不了材料题里小题的分值')
    if (question.analysis !== '') losses.push('Word 带不了材料题整题的解析')
  } else await writePart(body, question, '', losses)
  if (question.type !== 'material') body.line(`分值：${question.score / 100}`)
  if (question.difficulty !== 3) body.line(`难度：${question.difficulty}`)
  if (question.tags.length > 0) body.line(`知识点：${question.tags.join('，')}`)
  if (question.chapter !== null || question.test !== null) losses.push('Word 带不了章节和测验')
  return { type: question.type, paragraphs: body.numbered, pictures: body.pictures, losses }
}

async function writePart(body: Body, part: SourcePart, mark: string, losses: string[]): Promise<void> {
  const stem = part.type === 'blank' ? replaceMarks(markBlanks(part.stem), () => '\\_\\_\\_\\_\\_\\_') : part.stem
  const needsType = mark !== '' && (part.type === 'number' || part.type === 'order')
  const shown = needsType ? `【${typeAliases[part.type][0]}】${stem}` : stem
  await body.add(mark, shown, mark === '')
  switch (part.type) {
    case 'judge':
      body.line(`答案：${part.value ? '对' : '错'}`)
      break
    case 'number':
      body.line(`答案：${writeNumberAnswer(part)}`)
      break
    case 'blank':
      writeBlanks(body, part, losses)
      break
    case 'short':
      await body.add('答案：', part.reference === '' ? '略' : part.reference)
      if (part.points.length > 0) losses.push('Word 带不了得分点')
      break
    case 'single':
    case 'multiple':
    case 'indefinite': {
      if (part.options.length > mostOptions) return unusable(`Word 的选项最多 ${mostOptions} 个`)
      for (const [i, { text }] of part.options.entries()) await body.add(`${letters[i]}. `, text)
      body.line(`答案：${part.options.flatMap(({ right }, i) => (right ? [letters[i]] : [])).join('')}`)
      if (part.options.some(({ share }) => share !== null)) losses.push('Word 带不了选项的比例')
      if (part.options.some(({ fixed }) => fixed)) losses.push('Word 带不了选项的固定位置')
      break
    }
    case 'order':
      await writeOrder(body, part.items)
      break
    case 'match':
      await writePairs(body, part, losses)
      break
    case 'code':
      writeProgram(body, part)
      break
    default:
      // A new question type does not compile until it is written here.
      part satisfies never
  }
  if (part.analysis !== '') await body.add('解析：', part.analysis)
}

function writeBlanks(body: Body, { blanks, caseSensitive }: Extract<SourcePart, { type: 'blank' }>, losses: string[]) {
  const isMoney = (one: Accepted) => 'text' in one && one.text.includes('$') && !readFormulaKey(one.text)
  // In Word, dollar signs enclose a formula, so an answer with a single dollar sign cannot be written.
  if (blanks.flat().some(isMoney)) return unusable('Word 里的答案不能有单独的 $')
  const oneNotation = (one: Accepted) => ('text' in one ? { ...one, text: texMarks(one.text) } : one)
  const answers = blanks.map((accepted) => writeAccepted(accepted.map(oneNotation)))
  if (blanks.length > 1 && answers.some((answer) => /[；;\n]|\s{2}/.test(answer)))
    return unusable('Word 里几个空的答案不能有分号')
  body.line(`答案：${answers.join('；')}`)
  if (caseSensitive) losses.push('Word 带不了区分大小写')
}

/** Order for a printed list: fixed, and different from the right order. */
const mixed = (texts: string[]): string[] => {
  const key = (text: string) => createHash('sha256').update(text).digest('hex')
  const sorted = texts.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
  return sorted.every((text, i) => text === texts[i]) ? [...sorted.slice(1), ...sorted.slice(0, 1)] : sorted
}

async function writeOrder(body: Body, items: string[]): Promise<void> {
  if (items.length > mostOptions) return unusable(`Word 的选项最多 ${mostOptions} 个`)
  if (new Set(items).size < items.length) return unusable('有相同的项，Word 里分不清')
  const shown = mixed(items)
  for (const [i, item] of shown.entries()) await body.add(`${letters[i]}. `, item)
  body.line(`答案：${items.map((item) => letters[shown.indexOf(item)]).join('')}`)
}

/** Writes lefts as numbered paragraphs and rights as options; the key pairs their numbers with letters. */
async function writePairs(
  body: Body,
  { stem, pairs, distractors }: Extract<SourcePart, { type: 'match' }>,
  losses: string[],
): Promise<void> {
  const rights = [...mixed([...new Set(pairs.map(({ right }) => right))]), ...distractors]
  if (rights.length > mostOptions) return unusable(`Word 的选项最多 ${mostOptions} 个`)
  if ([stem, ...pairs.map(({ left }) => left)].some((shown) => /^[（(]\s*\d/m.test(shown)))
    return unusable('文字里有（1）这样的编号，Word 里分不清')
  for (const [i, { left }] of pairs.entries()) await body.add(`（${i + 1}）`, left)
  for (const [i, right] of rights.entries()) await body.add(`${letters[i]}. `, right)
  body.line(`答案：${pairs.map(({ right }, i) => `${i + 1}-${letters[rights.indexOf(right)]}`).join('；')}`)
  if (pairs.some(({ weight }) => weight !== undefined)) losses.push('Word 带不了各对的权重，按每对同分')
}

/** Characters that a paragraph of Word cannot contain. */
const unwritable = /(?![\n\t])\p{Cc}/u

/** Writes a program question: fields as lines, code in boxes, tests as a table, which the Word parser reads back. */
function writeProgram(body: Body, part: Extract<SourcePart, { type: 'code' }>): void {
  const { language, db, starter, solution, tests, compare } = part
  const code = [starter, solution, ...tests.flatMap(({ input, output }) => [input, output])]
  const checker = compare?.mode === 'checker' ? compare : null
  if ([...code, checker?.source ?? ''].some((source) => unwritable.test(source)))
    unusable('代码或测试里有 Word 写不了的字符')
  body.line(`语言：${language}`)
  if (db !== null) body.line(`数据库：${db}`)
  if (compare) body.line(`输出比较：${compare.mode}`)
  if (compare?.mode === 'numeric') body.line(`误差：${compare.tolerance}`)
  if (starter !== '') body.box('起始代码：', starter)
  body.rows('测试：', [
    ['输入', '输出', '分值', '公开'],
    ...tests.map(({ input, output, score, hidden }) => [input, output, String(score), hidden ? '否' : '是']),
  ])
  if (checker) body.box(`检查程序（${checker.language}）：`, checker.source)
  if (solution !== '') body.box('参考程序：', solution)
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006'
const spaces = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="${office}/math" xmlns:r="${office}/relationships" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"`

/** Writes a paper with its key: a heading wherever the type changes, and continuous numbers. */
export async function writeDocx(path: string, pieces: AsyncIterable<DocxPiece>): Promise<void> {
  const zip = await ZipWriter.create(path)
  try {
    const types = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
    const pictures: Picture[] = []
    async function* document() {
      yield `${head}<w:document ${spaces}><w:body>`
      let [type, sections, number] = ['', 0, 0]
      for await (const piece of pieces) {
        if (piece.type !== type) {
          const title = `${numerals[sections++ % numerals.length]}、${typeAliases[piece.type][0]}题`
          yield paragraph(text(title, '<w:b/>'))
          type = piece.type
        }
        yield piece.paragraphs(++number, pictures.length + 1)
        pictures.push(...piece.pictures)
      }
      yield '<w:sectPr/></w:body></w:document>'
    }
    await zip.add('word/document.xml', document())
    const relations: string[] = []
    for (const [i, { name, data }] of pictures.entries()) {
      const file = `media/image${i + 1}${extname(name)}`
      await zip.add(`word/${file}`, data)
      relations.push(`<Relationship Id="rIdP${i + 1}" Type="${office}/relationships/image" Target="${file}"/>`)
    }
    const list = (inner: string) =>
      `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`
    await zip.add('word/_rels/document.xml.rels', list(relations.join('')))
    await zip.add(
      '_rels/.rels',
      list(`<Relationship Id="rId1" Type="${office}/relationships/officeDocument" Target="word/document.xml"/>`),
    )
    const endings = ['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif'].map(
      (one) => `<Default Extension="${one}" ContentType="image/${one.replace('jpg', 'jpeg')}"/>`,
    )
    await zip.add(
      '[Content_Types].xml',
      `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${endings.join('')}<Override PartName="/word/document.xml" ContentType="${types}"/></Types>`,
    )
    await zip.finish()
  } catch (error) {
    await zip.abandon()
    throw error
  }
}
