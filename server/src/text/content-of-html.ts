import { parseDocument } from 'htmlparser2'
import { type Content, keepLettersAndDigits, noContent } from './balance'
import { isElement, type Node } from './document'

/** Rules for counting the content of one source format. */
export interface HtmlSource {
  /** Counts TeX between `\(…\)`, `\[…\]` and `$$…$$`, and raised and lowered text, which becomes a formula. */
  tex: boolean
  /** Whether an `a` element with these attributes is a link that the result should contain. */
  isLink: (attributes: Record<string, string>) => boolean
}

/** Elements whose content is never counted. */
const silent = /^(script|style|head|title|template|noscript|option|annotation|annotation-xml|rp)$/
const tex = /\\\(.+?\\\)|\\\[.+?\\\]|\$\$.+?\$\$/gs

/** Counts the content of HTML or XHTML. Independent of the importers, because the count checks their results. */
export function contentOfHtml(html: string, source: HtmlSource): Content {
  return contentOfNodes(parseDocument(html, { recognizeSelfClosing: true, recognizeCDATA: true }).children, source)
}

export function contentOfNodes(nodes: Node[], source: HtmlSource): Content {
  const content = noContent()
  const text: string[] = []
  const walk = (node: Node, isCode: boolean) => {
    const walkAll = (children: Node[], code = isCode) => {
      for (const child of children) walk(child, code)
    }
    if (node.type === 'text') {
      const hasTex = source.tex && !isCode
      if (hasTex) content.formulas += node.data.match(tex)?.length ?? 0
      text.push(hasTex ? node.data.replace(tex, ' ') : node.data)
    }
    if (!isElement(node)) {
      if ('children' in node) walkAll(node.children)
      return
    }
    const name = node.name.replace(/^.*:/, '').toLowerCase()
    const { attribs } = node
    if (isOtherFormula(name, attribs)) {
      content.formulas++
      return
    }
    if (silent.test(name)) return
    if (name === 'math' || attribs.class?.split(' ').includes('katex')) {
      content.formulas++
      return
    }
    if (name === 'svg' && !wrapsPictures(node)) {
      content.pictures++
      return
    }
    if (name === 'img' || name === 'image') {
      content.pictures++
      text.push(` ${attribs.alt ?? ''} `)
    }
    if (source.tex && (name === 'sub' || name === 'sup') && node.children.length > 0) {
      content.formulas++
      return
    }
    // Names of tabs are attributes until the reading page writes them.
    if (attribs['data-tab']) text.push(` ${attribs['data-tab']} `)
    if (name === 'table') content.tables++
    if (name === 'a' && source.isLink(attribs)) content.links++
    walkAll(node.children, isCode || name === 'pre' || name === 'code')
  }
  for (const node of nodes) walk(node, false)
  return { ...content, letters: keepLettersAndDigits(text.join('')) }
}

/** Whether an element is a formula as an image (Canvas, WIRIS) or a script (MathJax). */
const isOtherFormula = (name: string, { class: classes = '', type = '', ...attribs }: Record<string, string>) =>
  name === 'script'
    ? /^math\/(tex|latex)/i.test(type)
    : name === 'img' &&
      (/\bequation_image\b/.test(classes) || 'data-equation-content' in attribs || 'data-mathml' in attribs)

/** Whether an SVG only contains images, without shapes of its own. */
function wrapsPictures(svg: Extract<Node, { attribs: unknown }>): boolean {
  const names: string[] = []
  const walk = (node: Node) => {
    if (!isElement(node)) return
    names.push(node.name.replace(/^.*:/, ''))
    node.children.forEach(walk)
  }
  svg.children.forEach(walk)
  return names.includes('image') && !names.some((name) => /^(path|rect|circle|text|line|poly|ellipse|use)/.test(name))
}
