import { open, rm } from 'node:fs/promises'
import { callerPath } from './caller-path'

/** Formats one line of a CSV file. A leading = + - @ is escaped, because a spreadsheet would read it as a formula. */
export function csvLine(values: readonly (string | number)[]): string {
  return values
    .map((value) => (typeof value === 'string' && /^[=+\-@\t]/.test(value) ? `'${value}` : String(value)))
    .map((value) => (/[",\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value))
    .join(',')
}

/** Byte order mark. Without it, Excel assumes the computer's legacy encoding. */
const bom = '\uFEFF'

interface CsvOutput {
  line(values: readonly (string | number)[]): void
  /** Runs the function that writes the lines, then closes the file. */
  write(run: () => Promise<void>): Promise<void>
}

/**
 * Opens a new CSV file, or standard output without a path. The file is created before the command runs, so that an
 * unwritable path fails before the command generates values that are shown only once. If the command fails, the file is
 * removed.
 */
export async function openCsv(out: string | undefined, print: (line: string) => void): Promise<CsvOutput> {
  let start = bom
  const next = (values: readonly (string | number)[]) => {
    const line = start + csvLine(values)
    start = ''
    return line
  }
  if (out === undefined) return { line: (values) => print(next(values)), write: (run) => run() }
  const path = callerPath(out)
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      error.code === 'EEXIST' ? `文件 ${path} 已经存在，请换一个名字。` : `不能写文件 ${path}（${error.code}）。`,
    )
  })
  const lines: string[] = []
  return {
    line: (values) => void lines.push(next(values)),
    write: async (run) => {
      try {
        await run()
        await file.writeFile(lines.map((line) => `${line}\r\n`).join(''))
        await file.sync()
        print(`已写入 ${path}（${Math.max(0, lines.length - 1)} 行）。`)
      } catch (error) {
        await rm(path, { force: true })
        throw error
      } finally {
        await file.close()
      }
    },
  }
}
