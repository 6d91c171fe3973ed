import type MarkdownIt from 'markdown-it'
import { questionUid, resourceUid } from '../../base/stable-ids'
import { type Environment, report } from './environment'

type StateBlock = Parameters<Parameters<MarkdownIt['block']['ruler']['push']>[1]>[0]

const admonitions: Record<string, string> = {
  note: '说明',
  tip: '窍门',
  warning: '注意',
  example: '例子',
  think: '想一想',
}

const lineOf = (state: StateBlock, line: number) =>
  state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line])

/**
 * Parses containers: `::: note 标题` … `:::`, and `::: tabs` with `== 名称` before each tab. They can be nested. A box with a
 * question mark after its name (`::: note? 标题`) is collapsed, with `?+` it is open and can be collapsed.
 */
export function containers(md: MarkdownIt): void {
  md.block.ruler.before(
    'fence',
    'container',
    (state, start, end, silent) => {
      const opening = /^(:{3,})\s*([a-z]+)(\?\+?)?(?:\s+(.*))?$/.exec(lineOf(state, start).trimEnd())
      if (!opening || state.sCount[start]! - state.blkIndent >= 4) return false
      if (silent) return true
      const [, , name = '', fold = '', title = ''] = opening
      const env = state.env as Environment
      const close = closingLine(state, start, end)
      if (close === null) report(env, start + 1, 'error', `“::: ${name}” 没有用单独一行 “:::” 结束`)
      const last = close ?? end
      if (name === 'tabs') tabs(state, start, last)
      else {
        if (!(name in admonitions))
          report(
            env,
            start + 1,
            'error',
            `没有名为 ${name} 的提示框，可用：${Object.keys(admonitions).join('、')}、tabs`,
          )
        const [box, heading] = fold === '' ? ['aside', 'p'] : ['details', 'summary']
        const open = state.push('container_open', box!, 1)
        open.attrs = [
          ['data-admonition', name],
          ['class', 'admonition'],
        ]
        if (fold === '?+') open.attrs.push(['open', ''])
        open.map = [start, last]
        const head = state.push(`${heading === 'p' ? 'paragraph' : 'summary'}_open`, heading!, 1)
        head.attrs = [['class', 'admonition-title']]
        const inline = state.push('inline', '', 0)
        inline.content = title || (admonitions[name] ?? name)
        inline.map = [start, start + 1]
        inline.children = []
        state.push(`${heading === 'p' ? 'paragraph' : 'summary'}_close`, heading!, -1)
        inner(state, start + 1, last)
        state.push('container_close', box!, -1)
      }
      state.line = close === null ? last : last + 1
      return true
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  )
}

/** Finds the line that closes a container: counts nested containers, skips code. */
function closingLine(state: StateBlock, start: number, end: number): number | null {
  let depth = 0
  for (const { line, text } of outsideCode(state, start + 1, end)) {
    if (/^:{3,}\s*[a-z]/.test(text)) depth++
    else if (/^:{3,}\s*$/.test(text) && depth-- === 0) return line
  }
  return null
}

function outsideCode(state: StateBlock, start: number, end: number): { line: number; text: string }[] {
  const lines: { line: number; text: string }[] = []
  let fence: string | null = null
  for (let line = start; line < end; line++) {
    const text = lineOf(state, line)
    const marks = /^(`{3,}|~{3,})/.exec(text)?.[1]
    if (fence) {
      if (marks?.startsWith(fence) && text.trim() === marks) fence = null
    } else if (marks) fence = marks
    else lines.push({ line, text })
  }
  return lines
}

function tabs(state: StateBlock, start: number, end: number): void {
  const heads = outsideCode(state, start + 1, end).flatMap(({ line, text }) => {
    const title = /^==\s+(.+)$/.exec(text)?.[1]?.trim()
    return title ? [{ line, title }] : []
  })
  const env = state.env as Environment
  if (heads.length === 0) report(env, start + 1, 'error', '选项卡里没有 “== 名称” 开头的页')
  const open = state.push('container_open', 'div', 1)
  open.attrs = [['data-tabs', '']]
  open.map = [start, end]
  heads.forEach(({ line, title }, i) => {
    const tab = state.push('tab_open', 'section', 1)
    tab.attrs = [['data-tab', title]]
    inner(state, line + 1, heads[i + 1]?.line ?? end)
    state.push('tab_close', 'section', -1)
  })
  state.push('container_close', 'div', -1)
}

function inner(state: StateBlock, start: number, end: number): void {
  const { lineMax, parentType } = state
  state.lineMax = end
  state.parentType = 'blockquote'
  state.md.block.tokenize(state, start, end)
  state.lineMax = lineMax
  state.parentType = parentType
}

/** Parses embeds: `@[question](slug)` and `@[resource](slug)`, alone on a line. */
export function references(md: MarkdownIt): void {
  md.block.ruler.before(
    'paragraph',
    'embed',
    (state, start, _end, silent) => {
      const [, kind, slug = ''] = /^@\[(question|resource)\]\(([^)\s]*)\)\s*$/.exec(lineOf(state, start)) ?? []
      if (!kind) return false
      if (silent) return true
      const env = state.env as Environment
      if (!env.curriculum) report(env, start + 1, 'error', '这里不能嵌入题目或资源')
      else {
        const token = state.push('embed', 'div', 0)
        token.map = [start, start + 1]
        if (kind === 'question') {
          env.questions.push({ slug, line: start + 1 })
          token.attrs = [['data-question', questionUid(env.curriculum, slug)]]
        } else {
          env.resources.push({ slug, line: start + 1 })
          token.attrs = [['data-resource', resourceUid(env.curriculum, slug)]]
        }
      }
      state.line = start + 1
      return true
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  )
  md.renderer.rules.embed = (tokens, i, _options, _env, self) => `<div${self.renderAttrs(tokens[i]!)}></div>\n`
}
