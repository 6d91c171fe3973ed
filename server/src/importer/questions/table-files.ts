import { EpubZip } from '../../text/epub/zip'
import { readText, UnreadableFile } from './input'
import { below, child, children, elements, readDocument, readElements, type XmlElement, xmlNodeText } from './xml'

/**
 * Yields the rows of a CSV file; quoted cells may contain commas, quotes and line breaks. The separator is a tab if the
 * first line contains tabs.
 */
export async function* csvRows(path: string): AsyncGenerator<string[]> {
  let row: string[] = []
  let cell = ''
  let quoted = false
  let closed = false
  let separator = ''
  let rest = ''
  let last = ''
  for await (const piece of readText(path)) {
    rest += piece
    if (separator === '') {
      const end = rest.search(/[\r\n]/)
      if (end < 0 && rest.length < 65_536) continue
      rest = rest.replace(/^\uFEFF/, '')
      separator = rest.slice(0, end < 0 ? undefined : end).includes('\t') ? '\t' : ','
    }
    for (const sign of rest) {
      if (quoted) {
        if (sign === '"') [quoted, closed] = [false, true]
        else cell += sign
        continue
      }
      if (sign === '"') {
        // A doubled quote is a literal quote.
        if (closed) cell += '"'
        quoted = true
      } else if (sign === separator) {
        row.push(cell)
        cell = ''
      } else if (sign === '\n' || sign === '\r') {
        if (!(sign === '\n' && last === '\r')) {
          row.push(cell)
          yield row
          ;[row, cell] = [[], '']
        }
      } else cell += sign
      last = sign
      closed = false
    }
    rest = ''
    if (cell.length > 1_000_000) throw new UnreadableFile('有一格超过 1 MB，引号可能没有配对')
  }
  if (rest !== '' || cell !== '' || row.length > 0) yield [...row, cell || rest]
}

async function part(zip: EpubZip, name: string): Promise<string | null> {
  const bytes = await zip.read(name)
  return bytes ? new TextDecoder().decode(bytes) : null
}

/** Names of the visible sheets of an xlsx file. */
export async function xlsxSheetNames(path: string): Promise<string[]> {
  const zip = await EpubZip.open(path)
  try {
    const { sheets } = await workbookOf(zip)
    return sheets.flatMap(({ attributes: { name = '', state } }) =>
      state === undefined || state === 'visible' ? name : [],
    )
  } finally {
    zip.close()
  }
}

/** Yields the rows of a sheet of an xlsx file; without a name, of the sheet 题目 or the first one. */
export async function* xlsxRows(path: string, name?: string): AsyncGenerator<string[]> {
  const zip = await EpubZip.open(path)
  try {
    const shared: string[] = []
    const strings = await part(zip, 'xl/sharedStrings.xml')
    if (strings) for await (const item of readElements([strings], (tag) => tag === 'si')) shared.push(richText(item))
    const sheet = await part(zip, await sheetPath(zip, name))
    if (sheet === null) throw new UnreadableFile('表格文件里没有工作表')
    let expected = 1
    for await (const row of readElements(slices(sheet), (tag) => tag === 'row')) {
      const number = Number(row.attributes.r ?? expected)
      // Empty rows are missing in the file, but count for the row numbers in messages.
      for (; expected < number && expected < 2_000_000; expected++) yield []
      expected = number + 1
      yield cellsOf(row, shared)
    }
  } finally {
    zip.close()
  }
}

/** Splits the text, so that the parser yields rows before it has read the whole text. */
function* slices(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += 65_536) yield text.slice(at, at + 65_536)
}

async function workbookOf(zip: EpubZip): Promise<{ sheets: XmlElement[]; relations: string }> {
  const workbook = await part(zip, 'xl/workbook.xml')
  const relations = await part(zip, 'xl/_rels/workbook.xml.rels')
  if (!workbook || !relations) throw new UnreadableFile('不是 xlsx 表格')
  return { sheets: below(await readDocument(workbook)).filter(({ name }) => name === 'sheet'), relations }
}

async function sheetPath(zip: EpubZip, given = '题目'): Promise<string> {
  const { sheets, relations } = await workbookOf(zip)
  const wanted = sheets.find(({ attributes }) => attributes.name === given) ?? sheets[0]
  const target = elements(await readDocument(relations)).find(
    ({ attributes }) => attributes.Id === wanted?.attributes.id,
  )
  const name = target?.attributes.Target ?? 'worksheets/sheet1.xml'
  return name.startsWith('/') ? name.slice(1) : `xl/${name}`
}

/** Returns text without phonetic readings above Chinese or Japanese words. */
const richText = (item: XmlElement): string =>
  elements(item)
    .filter(({ name }) => name === 't' || name === 'r')
    .map((piece) => (piece.name === 't' ? xmlNodeText(piece) : children(piece, 't').map(xmlNodeText).join('')))
    .join('')
    // Decodes Excel's escapes for characters that XML does not allow.
    .replace(/_x([0-9A-F]{4})_/g, (_, code: string) =>
      code === '000D' ? '' : String.fromCharCode(Number.parseInt(code, 16)),
    )

function cellsOf(row: XmlElement, shared: string[]): string[] {
  const cells: string[] = []
  for (const cell of children(row, 'c')) {
    const letters = /^[A-Z]{1,3}/.exec(cell.attributes.r ?? '')?.[0]
    const index = letters ? columnOf(letters) : cells.length
    if (index > 1000) throw new UnreadableFile('表格的列太多')
    while (cells.length < index) cells.push('')
    cells[index] = cellText(cell, shared)
  }
  return cells
}

const columnOf = (letters: string) => [...letters].reduce((all, letter) => all * 26 + letter.charCodeAt(0) - 64, 0) - 1

function cellText(cell: XmlElement, shared: string[]): string {
  const value = xmlNodeText(child(cell, 'v'))
  switch (cell.attributes.t) {
    case 's':
      return shared[Number(value)] ?? ''
    case 'inlineStr': {
      const inline = child(cell, 'is')
      return inline ? richText(inline) : ''
    }
    case 'b':
      return value === '1' ? '对' : '错'
    case 'str':
    case 'e':
      return value
    default:
      return value === '' ? '' : numberText(Number(value))
  }
}

/** Rounds fractions, because Excel stores results such as 0.1 + 0.2 with all digits. */
function numberText(value: number): string {
  if (!Number.isInteger(value)) return String(Number(value.toPrecision(12)))
  // A spreadsheet stores 15 digits. Longer numbers have lost further digits and must not look exact.
  return Math.abs(value) < 1e15 ? String(value) : value.toExponential()
}
