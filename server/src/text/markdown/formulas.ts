import type MarkdownIt from 'markdown-it'
import { escapeHtml } from '../html-text'
import { type Environment, report } from './environment'
import { formulaHtml } from './formula-html'

/** `$…$` inline and `$$…$$` as a block, rendered by KaTeX with MathML for screen readers. */
export function formulas(md: MarkdownIt): void {
  md.inline.ruler.after('escape', 'formula', (state, silent) => {
    const { src, pos, posMax } = state
    if (src[pos] !== '$') return false
    const marks = src.startsWith('$$', pos) ? '$$' : '$'
    const from = pos + marks.length
    const to = closing(src, from, posMax, marks)
    if (to === null) return false
    const tex = src.slice(from, to)
    // Dollar signs with a space inside or a digit after them mean money, not a formula.
    if (marks === '$' && (/^\s|\s$/.test(tex) || /\d/.test(src[to + 1] ?? ''))) return false
    if (!silent) {
      const token = state.push('formula', 'span', 0)
      token.content = tex
      token.meta = { display: marks === '$$' }
    }
    state.pos = to + marks.length
    return true
  })

  md.block.ruler.before(
    'fence',
    'formula_block',
    (state, start, end, silent) => {
      const text = (line: number) => state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line])
      const first = text(start).trim()
      if (!first.startsWith('$$') || state.sCount[start]! - state.blkIndent >= 4) return false
      const single = first.length > 4 && first.endsWith('$$') && !first.slice(2, -2).includes('$$')
      let last = start
      if (!single) {
        if (first.slice(2).includes('$$')) return false
        do last++
        while (last < end && !text(last).trimEnd().endsWith('$$'))
        if (last >= end) return false
      }
      if (silent) return true
      const body = state.getLines(start, last + 1, state.blkIndent, false).trim()
      const token = state.push('formula_block', 'p', 0)
      token.content = body.slice(2, -2).trim()
      token.map = [start, last + 1]
      state.line = last + 1
      return true
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  )

  md.renderer.rules.formula = (tokens, i, _options, env: Environment) =>
    write(tokens[i]!.content, tokens[i]!.meta.display, env, tokens[i]!.meta.line ?? 0)
  md.renderer.rules.formula_block = (tokens, i, _options, env: Environment) =>
    `<p class="formula">${write(tokens[i]!.content, true, env, (tokens[i]!.map?.[0] ?? -1) + 1)}</p>\n`
}

function closing(src: string, from: number, end: number, marks: string): number | null {
  for (let at = from; at < end; at++) {
    if (src[at] === '\\') at++
    else if (src.startsWith(marks, at)) return at > from ? at : null
  }
  return null
}

/**
 * Writes a placeholder: the HTML of a formula is a hundred times as long as the formula, and everything that happens to
 * a rendered text (sanitising, paragraph ids, counting, the search index) needs only its source.
 */
function write(tex: string, displayMode: boolean, env: Environment, line: number): string {
  const { html, problems } = draw(tex, displayMode)
  for (const text of problems) report(env, line, 'error', text)
  if (html === '') return ''
  const index = env.formulas.get(html) ?? env.formulas.size
  env.formulas.set(html, index)
  return `<span class="katex" data-formula="${index}"><annotation>${escapeHtml(tex)}</annotation></span>`
}

interface Drawn {
  /** Sanitised; empty if the formula cannot be rendered. */
  html: string
  problems: string[]
}

/** Formulas repeat within a book. The limit keeps the cache at a few megabytes. */
const maxCached = 2000
const longestCached = 200
const cache = new Map<string, Drawn>()

function draw(tex: string, displayMode: boolean): Drawn {
  const key = `${displayMode ? '$$' : '$'}${tex}`
  const known = cache.get(key)
  if (known) return known
  const drawn = render(tex, displayMode)
  if (key.length > longestCached) return drawn
  if (cache.size >= maxCached) cache.delete(cache.keys().next().value!)
  cache.set(key, drawn)
  return drawn
}

function render(tex: string, displayMode: boolean): Drawn {
  const problems: string[] = []
  try {
    const html = formulaHtml(tex, {
      displayMode,
      output: 'htmlAndMathml',
      // Commands for links, images and styles are errors: Markdown has its own syntax, and KaTeX prints them in red.
      trust: ({ command }) => {
        problems.push(`公式里不能用 ${command}：${tex.slice(0, 60)}`)
        return false
      },
      strict: 'ignore',
      maxExpand: 1000,
      maxSize: 50,
    })
    return { html, problems }
  } catch (error) {
    return { html: '', problems: [...problems, `公式写错了：${tex.slice(0, 60)}（${explain(error, tex)}）`] }
  }
}

/** Translates KaTeX's English messages for the author. */
function explain(error: unknown, tex: string): string {
  const { rawMessage = '', position } = error as { rawMessage?: string; position?: number }
  const [, command] = /^Undefined control sequence: (.+)$/.exec(rawMessage) ?? []
  if (command) return `没有命令 ${command}`
  const [, environment] = /^No such environment: (.+)$/.exec(rawMessage) ?? []
  if (environment) return `没有环境 ${environment}`
  const [, missing] = /expected '(.+?)'/i.exec(rawMessage) ?? []
  if (missing && missing !== 'EOF' && /end of input|'EOF'$/.test(rawMessage)) return `到结尾也没有等到 ${missing}`
  if (/^Double (sub|super)script/.test(rawMessage)) return '连着两个上标或下标，请用 { } 分开'
  if (/^Too many expansions/.test(rawMessage)) return '宏没完没了地展开'
  if (position === undefined) return 'KaTeX 读不懂'
  return position >= tex.length ? '结尾不完整' : `第 ${position + 1} 个字符 ${tex.slice(position, position + 12)} 附近`
}
