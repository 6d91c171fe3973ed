/** Characters that must not begin a line, and characters that must not end one. */
const closing = /^[。，、；：！？）】》」』”’…—·%,.;:!?)\]}]+/
const opening = /[（【《「『“‘([{]+$/

/**
 * Keeps punctuation beside inline formulas on their line. Browsers allow a line break at both sides of an inline block,
 * whatever character is beside it, so formula and punctuation are put into an element without line breaks; `wbr` still
 * allows breaks between the parts of a long formula. The characters of the text stay the same.
 */
export function bindPunctuation(root: Element): void {
  for (const formula of root.querySelectorAll('.katex')) {
    if (formula.closest('.katex-display, [data-bound]')) continue
    const whole = withEmphasis(formula)
    const before = textOf(whole.previousSibling)
    const after = textOf(whole.nextSibling)
    const start = opening.exec(before?.data ?? '')?.[0].length ?? 0
    const end = closing.exec(after?.data ?? '')?.[0].length ?? 0
    if (start + end === 0) continue
    const bound = root.ownerDocument.createElement('span')
    bound.dataset.bound = ''
    whole.replaceWith(bound)
    if (before && start > 0) bound.append(before.splitText(before.length - start))
    bound.append(whole)
    if (after && end > 0) {
      after.splitText(end)
      bound.append(after)
    }
    allowBreaks(formula)
  }
}

/**
 * Returns the formula, or the emphasis around it if the emphasis contains nothing else; punctuation then stands outside
 * of the emphasis.
 */
function withEmphasis(formula: Element): Element {
  const { parentElement: around } = formula
  if (!around?.matches('em, strong, b, i, u, mark') || around.childNodes.length > 1) return formula
  return withEmphasis(around)
}

const textOf = (node: Node | null): Text | null => (node instanceof Text ? node : null)

/** Allows line breaks where the formula itself has them: between its parts. */
function allowBreaks(formula: Element): void {
  for (const part of formula.querySelectorAll('.katex-html > .katex-base'))
    if (part.nextElementSibling?.matches('.katex-base')) part.after(formula.ownerDocument.createElement('wbr'))
}
