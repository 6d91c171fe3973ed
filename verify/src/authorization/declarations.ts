import { parseAst } from 'rolldown/parseAst'

/** A named function, method, class, handler or top-level constant. */
interface Declaration {
  /** Names of the enclosing declarations and its own, or the key of a handler. */
  name: string
  start: number
  end: number
}

interface Node {
  type: string
  start: number
  end: number
  id?: Node | null
  init?: Node | null
  key?: Node
  value?: Node | string | null
  name?: string
  [field: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const isFunction = (value: unknown) => isNode(value) && /^(?:Arrow)?Function/.test(value.type)

const nameOfKey = (node: Node | null | undefined) =>
  node?.type === 'Identifier' || node?.type === 'PrivateIdentifier'
    ? node.name
    : typeof node?.value === 'string'
      ? node.value
      : undefined

/** Returns the name if the node is a declaration. A local variable counts only if it holds a function. */
function nameOf(node: Node, isTop: boolean): string | undefined {
  if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') return nameOfKey(node.id)
  if (node.type === 'VariableDeclarator') return isTop || isFunction(node.init) ? nameOfKey(node.id) : undefined
  if (node.type === 'MethodDefinition' || node.type === 'PropertyDefinition') return nameOfKey(node.key)
  return node.type === 'Property' && isFunction(node.value) ? nameOfKey(node.key) : undefined
}

/** Returns the declarations of a source, each before those inside it. */
export function declarationsIn(source: string): Declaration[] {
  const found: Declaration[] = []
  const visit = (value: unknown, outer: string) => {
    if (Array.isArray(value)) for (const one of value) visit(one, outer)
    if (!isNode(value)) return
    const nodeName = nameOf(value, outer === '')
    // A handler is named by its call only, because calls are unique in all sources.
    const name = nodeName === undefined || nodeName.includes(' ') || outer === '' ? nodeName : `${outer}.${nodeName}`
    if (name !== undefined) found.push({ name, start: value.start, end: value.end })
    for (const field of Object.values(value)) visit(field, name ?? outer)
  }
  visit(parseAst(source, { lang: 'ts' }).body, '')
  return found
}

/** Returns the innermost declaration at a position, or the whole file. */
export function declarationAt(declarations: Declaration[], index: number): Declaration {
  const found = declarations.findLast(({ start, end }) => start <= index && index < end)
  return found ?? { name: 'file', start: 0, end: Number.POSITIVE_INFINITY }
}
