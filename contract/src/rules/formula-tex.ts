/** An element of MathML or OMML, its name without prefix. */
export interface FormulaElement {
  name: string
  attributes: Record<string, string>
  children: FormulaNode[]
}
export type FormulaNode = FormulaElement | string

const isElement = (node: FormulaNode): node is FormulaElement => typeof node !== 'string'
const elements = (element: FormulaElement) => element.children.filter(isElement)
const child = (element: FormulaElement | undefined, name: string) =>
  element && elements(element).find((candidate) => candidate.name === name)
const textIn = (node: FormulaNode): string => (isElement(node) ? node.children.map(textIn).join('') : node)

/**
 * Characters with a special meaning in TeX, with their escapes. KaTeX accepts all others, including Greek letters and
 * mathematical symbols.
 */
const commands: Record<string, string> = {
  '\\': '\\backslash ',
  '{': '\\{',
  '}': '\\}',
  '#': '\\#',
  $: '\\$',
  '%': '\\%',
  '&': '\\&',
  _: '\\_',
  '^': '\\hat{}',
  '~': '\\sim ',
  '\u2061': '',
  '\u2062': '',
  '\u2063': '',
  '\u00a0': '\\ ',
  '∑': '\\sum ',
  '∏': '\\prod ',
  '∫': '\\int ',
  '∬': '\\iint ',
  '∮': '\\oint ',
  '√': '\\surd ',
  '−': '-',
  '…': '\\ldots ',
}
const functions = new Set(
  'sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log ln lg exp lim max min sup inf det dim ker gcd deg arg'.split(
    ' ',
  ),
)

function texText(text: string): string {
  return [...text].map((sign) => commands[sign] ?? (/\p{Script=Han}/u.test(sign) ? `\\text{${sign}}` : sign)).join('')
}

const word = (text: string) => (functions.has(text) ? `\\${text} ` : texText(text))
const accents: Record<string, string> = {
  '\u0302': 'hat',
  '^': 'hat',
  '\u0303': 'tilde',
  '~': 'tilde',
  '\u0304': 'bar',
  '¯': 'bar',
  '\u0305': 'overline',
  '―': 'overline',
  '\u0307': 'dot',
  '˙': 'dot',
  '\u0308': 'ddot',
  '→': 'vec',
  '\u20d7': 'vec',
  '\u0306': 'breve',
  '\u030c': 'check',
  '⏞': 'overbrace',
  '⏟': 'underbrace',
}
const fences: Record<string, string> = { '{': '\\{', '}': '\\}', '⟨': '\\langle', '⟩': '\\rangle', '‖': '\\|', '': '.' }
const fence = (sign: string) => fences[sign] ?? sign

const group = (tex: string) => `{${tex}}`

/** Converts MathML to TeX, using its TeX annotation if present. */
export function mathmlToTex(node: FormulaNode): string {
  if (!isElement(node)) return texText(node.trim())
  const inside = elements(node)
  const all = () => inside.map(mathmlToTex).join('')
  const at = (index: number) => group(inside[index] ? mathmlToTex(inside[index]) : '')
  switch (node.name) {
    case 'semantics': {
      const tex = inside.find(({ name, attributes }) => name === 'annotation' && /tex/i.test(attributes.encoding ?? ''))
      return tex ? textIn(tex).trim() : inside[0] ? mathmlToTex(inside[0]) : ''
    }
    case 'annotation':
    case 'annotation-xml':
      return ''
    case 'mi':
    case 'mn':
    case 'mo':
      return word(textIn(node).trim())
    case 'mtext':
    case 'ms':
      return `\\text{${texText(textIn(node))}}`
    case 'mspace':
      return '\\ '
    case 'msup':
      return `${at(0)}^${at(1)}`
    case 'msub':
      return `${at(0)}_${at(1)}`
    case 'msubsup':
      return `${at(0)}_${at(1)}^${at(2)}`
    case 'mfrac':
      return `\\frac${at(0)}${at(1)}`
    case 'msqrt':
      return `\\sqrt${group(all())}`
    case 'mroot':
      return `\\sqrt[${mathmlToTex(inside[1] ?? '')}]${at(0)}`
    case 'mover':
    case 'munder': {
      const mark = inside[1] ? textIn(inside[1]).trim() : ''
      if (accents[mark]) return `\\${accents[mark]}${at(0)}`
      return `${limits(inside[0])}${node.name === 'mover' ? '^' : '_'}${at(1)}`
    }
    case 'munderover':
      return `${limits(inside[0])}_${at(1)}^${at(2)}`
    case 'mfenced': {
      const { open = '(', close = ')', separators = ',' } = node.attributes
      const items = inside.map(mathmlToTex).join(texText(separators.trim().charAt(0)))
      return `\\left${fence(open)}${items}\\right${fence(close)}`
    }
    case 'mtable':
      return `\\begin{matrix}${inside.map(mathmlToTex).join('\\\\')}\\end{matrix}`
    case 'mtr':
      return inside.map(mathmlToTex).join('&')
    default:
      return all()
  }
}

