import { createHash } from 'node:crypto'
import { fenceFor } from '../../questions/fences'
import { decodeAddress } from '../../text/html-text'
import { htmlToMarkdown } from '../questions/html-to-markdown'
import type { ConversionReport } from './report'

/** Names of languages in notebook kernels, mapped to the languages of our code cells. */
const runnable: Record<string, string> = {
  python: 'python',
  javascript: 'javascript',
  typescript: 'typescript',
  c: 'c',
  'c++': 'cpp',
  'c++17': 'cpp',
  cpp: 'cpp',
  sql: 'sql',
}
/** Imports of modules that the runner lacks: such cells are shown with their outputs, but cannot be run. */
const missing =
  /^\s*(?:import|from)\s+(numpy|pandas|matplotlib|scipy|sklearn|seaborn|torch|tensorflow|requests|cv2|PIL|IPython|plotly|sympy|networkx)\b/m
/** Commands of Jupyter: `%magic`, `!shell`, `?name` and `name?`; not a comment or text that ends with a question mark. */
const magic = /^[ \t]*(?:%%?[a-z]|!\s*[a-z])|^[ \t]*\?{1,2}[\w.]+[ \t]*$|^[ \t]*[\w.]+\?{1,2}[ \t]*$/m

interface Notebook {
  text: string
  images: Map<string, Buffer>
}

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
/** Notebooks store texts as lists of lines. */
const textOf = (value: unknown) =>
  Array.isArray(value)
    ? value.filter((line) => typeof line === 'string').join('')
    : typeof value === 'string'
      ? value
      : ''
const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])

const maxOutput = 20_000
const imageTypes: Record<string, string> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/svg+xml': '.svg',
  'image/webp': '.webp',
}

/** Converts a Jupyter notebook: text, code cells and their outputs. Returns null if the file is not a notebook. */
export function convertNotebook(json: string, file: string, report: ConversionReport): Notebook | null {
  let notebook: unknown
  try {
    notebook = JSON.parse(json)
  } catch {
    return null
  }
  if (isObject(notebook) && Array.isArray(notebook.worksheets))
    report.lost(file, '这是旧格式的笔记本（nbformat 3），请先用 jupyter nbconvert --to notebook 转换')
  if (!isObject(notebook) || !Array.isArray(notebook.cells)) return null
  const metadata = isObject(notebook.metadata) ? notebook.metadata : {}
  const info = [metadata.language_info, metadata.kernelspec].filter(isObject)
  const language = String(
    info.map(({ name, language: infoLanguage }) => infoLanguage ?? name).find(Boolean) ?? 'python',
  ).toLowerCase()
  const converter = new Converter(file, language.replace(/^python\d?$/, 'python'), report)
  const text = objects(notebook.cells)
    .flatMap((cell) => converter.cell(cell))
    .join('\n\n')
  return { text, images: converter.images }
}

class Converter {
  readonly images = new Map<string, Buffer>()
  private count = 0

  constructor(
    private readonly file: string,
    private readonly language: string,
    private readonly report: ConversionReport,
  ) {}

  cell(cell: Json): string[] {
    const source = textOf(cell.source).replaceAll('\r\n', '\n')
    if (cell.cell_type === 'code') {
      const outputs = objects(cell.outputs).flatMap((one) => this.output(one))
      return source.trim() === '' ? outputs : [this.code(source), ...outputs]
    }
    if (source.trim() === '') return []
    if (cell.cell_type === 'markdown') return [this.markdown(source, cell)]
    this.report.lost(this.file, '没有带入原始格（raw）')
    return []
  }

  private markdown(source: string, cell: Json): string {
    this.report.mapped('文字格')
    const attached = isObject(cell.attachments) ? cell.attachments : {}
    const place = (all: string, start: string, name: string) => {
      const data = attached[name] ?? attached[decodeAddress(name)]
      const image = isObject(data) ? this.image(data) : null
      return image ? start + image : all
    }
    return source
      .replace(/(\]\()attachment:([^)\s]+)/g, place)
      .replace(/(<img\s[^>]*?\bsrc=["'])attachment:([^"'>]+)/gi, place)
  }

  private code(source: string): string {
    const language = runnable[this.language]
    const why = magic.test(source) ? '有只在 Jupyter 里有的命令' : missing.exec(source)?.[1]
    this.count++
    this.report.mapped('代码格')
    const marks = fenceFor(source, '`', 3)
    if (language && why === undefined)
      return `${marks}${language} run id=cell-${this.count}\n${source.trimEnd()}\n${marks}`
    if (language) this.report.lost(this.file, `第 ${this.count} 个代码格不能运行（${why}），只显示`)
    return `${marks}${language ?? this.language}\n${source.trimEnd()}\n${marks}`
  }

  private output(output: Json): string[] {
    const kind = output.output_type
    if (kind === 'stream') return this.plain(textOf(output.text))
    if (kind === 'error' && Array.isArray(output.traceback) && output.traceback.length > 0)
      this.report.lost(this.file, '没有带入出错时的调用栈，只带入错误的名称和说明')
    if (kind === 'error') return this.plain(`${textOf(output.ename)}: ${textOf(output.evalue)}`)
    if (!isObject(output.data)) return []
    const { data } = output
    const image = this.image(data)
    if (image) return [`![输出的图](${image})`]
    if (data['text/latex']) return [asFormula(textOf(data['text/latex']))]
    if (data['text/markdown']) return [textOf(data['text/markdown'])]
    const html = textOf(data['text/html'])
    const markdown = htmlToMarkdown(html, { lost: (what) => this.report.lost(this.file, `输出里没有带入${what}`) })
    const interactive = Object.keys(data).find((type) => /^application\//.test(type))
    if (interactive || /<script/i.test(html))
      this.report.lost(this.file, `没有带入交互的输出（${interactive ?? '脚本'}）`)
    return markdown !== '' ? [markdown] : this.plain(textOf(data['text/plain']))
  }

  private plain(text: string): string[] {
    // Removes the escape sequences with which terminals colour their output.
    const shown = text.replace(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g'), '').trimEnd()
    if (shown === '') return []
    this.report.mapped('输出')
    if (shown.length > maxOutput)
      this.report.lost(this.file, `一段输出有 ${shown.length} 个字符，只带入前 ${maxOutput} 个`)
    const marks = fenceFor(shown, '`', 3)
    return [`${marks}output\n${shown.slice(0, maxOutput)}\n${marks}`]
  }

  private image(data: Json): string | null {
    const type = Object.keys(imageTypes).find((one) => data[one] !== undefined)
    if (!type) return null
    const written = textOf(data[type])
    const bytes =
      type === 'image/svg+xml' && written.includes('<svg') ? Buffer.from(written) : Buffer.from(written, 'base64')
    const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}${imageTypes[type]}`
    this.images.set(name, bytes)
    this.report.mapped('图片')
    return name
  }
}

function asFormula(tex: string): string {
  const inner = tex
    .trim()
    .replace(/^\$\$?|\$\$?$/g, '')
    .replace(/^\\displaystyle\s*/, '')
  return `$$${inner.trim()}$$`
}
