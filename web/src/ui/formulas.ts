/** Formulas are pre-rendered by KaTeX; its styles are loaded with the first text that has one. */
export function loadFormulaStyles(html: string): void {
  if (html.includes('class="katex')) import('katex/dist/katex-swap.min.css').catch(() => {})
}
