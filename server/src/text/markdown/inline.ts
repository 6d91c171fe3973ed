import type MarkdownIt from 'markdown-it'
import { chapterUid } from '../../base/stable-ids'
import { decodeAddress, escapeHtml } from '../html-text'
import { type Environment, report } from './environment'

type Token = ReturnType<MarkdownIt['parse']>[number]

const htmlTag =
  /<\/?(a|abbr|audio|b|body|br|button|center|code|details|div|em|embed|figure|font|form|hr|i|iframe|img|input|kbd|li|mark|object|ol|p|pre|script|section|small|span|strong|style|sub|summary|sup|svg|table|td|th|tr|u|ul|video)(\s[^<>]*)?\/?>/gi

/** Checks references and converts them to the format of the reading page; runs after parsing. */
export function inlineRules(md: MarkdownIt): void {
  md.core.ruler.push('our_inline', (state) => {
    const env = state.env as Environment
    const { tokens } = state
    tokens.forEach((token, i) => {
      if (token.type === 'th_open' || token.type === 'td_open') alignByClass(token)
      if (token.type !== 'inline') return
      const line = (token.map?.[0] ?? -1) + 1
      const children = token.children ?? []
      children.forEach((child, at) => {
        // The parser stores no line numbers inside a block, so its line breaks are counted.
        const here = line + children.slice(0, at).filter(({ type }) => /break$/.test(type)).length
        if (child.type === 'formula') child.meta.line = here
        else if (child.type === 'text') checkText(child.content, env, here)
        else if (child.type === 'link_open') {
          const kind = children[at - 1]?.content.endsWith('@') ? children[at + 1]?.content : undefined
          if (kind === 'question' || kind === 'resource') {
            report(env, here, 'warning', `@[${kind}] 要独占一行才会嵌入`)
            child.attrs = []
          } else link(child, env, here)
        } else if (child.type === 'image') image(child, env, here)
      })
      if (tokens[i - 1]?.type === 'heading_open') anchor(tokens[i - 1]!, children, env, line)
      if (tokens[i - 1]?.type === 'paragraph_open') {
        if (children.length === 1 && children[0]!.type === 'image') asFigure(tokens, i)
        if (tokens[i - 2]?.type === 'list_item_open') task(tokens[i - 2]!, children)
      }
    })
  })

  md.renderer.rules.image = (tokens, i) => {
    const token = tokens[i]!
    const file = escapeHtml(String(token.attrGet('src')))
    const written = `<img data-file="${file}" alt="${escapeHtml(token.content)}">`
    const caption = token.meta?.figure ? token.attrGet('title') : null
    return caption ? `${written}<figcaption>${escapeHtml(caption)}</figcaption>` : written
  }
}

function checkText(text: string, env: Environment, line: number): void {
  const tags = new Set(Array.from(text.matchAll(htmlTag), ([tag]) => `“${tag.slice(0, 40)}”`))
  if (tags.size > 0) report(env, line, 'warning', `不支持内嵌 HTML，${[...tags].join('')} 会按文字显示`)
  for (const note of new Set(text.match(/\[\^[^\]\s]+\]/g))) report(env, line, 'warning', `脚注 ${note} 没有对应的注释`)
}

function link(token: Token, env: Environment, line: number): void {
  const href = String(token.attrGet('href'))
  const written = decodeAddress(href)
  const [, slug, target] = /^(?:chapter:([^#]*))?(?:#(.*))?$/.exec(written) ?? []
  if (slug !== undefined || target !== undefined) {
    if (!env.curriculum) {
      report(env, line, 'error', '这里不能引用章节')
      token.attrs = []
      return
    }
    const chapter = slug || env.chapter
    env.links.push({ slug: chapter, anchor: target, line })
    token.attrs = [['data-chapter', chapterUid(env.curriculum, chapter)]]
    if (target) token.attrs.push(['data-anchor', target])
    token.attrs.push(['role', 'link'], ['tabindex', '0'])
  } else if (/^https?:\/\//i.test(href)) {
    token.attrs = [
      ['href', href],
      ['target', '_blank'],
      ['rel', 'noopener noreferrer nofollow'],
    ]
  } else if (!/^(mailto|tel):/i.test(href)) {
    report(env, line, 'warning', `链接 ${written.slice(0, 80)} 打不开：只能用网址、chapter: 或资源，已按文字显示`)
    token.attrs = []
  }
}

function image(token: Token, env: Environment, line: number): void {
  const path = decodeAddress(String(token.attrGet('src')))
  token.attrSet('src', path)
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(path))
    report(env, line, 'error', `图片 ${path.slice(0, 80)} 不在文件夹里：请把它放进来，正文不从外面取图`)
  else env.files.push({ path, line })
  if (token.content.trim() === '')
    report(env, line, 'warning', `图片 ${path.slice(0, 80)} 没有说明文字，看不到图的读者会不知道画的是什么`)
}

/** Moves the anchor of a heading such as `## 小标题 {#push}` from its text to its id. */
function anchor(heading: Token, children: Token[], env: Environment, line: number): void {
  const last = children.at(-1)
  const found = last?.type === 'text' ? /\s*\{#([^}]*)\}\s*$/.exec(last.content) : null
  if (!found || !last) return
  const id = found[1]!
  last.content = last.content.slice(0, found.index)
  if (!/^[a-z][a-z0-9-]*$/.test(id)) report(env, line, 'error', `锚点 ${id} 只能用小写字母、数字和连字符，以字母开头`)
  else if (env.anchors.has(id)) report(env, line, 'error', `锚点 ${id} 在本章出现了两次`)
  env.anchors.add(id)
  heading.attrSet('data-p', id)
}

function asFigure(tokens: Token[], inline: number): void {
  tokens[inline - 1]!.tag = 'figure'
  tokens[inline + 1]!.tag = 'figure'
  // In a tight list the parser hides paragraph tags; the figure tags must be written there too.
  tokens[inline - 1]!.hidden = tokens[inline + 1]!.hidden = false
  tokens[inline]!.children![0]!.meta = { figure: true }
}

function task(item: Token, children: Token[]): void {
  const first = children[0]
  const found = first?.type === 'text' ? /^\[([ xX])\]\s+/.exec(first.content) : null
  if (!found || !first) return
  first.content = first.content.slice(found[0].length)
  item.attrSet('data-done', found[1] === ' ' ? 'false' : 'true')
}

function alignByClass(cell: Token): void {
  const side = /text-align:\s*(\w+)/.exec(cell.attrGet('style') ?? '')?.[1]
  cell.attrs = side ? [['class', `align-${side}`]] : []
}
