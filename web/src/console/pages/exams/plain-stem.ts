import { formulaText } from '@dxx/contract/rules/formula-text'

/** Text of a question stem in one line without its markup, for lists; formulas as plain text, blanks as underscores. */
export function plainStem(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const formula of body.querySelectorAll('.katex'))
    formula.replaceWith(formulaText(formula.querySelector('annotation')?.textContent ?? ''))
  for (const blank of body.querySelectorAll('[data-blank]')) blank.textContent = '____'
  return (body.textContent ?? '').replace(/\s+/g, ' ').trim()
}
