import { partToMarkdown } from '../../../questions/author'
import { unusable } from '../../../questions/author-text'
import { putBlanks } from '../../../questions/blank/notation'
import { pairText } from '../../../questions/match/author'
import { writeNumberAnswer } from '../../../questions/number/notation'
import type { SourcePart } from '../../../questions/rubric'
import { percentOf } from '../../../questions/shares'
import { referenceQuote } from '../../../questions/short/author'
import { columns } from '../sheet'
import { typeAliases } from '../type-names'
import { escapeXml } from '../xml'
import { hasPictures, type ToWrite } from './losses'
import { ZipWriter } from './zip'

const fields = Object.keys(columns) as (keyof typeof columns)[]
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const before = fields.slice(0, fields.indexOf('answer'))
const after = fields.slice(fields.indexOf('answer'))
export const sheetHeader = [
  ...before.map((field) => columns[field][0]),
  ...letters.map((letter) => `选项${letter}`),
  ...after.map((field) => columns[field][0]),
]

/** Excel's limit for a cell. */
const maxCell = 32_767

/** Returns the rows of a question: one, and one more for each question part of a 材料题. */
export function sheetRows({ question }: ToWrite): { rows: string[][]; losses: string[] } {
  const losses = hasPictures(question) ? ['表格带不了图片'] : []
  const about = {
    difficulty: String(question.difficulty),
    tags: question.tags.join('、'),
    chapter: question.chapter ?? '',
    test: question.test ?? '',
  }
  if (question.type !== 'material') return { rows: [rowOf({ ...partCells(question), ...about })], losses }
  const { slug, stem, analysis, parts } = question
  const head = { slug, type: typeAliases.material[0], stem, analysis, options: [], ...about }
  const rows = [rowOf(head), ...parts.map((part) => rowOf({ ...partCells(part), material: slug }))]
  return { rows, losses }
}

type Cells = Partial<Record<keyof typeof columns, string>> & { options: string[] }

function rowOf(cells: Cells): string[] {
  if (cells.options.length > letters.length) return unusable(`表格最多写 ${letters.length} 个选项`)
  const row = [
    ...before.map((field) => cells[field] ?? ''),
    ...letters.map((_, i) => cells.options[i] ?? ''),
    ...after.map((field) => cells[field] ?? ''),
  ]
  return row.some((cell) => cell.length > maxCell) ? unusable('有一格超过 Excel 的 32767 个字符') : row
}

function partCells(part: SourcePart): Cells {
  const common = {
    slug: part.slug,
    type: typeAliases[part.type][0],
    score: String(part.score / 100),
    stem: part.stem,
    analysis: part.analysis,
    options: [],
  }
  switch (part.type) {
    case 'judge':
      return { ...common, answer: part.value ? '对' : '错' }
    case 'blank':
      return { ...common, stem: putBlanks(part.stem, part.blanks), caseSensitive: part.caseSensitive ? '是' : '' }
    case 'short':
      return { ...common, answer: referenceQuote({ ...part, analysis: '' }) }
    case 'number':
      return { ...common, answer: writeNumberAnswer(part) }
    case 'order':
      return { ...common, options: part.items }
    case 'match': {
      return { ...common, options: [...part.pairs.map(pairText), ...part.distractors.map((text) => `=> ${text}`)] }
    }
    case 'code':
      return {
        ...common,
        stem: partToMarkdown(part)
          .body.filter((block) => block !== '')
          .join('\n\n'),
        language: part.language,
        db: part.db ?? '',
        compare: part.compare?.mode ?? '',
        tolerance: part.compare?.mode === 'numeric' ? part.compare.tolerance : '',
      }
    case 'single':
    case 'multiple':
    case 'indefinite': {
      const weighed = part.options.some(({ share }) => share !== null)
      const options = part.options.map(({ text, fixed, share }) => {
        const plain = fixed ? text : text.replace(/\{fixed\}$/, '\\{fixed}')
        return `${plain}${share === null ? '' : ` {${percentOf(share)}%}`}${fixed ? ' {fixed}' : ''}`
      })
      const right = part.options.flatMap((option, i) => (option.right ? [letters[i]] : []))
      return { ...common, options, answer: weighed ? '' : right.join('') }
    }
  }
}

const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

function columnName(index: number): string {
  return index < 26 ? letters[index]! : `${columnName(Math.floor(index / 26) - 1)}${letters[index % 26]}`
}

const cell = (value: string, row: number, column: number) =>
  value === ''
    ? ''
    : `<c r="${columnName(column)}${row}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`

/** Writes an xlsx with one sheet, row by row. */
export async function writeXlsx(path: string, rows: AsyncIterable<string[]>): Promise<void> {
  const zip = await ZipWriter.create(path)
  try {
    const part = (name: string, kind: string) =>
      `<Override PartName="${name}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`
    await zip.add(
      '[Content_Types].xml',
      `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part('/xl/workbook.xml', 'sheet.main')}${part('/xl/worksheets/sheet1.xml', 'worksheet')}</Types>`,
    )
    const relations = (type: string, target: string) =>
      `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relation}/${type}" Target="${target}"/></Relationships>`
    await zip.add('_rels/.rels', relations('officeDocument', 'xl/workbook.xml'))
    await zip.add('xl/_rels/workbook.xml.rels', relations('worksheet', 'worksheets/sheet1.xml'))
    await zip.add(
      'xl/workbook.xml',
      `${head}<workbook xmlns="${main}" xmlns:r="${relation}"><sheets><sheet name="题目" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    )
    await zip.add('xl/worksheets/sheet1.xml', sheetXml(rows))
    await zip.finish()
  } catch (error) {
    await zip.abandon()
    throw error
  }
}

async function* sheetXml(rows: AsyncIterable<string[]>): AsyncGenerator<string> {
  yield `${head}<worksheet xmlns="${main}"><sheetData>`
  let number = 0
  for await (const row of rows) {
    number++
    yield `<row r="${number}">${row.map((value, column) => cell(value, number, column)).join('')}</row>`
  }
  yield '</sheetData></worksheet>'
}
