/** Characters that must not begin a line, and characters that must not end one. */
const closing = /^[。，、；：！？）】》」』”’…—·%,.;:!?)\]}]/
const opening = /[（【《「『“‘([{]$/

/**
 * Keeps punctuation beside inline formulas on their line. Browsers allow a line break at both sides of an inline
 * block, whatever character is beside it, except a word joiner: CSS adds one where these attributes are set.
 */
export function bindPunctuation(root: Element): void {
  for (const formula of root.querySelectorAll('.katex')) {
    if (formula.closest('.katex-display')) continue
    formula.toggleAttribute('data-bind-end', closing.test(textBeside(formula, 'nextSibling')))
    formula.toggleAttribute('data-bind-start', opening.test(textBeside(formula, 'previousSibling')))
  }
}

/** Text next to an inline element, looking out of the elements that it ends or begins. */
function textBeside(element: Element, side: 'nextSibling' | 'previousSibling'): string {
  let node: Node | null = element
  while (node && !node[side]) {
    const up: Element | null = node.parentElement
    node = up && /^(SPAN|EM|STRONG|B|I|A|U|CODE)$/.test(up.tagName) ? up : null
  }
  return node?.[side]?.textContent ?? ''
}