function limits(base: FormulaElement | undefined): string {
  const tex = base ? mathmlToTex(base) : ''
  return /^\\(sum|prod|int|iint|oint|lim|max|min|sup|inf) $/.test(tex) ? tex : `\\mathop${group(tex)}\\limits`
}

/** Converts formulas of Word (OMML) to TeX. */
export function ommlToTex(node: FormulaElement): string {
  const part = (name: string) => {
    const found = child(node, name)
    return found ? elements(found).map(ommlToTex).join('') : ''
  }
  const property = (name: string) => child(child(node, `${node.name}Pr`), name)?.attributes.val
  const all = () => elements(node).map(ommlToTex).join('')
  switch (node.name) {
    case 'r':
      return runs(
        elements(node)
          .filter(({ name }) => name === 't')
          .map(textIn)
          .join(''),
      )
    case 'sSup':
      return `${group(part('e'))}^${group(part('sup'))}`
    case 'sSub':
      return `${group(part('e'))}_${group(part('sub'))}`
    case 'sSubSup':
      return `${group(part('e'))}_${group(part('sub'))}^${group(part('sup'))}`
    case 'sPre':
      return `{}_${group(part('sub'))}^${group(part('sup'))}${group(part('e'))}`
    case 'f':
      return property('type') === 'lin'
        ? `${group(part('num'))}/${group(part('den'))}`
        : `\\frac${group(part('num'))}${group(part('den'))}`
    case 'rad':
      return part('deg') === '' ? `\\sqrt${group(part('e'))}` : `\\sqrt[${part('deg')}]${group(part('e'))}`
    case 'nary': {
      const sign = texText(property('chr') ?? '∫').trim()
      const [sub, sup] = [part('sub'), part('sup')]
      return `${sign}${sub && `_${group(sub)}`}${sup && `^${group(sup)}`} ${group(part('e'))}`
    }
    case 'd': {
      const items = elements(node).filter(({ name }) => name === 'e')
      const between = texText(property('sepChr') ?? '|')
      const inside = items.map((item) => elements(item).map(ommlToTex).join('')).join(between)
      return `\\left${fence(property('begChr') ?? '(')}${inside}\\right${fence(property('endChr') ?? ')')}`
    }
    case 'func':
      return `${part('fName')}${group(part('e'))}`
    case 'limLow':
      return `${named(part('e'))}_${group(part('lim'))}`
    case 'limUpp':
      return `${named(part('e'))}^${group(part('lim'))}`
    case 'acc':
      return `\\${accents[property('chr') ?? '\u0302'] ?? 'hat'}${group(part('e'))}`
    case 'bar':
      return `\\${property('pos') === 'bot' ? 'underline' : 'overline'}${group(part('e'))}`
    case 'groupChr':
      return `\\${accents[property('chr') ?? '⏟'] ?? 'underbrace'}${group(part('e'))}`
    case 'm':
      return `\\begin{matrix}${rows(node, 'mr').join('\\\\')}\\end{matrix}`
    case 'eqArr':
      return `\\begin{aligned}${elements(node)
        .filter(({ name }) => name === 'e')
        .map((row) => elements(row).map(ommlToTex).join('').replaceAll('\\&', '&'))
        .join('\\\\')}\\end{aligned}`
    default:
      return node.name.endsWith('Pr') ? '' : all()
  }
}

const rows = (matrix: FormulaElement, name: string) =>
  elements(matrix)
    .filter((row) => row.name === name)
    .map((row) =>
      elements(row)
        .map((cell) => elements(cell).map(ommlToTex).join(''))
        .join('&'),
    )

/** Converts the text of a formula: function names become commands, other characters are converted one by one. */
const runs = (text: string) => (text.match(/[A-Za-z]+|[^A-Za-z]+/g) ?? []).map(word).join('')

const named = (tex: string) => (/^\\[a-z]+ ?$/.test(tex) ? tex : `\\mathop${group(tex)}\\limits`)
