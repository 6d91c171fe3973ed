import { transform } from 'sucrase'

/** Removes types. Line numbers stay the same. Throws at a syntax error. */
export function withoutTypes(source: string): string {
  return transform(source, { transforms: ['typescript'], disableESTransforms: true }).code
}

/**
 * Rewrites `namespace X { export … }` to functions that fill an object, because the type stripper does not support
 * namespaces. Line numbers stay the same. Exported names are assigned at the end of the body; exported variables become
 * accessors, because functions of the body may change them. Nested namespaces stay exported variables of their parent.
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
    // `namespace A.B { … }` means `namespace A { export namespace B { … } }`.
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
  // All properties are defined first, in source order, so that `Object.keys` returns that order.
  const properties = [...exported].map(([each, isVariable]) =>
    isVariable
      ? `${each}: { get: () => ${each}, set: (value) => { ${each} = value }, enumerable: true, configurable: true }`
      : `${each}: { value: undefined, writable: true, enumerable: true, configurable: true }`,
  )
  const values = [...exported].filter(([, isVariable]) => !isVariable).map(([each]) => each)
  // A nested namespace or enum may extend one that an earlier body of this namespace declared.
  const earlier = merged.length > 0 ? `var ${merged.map((each) => `${each} = ${name}.${each}`).join(', ')};` : ''
  const define = `Object.defineProperties(${name}, { ${properties.join(', ')} });`
  return `var ${name}; (function (${name}) {${earlier}${define}${body};Object.assign(${name}, { ${values.join(', ')} })})(${name} || (${name} = {}));`
}

/** Removes types, so that commas only separate variables. A syntax error is reported later, for the whole program. */
function plainBody(text: string): string {
  try {
    return withoutTypes(text)
  } catch {
    return text
  }
}

/** Removes `export` from the statements of a body. Collects exported names with a value: true if it may change. */
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

/** Returns the names that a `let`, `var` or `const` statement declares; its keyword ends at `from`. */
function declaredNames(masked: string, from: number): string[] {
  return splitAtCommas(masked.slice(from, statementEnd(masked, from))).flatMap(boundNames)
}

/** Returns the names that a variable or a pattern declares, such as `{ a, b: [c], ...d } = value`. */
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

/** Returns the position of the semicolon or line break that ends the statement. */
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

/** Returns the position of the bracket that closes the bracket before `from`; the end of the text if there is none. */
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
 * Declares a constructor's parameter properties at the start of their class, as TypeScript does. The type stripper only
 * assigns them in the constructor, so that they would come after the other fields in `Object.keys`.
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
