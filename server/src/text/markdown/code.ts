import type MarkdownIt from 'markdown-it'
import { escapeHtml } from '../html-text'
import { type Environment, report } from './environment'
import { colourCode } from './highlight'

const runnable = new Set(['python', 'javascript', 'typescript', 'c', 'cpp', 'sql'])
const plain = new Set(['', 'text', 'txt', 'plain', 'plaintext', 'output', 'console'])

export interface Fence {
  language: string
  run: boolean
  options: Map<string, string>
}

/** Parses the text after an opening fence: `python run id=push-pop stdin="3 4" db=school`. */
export function parseInfo(info: string): Fence {
  const [, language = '', rest = ''] = /^\s*([^\s{]*)(.*)$/.exec(info) ?? []
  const [, run, options = ''] = /^\s*(run\b)?(.*)$/.exec(rest) ?? []
  const pairs = [...options.matchAll(/([\w-]+)=(?:"([^"]*)"|(\S+))/g)]
  return {
    language: language.toLowerCase(),
    run: run !== undefined,
    options: new Map(pairs.map(([, key = '', quoted, bare]) => [key, quoted ?? bare ?? ''])),
  }
}

export const isColoured = ({ language }: Fence) => !plain.has(language)

export function code(md: MarkdownIt): void {
  md.renderer.rules.fence = (tokens, i, _options, env: Environment) => {
    const token = tokens[i]!
    const fence = parseInfo(token.info)
    const text = token.content.replace(/\n$/, '')
    const line = (token.map?.[0] ?? -1) + 1
    const inside = isColoured(fence) ? colourCode(text, fence.language) : escapeHtml(text)
    const attributes = fence.run ? cellAttributes(fence, env, line) : {}
    const language = isColoured(fence) ? { 'data-language': fence.language } : {}
    const written = Object.entries({ ...language, ...attributes }).map(
      ([name, value]) => ` ${name}="${escapeHtml(value)}"`,
    )
    // Code scrolls horizontally, so it must be focusable by keyboard.
    return `<pre${written.join('')} tabindex="0"><code>${inside}</code></pre>\n`
  }
  md.renderer.rules.code_block = (tokens, i) =>
    `<pre tabindex="0"><code>${escapeHtml(tokens[i]!.content.replace(/\n$/, ''))}</code></pre>\n`
}

function cellAttributes({ language, options }: Fence, env: Environment, line: number): Record<string, string> {
  if (!runnable.has(language))
    report(env, line, 'error', `${language || '没写语言'} 的代码不能运行，可用：${[...runnable].join('、')}`)
  const id = options.get('id') ?? ''
  if (!/^[a-z0-9][a-z0-9-]*$/.test(id)) report(env, line, 'error', '可运行的代码要写 id=名称（小写字母、数字、连字符）')
  if (env.cells.has(id)) report(env, line, 'error', `本章已有 id 为 ${id} 的代码`)
  env.cells.add(id)
  for (const key of options.keys())
    if (!['id', 'stdin', 'db'].includes(key)) report(env, line, 'warning', `不认识的代码选项 ${key}，已忽略`)
  const database = options.get('db')
  if (database !== undefined) {
    if (language === 'sql') env.datasets.push({ slug: database, line })
    else report(env, line, 'error', 'db= 只能用于 sql')
  }
  const stdin = options.get('stdin')?.replaceAll('\\n', '\n')
  return {
    'data-cell': id,
    ...(stdin !== undefined && { 'data-stdin': stdin }),
    ...(database !== undefined && { 'data-db': database }),
  }
}
