/** Words of TeX commands that read as themselves: \log becomes log. */
const words = ['log', 'ln', 'lg', 'sin', 'cos', 'tan', 'lim', 'max', 'min', 'det', 'exp', 'gcd', 'sup', 'inf', 'arg']

const symbols: Record<string, string> = {
  alpha: 'α',
  beta: 'β',
  gamma: 'γ',
  delta: 'δ',
  epsilon: 'ε',
  varepsilon: 'ε',
  zeta: 'ζ',
  eta: 'η',
  theta: 'θ',
  lambda: 'λ',
  mu: 'μ',
  nu: 'ν',
  xi: 'ξ',
  pi: 'π',
  rho: 'ρ',
  sigma: 'σ',
  tau: 'τ',
  phi: 'φ',
  varphi: 'φ',
  chi: 'χ',
  psi: 'ψ',
  omega: 'ω',
  Gamma: 'Γ',
  Delta: 'Δ',
  Theta: 'Θ',
  Lambda: 'Λ',
  Pi: 'Π',
  Sigma: 'Σ',
  Phi: 'Φ',
  Psi: 'Ψ',
  Omega: 'Ω',
  le: '≤',
  leq: '≤',
  leqslant: '≤',
  ge: '≥',
  geq: '≥',
  geqslant: '≥',
  ne: '≠',
  neq: '≠',
  approx: '≈',
  equiv: '≡',
  sim: '∼',
  times: '×',
  cdot: '·',
  div: '÷',
  pm: '±',
  mp: '∓',
  to: '→',
  rightarrow: '→',
  Rightarrow: '⇒',
  Leftrightarrow: '⇔',
  leftarrow: '←',
  infty: '∞',
  partial: '∂',
  nabla: '∇',
  int: '∫',
  iint: '∬',
  sum: '∑',
  prod: '∏',
  in: '∈',
  notin: '∉',
  subset: '⊂',
  subseteq: '⊆',
  cup: '∪',
  cap: '∩',
  emptyset: '∅',
  varnothing: '∅',
  forall: '∀',
  exists: '∃',
  neg: '¬',
  lnot: '¬',
  land: '∧',
  wedge: '∧',
  lor: '∨',
  vee: '∨',
  oplus: '⊕',
  otimes: '⊗',
  ldots: '…',
  cdots: '⋯',
  dots: '…',
  lfloor: '⌊',
  rfloor: '⌋',
  lceil: '⌈',
  rceil: '⌉',
  langle: '⟨',
  rangle: '⟩',
  mid: '|',
  perp: '⊥',
  parallel: '∥',
  angle: '∠',
  circ: '°',
  prime: '′',
  bmod: ' mod ',
  quad: ' ',
  qquad: ' ',
}

/** Letters of \mathbb with a character of their own. */
const doubleStruck: Record<string, string> = { C: 'ℂ', N: 'ℕ', P: 'ℙ', Q: 'ℚ', R: 'ℝ', Z: 'ℤ' }

const raised = new Map([...'0123456789+-=()ni'].map((char, i) => [char, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ'][i]!]))
const lowered = new Map([...'0123456789+-=()aeijknmx'].map((char, i) => [char, [...'₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑᵢⱼₖₙₘₓ'][i]!]))

/** Text with other glyphs, or with a mark before it if a character has none. */
function shifted(text: string, glyphs: Map<string, string>, mark: string): string {
  const found = [...text].map((char) => glyphs.get(char))
  if (found.every((glyph) => glyph !== undefined)) return found.join('')
  return text.length === 1 ? `${mark}${text}` : `${mark}(${text})`
}

const grouped = (text: string) => (/^[\p{L}\p{N}]+$/u.test(text) ? text : `(${text})`)

/** Replaces commands with arguments, innermost first, because arguments contain commands. */
function replaceGroups(tex: string): string {
  const inner = '\\{([^{}]*)\\}'
  const rules: [RegExp, (...found: string[]) => string][] = [
    [
      new RegExp(`\\\\[dt]?frac\\s*${inner}\\s*${inner}`, 'g'),
      (_, a, b) => `${grouped(a!.trim())}/${grouped(b!.trim())}`,
    ],
    [new RegExp(`\\\\sqrt\\s*${inner}`, 'g'), (_, a) => `√${grouped(a!.trim())}`],
    [
      new RegExp(`\\\\(?:text|mathrm|mathbf|mathbb|mathit|operatorname\\*?|overline|vec|bar|hat)\\s*${inner}`, 'g'),
      (_, a) => a!,
    ],
    [new RegExp(`\\\\pmod\\s*${inner}`, 'g'), (_, a) => ` (mod ${a})`],
    [new RegExp(`\\^\\s*${inner}`, 'g'), (_, a) => shifted(a!.trim(), raised, '^')],
    [new RegExp(`_\\s*${inner}`, 'g'), (_, a) => shifted(a!.trim(), lowered, '_')],
  ]
  let text = tex
  // Each pass removes one level of braces.
  for (let pass = 0; pass < 8; pass++) {
    const before = text
    for (const [pattern, replace] of rules) text = text.replace(pattern, replace)
    if (text === before) break
  }
  return text
}

/** Converts a TeX formula to one line of plain text for lists, where formulas are not typeset: Ω(n log n), x², a/b. */
export function formulaText(tex: string): string {
  const simple = tex
    .replace(/\\(?:left|right|big|Big|bigl|bigr|displaystyle|limits)(?![a-zA-Z])\s*/g, '')
    .replace(/\\\\|\\[,;:! ]|[&~]/g, ' ')
    .replace(
      /\\mathbb\s*(?:\{([CNPQRZ])\}|([CNPQRZ])(?![a-zA-Z]))/g,
      (_, a: string, b: string) => doubleStruck[a ?? b]!,
    )
    .replace(/\\(?:mathrm|mathbf|mathbb|mathit|mathcal|vec|bar|hat)\s+(?=[a-zA-Z])/g, '')
    .replace(/\\([{}%_#$])/g, (_, char: string) => (char === '{' ? '⟬' : char === '}' ? '⟭' : char))
    .replace(/\\([a-zA-Z]+)/g, (command, name: string) =>
      name in symbols ? symbols[name]! : words.includes(name) ? ` ${name} ` : command,
    )
  return replaceGroups(simple)
    .replace(/\^([^\s(])/gu, (_, char: string) => shifted(char, raised, '^'))
    .replace(/_([^\s(])/gu, (_, char: string) => shifted(char, lowered, '_'))
    .replace(/[\\{}]/g, '')
    .replace(/⟬/g, '{')
    .replace(/⟭/g, '}')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[₀-₉]|_\()/g, '')
    .replace(/([(⌊⌈[]) /g, '$1')
    .trim()
}
