/**
 * Rewrites `namespace X { export … }` to functions that fill an object, which the type stripper does not do. Line
 * numbers stay the same. Exported names are assigned at the end of the body; exported variables are accessors, because
 * functions of the body may change them.
 */
export function rewriteNamespaces(source: string): string {
  if (!/\b(namespace|module)\s+[A-Za-z_$]/.test(source)) return source
  const opening =
    /((?:^|[;{}\n])\s*)(export\s+)?(?:namespace|module)\s+([A-Za-z_$][\w$]*)((?:\s*\.\s*[A-Za-z_$][\w$]*)*)\s*\{/g
  const masked = maskTexts(source)
  let result = ''
  let from = 0
  for (let match = opening.exec(masked); match; match = opening.exec(masked)) {
    const start = match.index + match[1]!.length
    const bodyStart = opening.lastIndex
    const bodyEnd = closingBrace(masked, bodyStart)
    if (bodyEnd < 0) break
    const name = match[3]!
    result += source.slice(from, start)
    const inner = match[4]!.replace(/^\s*\.\s*/, '')
    // `namespace A.B { … }` is `namespace A { export namespace B { … } }`.
    const text = inner
      ? `export namespace ${inner} {${source.slice(bodyStart, bodyEnd)}}`
      : source.slice(bodyStart, bodyEnd)
    result += namespaceFunction(name, text)
    from = bodyEnd + 1
    opening.lastIndex = from
  }
  return result + source.slice(from)
}

function namespaceFunction(name: string, text: string): string {
  const { body, names, variables } = rewriteBody(text, maskTexts(text))
  const accessors = variables.map(
    (variable) => `${variable}: { get: () => ${variable}, set: (value) => { ${variable} = value }, enumerable: true }`,
  )
  const define = variables.length > 0 ? `Object.defineProperties(${name}, { ${accessors.join(', ')} });` : ''
  return `var ${name}; (function (${name}) {${define}${rewriteNamespaces(body)};Object.assign(${name}, { ${names.join(', ')} })})(${name} || (${name} = {}));`
}

/** Removes `export` from the statements of the body, and collects the names that have a value. */
function rewriteBody(body: string, masked: string): { body: string; names: string[]; variables: string[] } {
  const names: string[] = []
  const variables: string[] = []
  const exported =
    /\bexport\s+(?=(?:(declare|interface|type)\b|(?:abstract\s+|async\s+)?(?:const\s+enum|const|let|var|function\*?|class|enum|namespace|module)\s+([A-Za-z_$][\w$]*)))/g
  let result = ''
  let from = 0
  for (let match = exported.exec(masked); match; match = exported.exec(masked)) {
    if (depthAt(masked, match.index) > 0) continue
    result += body.slice(from, match.index)
    from = match.index + match[0].length
    const list = /^(let|var)\b/.test(masked.slice(from)) ? variables : names
    if (match[2] && !list.includes(match[2])) list.push(match[2])
  }
  return { body: result + body.slice(from), names, variables }
}

function depthAt(masked: string, end: number): number {
  let depth = 0
  for (let at = 0; at < end; at++) depth += masked[at] === '{' ? 1 : masked[at] === '}' ? -1 : 0
  return depth
}

function closingBrace(masked: string, from: number): number {
  let depth = 1
  for (let at = from; at < masked.length; at++) {
    if (masked[at] === '{') depth++
    else if (masked[at] === '}' && --depth === 0) return at
  }
  return -1
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
    const names = propertyNames(masked.slice(start, closingParenthesis(masked, start)))
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

function closingParenthesis(masked: string, from: number): number {
  let depth = 1
  for (let at = from; at < masked.length; at++) {
    if (masked[at] === '(') depth++
    else if (masked[at] === ')' && --depth === 0) return at
  }
  return masked.length
}

function openingBrace(masked: string, from: number): number {
  let depth = 0
  for (let at = from - 1; at >= 0; at--) {
    if (masked[at] === '}') depth++
    else if (masked[at] === '{' && depth-- === 0) return at
  }
  return -1
}
