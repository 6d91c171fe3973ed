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

/** TeX commands that only affect layout. */
const settings =
  /\\(?:begin|end)\{\w+\}|\\(?:displaystyle|left|right|mathrm|mathbb|mathbf|text|qquad|quad)(?![a-z])|\\[,;:! ]/gi

function plain(formula: string): string {
  return formula
    .replace(settings, ' ')
    .replace(/\\d?frac\{([^{}]*)\}\{([^{}]*)\}/g, '$1/$2')
    .replace(/\\[dt]?binom\{([^{}]*)\}\{([^{}]*)\}/g, 'C($1,$2)')
    .replace(/\\[dt]?binom\s*(\w)\s*(\w)/g, 'C($1,$2)')
    .replace(/\\sqrt\{([^{}]*)\}/g, '√$1')
    .replace(/\\([a-z]+)/gi, (_, word: string) => signs[word] ?? word)
    .replace(/[{}\\]/g, '')
    .trim()
}

/**
 * Replaces TeX formulas by plain text: `$O(n^2)$` becomes O(n^2), `$a \times b$` becomes a × b. A `$` is an amount and
 * not a formula if a space follows the opening one, or if a space precedes or a digit follows the closing one.
 */
export const plainFormulas = (text: string): string =>
  text.replace(/\$\$?(?!\s)([^$]{1,400})(?<!\s)\$\$?(?!\d)/g, (_, formula: string) => plain(formula))
