const signs: Record<string, string> = {
  times: '×',
  cdot: '·',
  to: '→',
  equiv: '≡',
  neg: '¬',
  approx: '≈',
  mid: '|',
  le: '≤',
  ge: '≥',
  ne: '≠',
  in: '∈',
  land: '∧',
  lor: '∨',
  forall: '∀',
  exists: '∃',
  cap: '∩',
  cup: '∪',
  subseteq: '⊆',
  sim: '~',
  sum: 'Σ',
  int: '∫',
  infty: '∞',
  pm: '±',
  cdots: '…',
  dots: '…',
  ldots: '…',
  alpha: 'α',
  beta: 'β',
  lambda: 'λ',
  mu: 'μ',
  sigma: 'σ',
  theta: 'θ',
  pi: 'π',
  varphi: 'φ',
  lfloor: '⌊',
  rfloor: '⌋',
}

/** Words that only say how a formula is set. */
const settings =
  /\\(?:begin|end)\{\w+\}|\\(?:displaystyle|left|right|mathrm|mathbb|mathbf|text|qquad|quad)(?![a-z])|\\[,;:! ]/gi

function plain(formula: string): string {
  return formula
    .replace(settings, ' ')
    .replace(/\\d?frac\{([^{}]*)\}\{([^{}]*)\}/g, '$1/$2')
    .replace(/\\sqrt\{([^{}]*)\}/g, '√$1')
    .replace(/\\([a-z]+)/gi, (_, word: string) => signs[word] ?? word)
    .replace(/[{}\\]/g, '')
    .trim()
}

/**
 * A text on one line of a list, where formulas are not drawn: `$O(n^2)$` reads O(n^2), `$a \times b$` a × b. Dollars that
 * stand for money have a space or a digit where a formula has none.
 */
export const plainFormulas = (text: string): string =>
  text.replace(/\$\$?(?!\s)([^$]{1,400})(?<!\s)\$\$?(?!\d)/g, (_, formula: string) => plain(formula))
