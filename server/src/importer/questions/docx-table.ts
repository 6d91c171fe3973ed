import type { InlineReader } from './docx-inline'
import { below, child, children, elements, type XmlElement, xmlNodeText } from './xml'

function cellOf(cell: XmlElement, text: InlineReader): string {
  return elements(cell)
    .flatMap((element) => {
      if (element.name === 'p') return [text.inline(element).replace(/\n/g, ' ')]
      if (element.name !== 'tbl') return []
      text.lose('表格里的表格改为文字')
      return children(element, 'tr').map((row) =>
        children(row, 'tc')
          .map((one) => cellOf(one, text))
          .join(' '),
      )
    })
    .join(' ')
    .trim()
}

/** Converts a table to Markdown. */
export function tableOf(table: XmlElement, text: InlineReader): string {
  const rows = children(table, 'tr').map((row) =>
    children(row, 'tc').flatMap((cell) => {
      const span = Number(child(child(cell, 'tcPr'), 'gridSpan')?.attributes.val ?? 1)
      // A cell over several columns is followed by empty cells.
      return [cellOf(cell, text), ...Array<string>(Math.min(50, Math.max(1, span || 1)) - 1).fill('')]
    }),
  )
  const width = Math.max(1, ...rows.map((row) => row.length))
  const line = (cells: string[]) => `| ${Array.from({ length: width }, (_, i) => cells[i] ?? '').join(' | ')} |`
  const [head = [], ...rest] = rows
  return [line(head), line(Array(width).fill('---')), ...rest.map(line)].join('\n')
}

/** Returns the text of a table cell with all its spaces, for code and tests. */
export const plainCell = (cell: XmlElement) =>
  children(cell, 'p')
    .map((paragraph) => below(paragraph).map(plainPiece).join(''))
    .join('\n')

export const plainPiece = (piece: XmlElement) =>
  piece.name === 't' ? xmlNodeText(piece) : piece.name === 'tab' ? '\t' : piece.name === 'br' ? '\n' : ''
