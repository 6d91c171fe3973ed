import { transform } from 'sucrase'

/** Removes types. Line numbers stay the same. Throws at a syntax error. */
export function withoutTypes(source: string): string {
  return transform(source, { transforms: ['typescript'], disableESTransforms: true }).code
}

/**
 * Rewrites `namespace X { export … }` to functions that fill an object, which the type stripper does not do. Line
 * numbers stay the same. Exported names are assigned at the end of the body; exported variables are accessors, because
 * functions of the body may change them. Nested namespaces stay exported variables of the body around them.
 */
export function rewriteNamespaces(source: string, isNested = false): string {
  if (!/\b(namespace|module)\s+[A-Za-z_$]/.test(source)) return source
  const opening =
    /((?:^|[;{}\n])\s*)(export\s+)?(?:namespace|module)\s+([A-Za-z_$][\w$]*)((?:\s*\.\s*[A-Za-z_$][\w$]*)*)\s*\{/g
  const masked = maskTexts(source)
  let result = ''
  let from = 0
  for (let match = opening.exec(masked); match; match = opening.exec(masked)) {
    const start = match.index + match[1]!.length
    const bodyStart = opening.lastIndex
    const bodyEnd = closing(masked, bodyStart)
    if (bodyEnd === masked.length) break
    const name = match[3]!
    result += source.slice(from, start)
    const inner = match[4]!.replace(/^\s*\.\s*/, '')
    // `namespace A.B { … }` is `namespace A { export namespace B { … } }`.
    const text = inner
      ? `export namespace ${inner} {${source.slice(bodyStart, bodyEnd)}}`
      : source.slice(bodyStart, bodyEnd)
    result += (isNested && match[2] ? 'export ' : '') + namespaceFunction(name, text)
    from = bodyEnd + 1
    opening.lastIndex = from
  }
  return result + source.slice(from)
}

function namespaceFunction(name: string, text: string): string {
  const plain = plainBody(rewriteNamespaces(text, true))
  const { body, exported, merged } = rewriteBody(plain, maskTexts(plain))
  // All at the start, in the order of the text: `Object.keys` has that order.
  const properties = [...exported].map(([each, isVariable]) =>
    isVariable
      ? `${each}: { get: () => ${each}, set: (value) => { ${each} = value }, enumerable: true, configurable: true }`
      : `${each}: { value: undefined, writable: true, enumerable: true, configurable: true }`,
  )
  const values = [...exported].filter(([, isVariable]) => !isVariable).map(([each]) => each)
  // A namespace or an enum may continue one of an earlier body with this name.
  const earlier = merged.length > 0 ? `var ${merged.map((each) => `${each} = ${name}.${each}`).join(', ')};` : ''
  const define = `Object.defineProperties(${name}, { ${properties.join(', ')} });`
  return `var ${name}; (function (${name}) {${earlier}${define}${body};Object.assign(${name}, { ${values.join(', ')} })})(${name} || (${name} = {}));`
}

/** Without types the commas between variables are certain. Errors are reported for the whole program, with its lines. */
function plainBody(text: string): string {
  try {
    return withoutTypes(text)
  } catch {
    return text
  }
}

/** Removes `export` from the statements of the body, and collects the names that have a value: true if it may change. */
function rewriteBody(body: string, masked: string) {
  const names = new Map<string, boolean>()
  const merged = new Set<string>()
  const exported =
    /\bexport\s+(?=(let|var|const)\s+(?!enum\b)|(?:(?:abstract|async)\s+)?(?:function\b\s*\*?|class\b)\s*([A-Za-z_$][\w$]*))/g
  let result = ''
  let from = 0
  for (let match = exported.exec(masked); match; match = exported.exec(masked)) {
    if (depthAt(masked, match.index) > 0) continue
    result += body.slice(from, match.index)
    from = match.index + match[0].length
    const [, keyword, name] = match
    const declared = keyword ? declaredNames(masked, from + keyword.length) : [name!]
    for (const each of declared) names.set(each, keyword === 'let' || keyword === 'var')
    if (keyword === 'var') for (const each of declared) merged.add(each)
  }
  return { body: result + body.slice(from), exported: names, merged: [...merged] }
}

/** Names in the list of a `let`, `var` or `const` statement, whose keyword ends at this position. */
function declaredNames(masked: string, from: number): string[] {
  return splitAtCommas(masked.slice(from, statementEnd(masked, from))).flatMap(boundNames)
}

/** Names of one variable or of a pattern, such as `{ a, b: [c], ...d } = value`. */
function boundNames(declarator: string): string[] {
  const target = declarator.trim().replace(/^\.\.\./, '')
  if (!/^[{[]/.test(target)) return /^[A-Za-z_$][\w$]*/.exec(target)?.slice() ?? []
  const isObject = target.startsWith('{')
  return splitAtCommas(target.slice(1, closing(target, 1))).flatMap((item) => {
    const renamed = isObject ? /^\s*(?:[\w$]+|\[.*?\])\s*:(.*)$/s.exec(item)?.[1] : undefined
    return boundNames(renamed ?? item)
  })
}

function splitAtCommas(text: string): string[] {
  const parts: string[] = []
  let start = 0
  for (let at = 0; at < text.length; at++) {
    if (/[([{]/.test(text[at]!)) at = closing(text, at + 1)
    else if (text[at] === ',') {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)]
}

const continuesBefore = /(?:[,=*/%&|^<>?:.!~]|[^+]\+|[^-]-)\s*$/
const continuesAfter = /^\s*(?:[,=*/%&|^<>?:.([`]|\+(?!\+)|-(?!-)|in\b|instanceof\b)/

/** Position of the semicolon, or of the line break that ends the statement without one. */
function statementEnd(masked: string, from: number): number {
  for (let at = from; at < masked.length; at++) {
    const char = masked[at]!
    if (char === ';' || char === '}') return at
    if (/[([{]/.test(char)) at = closing(masked, at + 1)
    else if (char === '\n' && masked.slice(from, at).trim() !== '') {
      if (!continuesBefore.test(masked.slice(from, at)) && !continuesAfter.test(masked.slice(at))) return at
    }
  }
  return masked.length
}

/** Position of the bracket that closes the one before this position; the end of the text if none does. */
function closing(masked: string, from: number): number {
  let depth = 1
  for (let at = from; at < masked.length; at++) {
    if (/[([{]/.test(masked[at]!)) depth++
    else if (/[)\]}]/.test(masked[at]!) && --depth === 0) return at
  }
  return masked.length
}

function depthAt(masked: string, end: number): number {
  let depth = 0
  for (let at = 0; at < end; at++) depth += masked[at] === '{' ? 1 : masked[at] === '}' ? -1 : 0
  return depth
}

/** Replaces comments and strings with spaces, so that their braces do not count. */
function maskTexts(source: string): string {
  return source.replace(
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/g,
    (text) => text.replace(/[^\n]/g, ' '),
  )
}

/**
 * Declares a constructor's parameter properties at the beginning of their class, as TypeScript does: the type stripper
 * only assigns them, so they would come after the other fields in the property order.
 */
export function declareParameterProperties(source: string): string {
  const masked = maskTexts(source)
  const insertions: { at: number; text: string }[] = []
  for (const match of masked.matchAll(/\bconstructor\s*\(/g)) {
    const start = match.index + match[0].length
    const names = propertyNames(masked.slice(start, closing(masked, start)))
    const classStart = openingBrace(masked, match.index)
    if (names.length > 0 && classStart >= 0) insertions.push({ at: classStart + 1, text: `${names.join(';')};` })
  }
  return insertions
    .sort((a, b) => b.at - a.at)
    .reduce((text, { at, text: added }) => text.slice(0, at) + added + text.slice(at), source)
}

function propertyNames(parameters: string): string[] {
  const property = /(?:^|,)\s*(?:(?:public|private|protected|readonly|override)\s+)+([A-Za-z_$][\w$]*)/g
  return [...parameters.matchAll(property)].map(([, name]) => name!)
}

function openingBrace(masked: string, from: number): number {
  let depth = 0
  for (let at = from - 1; at >= 0; at--) {
    if (masked[at] === '}') depth++
    else if (masked[at] === '{' && depth-- === 0) return at
  }
  return -1
}
