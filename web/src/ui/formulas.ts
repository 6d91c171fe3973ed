/** Formulas come written out by KaTeX; the styles they need are fetched with the first text that has one. */
export function loadFormulaStyles(html: string): void {
  if (html.includes('class="katex')) import('katex/dist/katex-swap.min.css').catch(() => {})
}
