/** Formulas of MathJax without dollar signs: `\begin{align}` … `\end{align}` as a paragraph, as notebooks write them. */
export const bareEnvironments = (text: string) =>
  text.replace(
    /^[ \t]*\\begin\{(equation|align|aligned|gather|multline|eqnarray|alignat|array|pmatrix|bmatrix|cases)(\*?)\}([\s\S]*?)\\end\{\1\2\}[ \t]*$/gm,
    (all, name: string, _star: string, inner: string, at: number, whole: string) => {
      const isInside = (whole.slice(0, at).match(/(?<!\\)\$\$/g)?.length ?? 0) % 2 === 1
      if (isInside) return all
      const inside = /^(pmatrix|bmatrix|cases|array|aligned)$/.test(name)
        ? all.trim()
        : name === 'equation' || name === 'multline'
          ? inner.trim()
          : `\\begin{aligned}${name === 'eqnarray' ? inner.replace(/&\s*([=<>≤≥])\s*&/g, '&$1') : inner}\\end{aligned}`
      return `$$\n${inside.replace(/\\(?:label\{[^}]*\}|nonumber|notag)/g, '')}\n$$`
    },
  )

/** Code in a line and formulas, which contain characters that are syntax elsewhere. */
const verbatim =
  /(?<![`\\])(`+)(?!`)[\s\S]*?[^`]\1(?!`)|(?<!\\)\$\$[\s\S]+?(?<!\\)\$\$|(?<!\\)\$(?![\s$])(?:\\.|[^$\\\n])+?(?<!\s)\$(?!\d)/g

const lineAt = (text: string, at: number) =>
  text.slice(text.lastIndexOf('\n', at - 1) + 1, text.indexOf('\n', at) < 0 ? undefined : text.indexOf('\n', at))

/** Applies a change to a text, but not to its code and formulas. */
export function outsideCodeAndFormulas(text: string, change: (masked: string) => string): string {
  const verbatimTexts: string[] = []
  const masked = text.replace(verbatim, (found, ...rest) => {
    // In a table, `|` inside code and formulas separates cells unless it is escaped; MkDocs does not require that.
    const line = lineAt(text, rest.at(-2) as number)
    const isCell = /^\s*\|.*\|\s*$/.test(line)
    return `\ue400${verbatimTexts.push(isCell ? found.replace(/(?<!\\)\|/g, '\\|') : found) - 1}\ue401`
  })
  return change(masked).replace(/\ue400(\d+)\ue401/g, (_, index: string) => verbatimTexts[Number(index)] ?? '')
}
