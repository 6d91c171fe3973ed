import { useState } from 'react'
import { cx } from '../../ui/cx'
import { Empty } from '../../ui/empty'
import { brokenFile } from './load-file'
import { useFile } from './use-file'
import { FileProblemView, Opening, type ViewProps } from './view-states'

/** Maximum rows and columns shown, because more cells make the page slow. */
const mostRows = 1000
const mostColumns = 100

interface Sheet {
  name: string
  rows: string[][]
  cut: boolean
}

/** Whether the bytes are binary data but no workbook: the parser would accept them as CSV. */
function isNonsense(bytes: ArrayBuffer): boolean {
  const head = new Uint8Array(bytes, 0, Math.min(bytes.byteLength, 1024))
  const starts = (...magic: number[]) => magic.every((byte, index) => head[index] === byte)
  if (starts(0x50, 0x4b) || starts(0xd0, 0xcf, 0x11, 0xe0)) return false
  return head.some((byte) => byte < 9 || (byte > 13 && byte < 32))
}

async function read(file: Blob): Promise<Sheet[]> {
  const [{ read: parse, utils }, bytes] = await Promise.all([import('@e965/xlsx'), file.arrayBuffer()])
  if (isNonsense(bytes)) throw brokenFile()
  // Formulas and macros are ignored; the last computed values are shown.
  const book = parse(bytes, { type: 'array', dense: true, sheetRows: mostRows + 1, bookVBA: false, cellFormula: false })
  return book.SheetNames.map((name) => {
    const all: string[][] = utils.sheet_to_json(book.Sheets[name]!, {
      header: 1,
      raw: false,
      defval: '',
      blankrows: true,
    })
    const cut = all.length > mostRows || all.some((row) => row.length > mostColumns)
    return { name, rows: all.slice(0, mostRows).map((row) => row.slice(0, mostColumns).map(String)), cut }
  })
}

/** Returns a spreadsheet column name: A, B, … Z, AA, AB. */
export function columnName(index: number): string {
  const rest = String.fromCharCode(65 + (index % 26))
  return index < 26 ? rest : columnName(Math.floor(index / 26) - 1) + rest
}

export function SheetView({ url, onRetry }: ViewProps) {
  const file = useFile(url, read)
  const [chosen, setChosen] = useState(0)
  if (file.state === 'loading') return <Opening />
  if (file.state === 'failed') return <FileProblemView problem={file.problem} onRetry={onRetry} />
  const sheets = file.value
  const sheet = sheets[chosen]
  if (!sheet) return <Empty text="这个表格是空的" />
  const columns = Math.max(0, ...sheet.rows.map((row) => row.length))
  return (
    <>
      {sheets.length > 1 && (
        <fieldset aria-label="工作表" className="no-scrollbar mb-0.5 flex min-w-0 gap-2 overflow-x-auto py-1.5">
          {sheets.map(({ name }, index) => (
            <button
              key={name}
              type="button"
              aria-pressed={index === chosen}
              onClick={() => setChosen(index)}
              className={cx(
                'tap min-h-8 shrink-0 rounded-full px-3.5 text-13',
                index === chosen ? 'bg-primary-soft font-semibold text-primary' : 'bg-card text-ink-2',
              )}
            >
              {name}
            </button>
          ))}
        </fieldset>
      )}
      {sheet.cut && (
        <p className="mb-2 rounded-item bg-amber-soft px-3 py-2 text-13 text-amber">
          表格很大，这里只显示前 {mostRows} 行、{mostColumns} 列，完整内容请下载
        </p>
      )}
      {columns === 0 ? (
        <Empty text="这张工作表是空的" />
      ) : (
        <div
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
          tabIndex={0}
          className="max-h-[75vh] overflow-auto rounded-card bg-card text-13"
        >
          <table className="border-separate border-spacing-0">
            <caption className="sr-only">{sheet.name}</caption>
            <thead>
              <tr>
                <td className="sticky top-0 left-0 z-2 border-r border-b border-line bg-fill" />
                {Array.from({ length: columns }, (_, index) => (
                  <th
                    key={columnName(index)}
                    scope="col"
                    className="sticky top-0 z-1 border-r border-b border-line bg-fill px-2 py-1 text-center font-normal text-ink-3"
                  >
                    {columnName(index)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {sheet.rows.map((row, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows are known by their number
                <tr key={at}>
                  <th
                    scope="row"
                    className="tabular-nums sticky left-0 z-1 border-r border-b border-line bg-fill px-2 py-1 text-right font-normal text-ink-3"
                  >
                    {at + 1}
                  </th>
                  {Array.from({ length: columns }, (_, column) => (
                    <td
                      key={columnName(column)}
                      className="max-w-80 border-r border-b border-line px-2 py-1 align-top whitespace-pre-wrap"
                    >
                      {row[column]}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}
