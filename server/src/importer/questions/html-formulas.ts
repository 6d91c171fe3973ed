import { isElement, type makeElement, type Node, parseHtml } from '../../text/document'

type ElementNode = ReturnType<typeof makeElement>

/** A formula that a program wrote as an image, a script or rendered HTML: its TeX, or its MathML. */
export interface HtmlFormula {
  tex: string | null
  mathml: Node | null
  isBlock: boolean
}

const classesOf = ({ attribs }: ElementNode) => (attribs.class ?? '').split(/\s+/)

/**
 * Returns the formula of an element: images of Canvas (`equation_image`) and of WIRIS in Moodle and Blackboard, scripts of
 * MathJax (`math/tex`), and HTML of KaTeX. Returns null for all other elements.
 */
export function formulaOf(element: ElementNode): HtmlFormula | null {
  const { name, attribs, children } = element
  const classes = classesOf(element)
  const found = (tex: string | undefined, isBlock = false): HtmlFormula | null =>
    tex === undefined || tex.trim() === '' ? null : { tex: tex.trim(), mathml: null, isBlock }
  if (name === 'script' && /^math\/(tex|latex)\b/i.test(attribs.type ?? ''))
    return found(textOf(children), /mode\s*=\s*display/i.test(attribs.type!))
  if (name === 'img' && (classes.includes('equation_image') || attribs['data-equation-content'] !== undefined))
    return found(attribs['data-equation-content'] ?? attribs.title ?? attribs.alt?.replace(/^LaTeX:\s*/, ''))
  if (name === 'img' && attribs['data-mathml'] !== undefined) {
    const mathml = firstMath(parseHtml(wirisMarkup(attribs['data-mathml'])).children)
    return mathml ? { tex: null, mathml, isBlock: false } : null
  }
  if (name === 'span' && (classes.includes('katex') || classes.includes('katex-display'))) {
    const mathml = firstMath(children)
    return mathml ? { tex: null, mathml, isBlock: classes.includes('katex-display') } : null
  }
  return null
}

/** WIRIS writes MathML into an attribute with other characters for its markup. */
const wirisMarkup = (text: string) =>
  text.replaceAll('«', '<').replaceAll('»', '>').replaceAll('¨', '"').replaceAll('§', '&')

function firstMath(nodes: Node[]): ElementNode | null {
  for (const node of nodes) {
    if (!isElement(node)) continue
    const found = node.name.replace(/^.*:/, '') === 'math' ? node : firstMath(node.children)
    if (found) return found
  }
  return null
}

const textOf = (nodes: Node[]) => nodes.map((node) => ('data' in node ? String(node.data) : '')).join('')
