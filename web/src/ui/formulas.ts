/** Loads KaTeX's styles if the text has a formula. The server has already rendered the formulas with KaTeX. */
export function loadFormulaStyles(html: string): void {
  if (html.includes('class="katex')) import('katex/dist/katex-swap.min.css').catch(() => {})
}
