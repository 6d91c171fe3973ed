import { type FormulaElement, type FormulaNode, mathmlToTex } from '@dxx/contract/rules/formula-tex'

/** The TeX of an element that shows a formula: KaTeX, MathJax, Wikipedia or MathML. Null for other elements. */
export function formulaTex(element: Element): string | null {
  const isRendered = /^mjx-container$/i.test(element.tagName) || element.matches('.katex, .MathJax, .mwe-math-element')
  if (!isRendered && element.tagName.toLowerCase() !== 'math') return null
  const written = element.querySelector('annotation[encoding*="tex" i]')?.textContent
  if (written) return written.replace(/^\{\\displaystyle\s*([\s\S]*)\}$/, '$1').trim()
  const math = element.tagName.toLowerCase() === 'math' ? element : element.querySelector('math')
  return math ? mathmlToTex(treeOf(math)) : null
}

/** The formula in a conditional comment of Word; null for other comments. */
export function wordFormula(comment: string): FormulaElement | null {
  if (!/^\[if gte msEquation/.test(comment)) return null
  const xml = comment
    .replace(/^\[[^\]]*\]>/, '')
    .replace(/<!\[endif\]$/, '')
    // HTML has no self-closing elements, so the parser would put the next element inside.
    .replace(/<(m:\w+)([^<>]*)\/>/g, '<$1$2></$1>')
  const formula = new DOMParser().parseFromString(xml, 'text/html').body.querySelector('m\\:omath')
  return formula && wordTree(formula)
}

function treeOf(element: Element): FormulaElement {
  const children = [...element.childNodes].flatMap((node): FormulaNode[] => {
    if (node instanceof Element) return [treeOf(node)]
    return node.nodeType === Node.TEXT_NODE ? [node.textContent ?? ''] : []
  })
  return { name: element.localName.replace(/^.*:/, ''), attributes: attributesOf(element), children }
}

const attributesOf = (element: Element) =>
  Object.fromEntries([...element.attributes].map(({ name, value }) => [name.replace(/^.*:/, ''), value]))

/** Names of formula elements as Word writes them; the HTML parser makes them lower case. */
const names: Record<string, string> = Object.fromEntries(
  ['oMath', 'sSup', 'sSub', 'sSubSup', 'sPre', 'limLow', 'limUpp', 'groupChr', 'eqArr', 'fName', 'begChr', 'endChr']
    .concat(['sepChr', 'naryPr', 'dPr', 'fPr', 'accPr', 'barPr', 'groupChrPr', 'radPr', 'mPr', 'rPr', 'ctrlPr'])
    .map((name) => [name.toLowerCase(), name]),
)

/** Returns the tree of a formula as Word stores it: in HTML the text of a run is in spans instead of `m:t`. */
function wordTree(element: Element): FormulaElement {
  const short = element.localName.replace(/^m:/, '')
  const name = names[short] ?? short
  const attributes = attributesOf(element)
  if (name === 'r') {
    for (const properties of element.querySelectorAll('m\\:rpr')) properties.remove()
    return { name, attributes, children: [{ name: 't', attributes: {}, children: [element.textContent ?? ''] }] }
  }
  return { name, attributes, children: formulaParts(element).map(wordTree) }
}

/** Elements of the formula below an element, without the spans that HTML adds. */
const formulaParts = (element: Element): Element[] =>
  [...element.children].flatMap((child) => (child.localName.startsWith('m:') ? [child] : formulaParts(child)))
