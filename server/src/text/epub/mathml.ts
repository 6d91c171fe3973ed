import { type Element, isElement, makeElement, makeText, type Node } from '../document'

const sign = (text: string, attributes: Record<string, string> = {}) => makeElement('mo', attributes, [makeText(text)])
const row = (children: Node[]) => makeElement('mrow', {}, children)
const fence = (text: string | undefined, form: string) =>
  text === undefined || text.trim() === '' ? [] : [sign(text.trim(), { fence: 'true', stretchy: 'true', form })]

/**
 * Replaces a MathML element that browsers no longer draw (not in MathML Core) with elements that they draw. Returns
 * null for all other elements.
 */
export function rewriteMath(name: string, attributes: Record<string, string>, inside: Node[]): Node[] | null {
  const children = inside.filter(isElement)
  switch (name) {
    case 'mfenced': {
      const { open = '(', close = ')', separators = ',' } = attributes
      return [row([...fence(open, 'prefix'), row(separated(children, separators)), ...fence(close, 'postfix')])]
    }
    // The first child is the label of the equation; it is shown after the equation.
    case 'mlabeledtr':
      return [makeElement('mtr', {}, [...children.slice(1), ...children.slice(0, 1)])]
    case 'maction':
      return children.slice(0, 1)
    case 'menclose':
      return [makeElement(/radical/.test(attributes.notation ?? '') ? 'msqrt' : 'mrow', {}, children)]
    case 'mstack':
    case 'mlongdiv':
      return [makeElement('mtable', {}, children.map(stackRow))]
    case 'msrow':
    case 'msgroup':
    case 'mscarries':
    case 'mscarry':
      return [row(children)]
    case 'msline':
      return []
    default:
      return null
  }
}

function separated(children: Element[], separators: string): Node[] {
  const signs = [...separators.replace(/\s/g, '')]
  return children.flatMap((child, i) => {
    const between = i === 0 ? undefined : (signs[i - 1] ?? signs.at(-1))
    return between === undefined ? [child] : [sign(between, { separator: 'true' }), child]
  })
}

const stackRow = (child: Element) => makeElement('mtr', {}, [makeElement('mtd', {}, [child])])

/** Whether `rewriteMath` drops a box or a stroke around a formula. */
export const losesEnclosure = (name: string, { notation = 'longdiv' }: Record<string, string>) =>
  name === 'menclose' && !/^\s*radical\s*$/.test(notation)
