/** Names and signs of formulas, as written in TeX and as typed on a keyboard. */

export const formulaFunctionNames = new Set(
  'sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh ln lg log exp max min gcd lcm'.split(' '),
)

/** TeX commands that only change the appearance. */
export const ignoredTexCommands = new Set(
  'displaystyle textstyle limits nolimits quad qquad thinspace space mathop mathrel mathord'.split(' '),
)

/** Operators, relations and brackets, each mapped to one notation. `set(` opens a set written in TeX. */
export const operatorSigns: Record<string, string> = {
  '+': '+',
  '-': '-',
  '*': '*',
  '**': '^',
  '×': '*',
  '·': '*',
  '⋅': '*',
  '∙': '*',
  '•': '*',
  '/': '/',
  '÷': '/',
  '∕': '/',
  '⁄': '/',
  '^': '^',
  _: '_',
  '!': '!',
  '(': '(',
  ')': ')',
  '[': '[',
  ']': ']',
  '{': '{',
  '}': '}',
  '|': '|',
  '∣': '|',
  ',': ',',
  '、': ',',
  ';': ';',
  ':': ':',
  '=': '=',
  '<': '<',
  '>': '>',
  '<=': '≤',
  '>=': '≥',
  '!=': '≠',
  '≤': '≤',
  '⩽': '≤',
  '≦': '≤',
  '≥': '≥',
  '⩾': '≥',
  '≧': '≥',
  '≠': '≠',
  '≈': '≈',
  '≡': '≡',
  '~': '∼',
  '→': '→',
  '->': '→',
  '⇒': '⇒',
  '=>': '⇒',
  '⇔': '⇔',
  '<=>': '⇔',
  '∈': '∈',
  '∉': '∉',
  '⊂': '⊂',
  '⊆': '⊆',
  '⊥': '⊥',
  '∥': '∥',
  '∪': '∪',
  '∩': '∩',
  '∖': '∖',
  '±': '±',
  '√': '√',
  or: 'or',
}

const greek =
  'alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π rho ρ sigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Phi Φ Psi Ψ Omega Ω'
const pairs = (text: string): Record<string, string> => {
  const list = text.split(' ')
  return Object.fromEntries(list.flatMap((name, i) => (i % 2 === 0 ? [[name, list[i + 1]!]] : [])))
}

/** TeX commands for a single sign, mapped to a key of `marks` or to a name. */
export const texCommandSigns: Record<string, string> = {
  ...pairs(greek),
  ...pairs(
    'times * cdot * ast * div / le ≤ leq ≤ leqslant ≤ ge ≥ geq ≥ geqslant ≥ ne ≠ neq ≠ approx ≈ equiv ≡ sim ~ to → rightarrow → Rightarrow ⇒ implies ⇒ iff ⇔ Leftrightarrow ⇔ in ∈ notin ∉ subset ⊂ subseteq ⊆ cup ∪ cap ∩ setminus ∖ pm ± lt < gt > mid | vert | lvert | rvert | perp ⊥ parallel ∥ colon :',
  ),
  ...pairs('infty ∞ emptyset ∅ varnothing ∅ angle ∠ triangle △ partial ∂ nabla ∇ hbar ℏ ell l degree ° prime ′'),
}

/** Words that users type instead of a sign. */
export const typedWordSigns: Record<string, string> = {
  ...pairs(
    greek
      .split(' ')
      .map((name) => (name === 'eta' ? 'ETA' : name))
      .join(' '),
  ),
  sqrt: 'sqrt',
  frac: 'frac',
  vec: 'vec',
  infinity: '∞',
  inf: '∞',
  oo: '∞',
}

/** Chinese names of units. */
export const unitAliases: Record<string, string> = {
  米: 'm',
  厘米: 'cm',
  毫米: 'mm',
  分米: 'dm',
  千米: 'km',
  公里: 'km',
  平方米: 'm^2',
  平方厘米: 'cm^2',
  平方千米: 'km^2',
  立方米: 'm^3',
  立方厘米: 'cm^3',
  升: 'L',
  毫升: 'mL',
  克: 'g',
  千克: 'kg',
  公斤: 'kg',
  吨: 't',
  秒: 's',
  分钟: 'min',
  小时: 'h',
  时: 'h',
  牛: 'N',
  牛顿: 'N',
  焦: 'J',
  焦耳: 'J',
  瓦: 'W',
  伏: 'V',
  安: 'A',
  欧: 'Ω',
  帕: 'Pa',
  度: '°',
  摄氏度: '°C',
  米每秒: 'm/s',
  千米每小时: 'km/h',
}
