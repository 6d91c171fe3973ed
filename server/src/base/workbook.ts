import { loadPackage } from './load-package'

type Cell = string | number

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Writes an xlsx file with one sheet. The library is loaded by the first export, because it delays a start. */
export function writeWorkbook(sheetName: string, rows: Cell[][]): Buffer {
  const { utils, write } = loadPackage<typeof import('@e965/xlsx')>('@e965/xlsx')
  const book = utils.book_new()
  const sheet = utils.aoa_to_sheet(rows)
  const widest = (column: number) => rows.reduce((width, row) => Math.max(width, widthOf(row[column])), 0)
  sheet['!cols'] = (rows[0] ?? []).map((_, column) => ({ wch: Math.min(40, widest(column)) + 2 }))
  utils.book_append_sheet(book, sheet, sheetName)
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}

/** Width of a cell in digits; Chinese characters are two digits wide. */
const widthOf = (cell: Cell | undefined) => String(cell ?? '').replace(/[^\x20-\x7e]/g, '00').length
