import { SaxesParser } from 'saxes'

const casNamespace = 'http://www.yale.edu/tp/cas'

export type CasResponse =
  | { kind: 'success'; user: string; attributes: Map<string, string> }
  | { kind: 'failure'; code: string; message: string }

/** A response that is not a valid CAS 3.0 response. */
class MalformedCasResponse extends Error {}

interface Element {
  name: string
  isCas: boolean
  text: string
  attributes: Record<string, string>
  children: Element[]
}

/** Responses nest three levels deep; attributes of some servers a few more. */
const maxDepth = 12

/** Parses XML into elements. Rejects a document type, because only it can define entities. */
function parseElements(xml: string): Element {
  const parser = new SaxesParser({ xmlns: true })
  const root: Element = { name: '', isCas: false, text: '', attributes: {}, children: [] }
  const open = [root]
  parser.on('error', (error) => {
    throw new MalformedCasResponse(error.message)
  })
  parser.on('doctype', () => {
    throw new MalformedCasResponse('a document type is not allowed')
  })
  parser.on('opentag', ({ local, uri, attributes }) => {
    if (open.length > maxDepth) throw new MalformedCasResponse('nested too deeply')
    const values = Object.fromEntries(Object.values(attributes).map((one) => [one.local, one.value]))
    const element = { name: local, isCas: uri === casNamespace, text: '', attributes: values, children: [] }
    open.at(-1)!.children.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    open.at(-1)!.text += text
  })
  parser.on('cdata', (text) => {
    open.at(-1)!.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  return root
}

/** Returns the only child with this name. Two would mean that one was injected into a value. */
function onlyChild(parent: Element, name: string): Element | undefined {
  const found = parent.children.filter((child) => child.isCas && child.name === name)
  if (found.length > 1) throw new MalformedCasResponse(`${found.length} elements ${name}`)
  return found[0]
}

/** Parses the response of serviceValidate. */
export function parseCasResponse(xml: string): CasResponse {
  const document = parseElements(xml)
  const response = onlyChild(document, 'serviceResponse')
  if (!response) throw new MalformedCasResponse('no serviceResponse')
  const success = onlyChild(response, 'authenticationSuccess')
  const failure = onlyChild(response, 'authenticationFailure')
  if (failure && !success)
    return { kind: 'failure', code: failure.attributes.code ?? '', message: failure.text.trim().slice(0, 200) }
  if (!success || failure) throw new MalformedCasResponse('neither success nor failure')
  // A ticket that another service requested for the user; only the user may log in.
  if (onlyChild(success, 'proxies')) throw new MalformedCasResponse('a proxy ticket')
  const user = onlyChild(success, 'user')?.text.trim() ?? ''
  if (user === '') throw new MalformedCasResponse('no user')
  return { kind: 'success', user, attributes: attributesOf(onlyChild(success, 'attributes')) }
}

/** Reads attributes; of several values the first. Jasig's older form <attribute name value/> is read too. */
function attributesOf(element: Element | undefined): Map<string, string> {
  const found = new Map<string, string>()
  for (const { name, text, attributes } of element?.children ?? []) {
    const [key, value] =
      name === 'attribute' && attributes.name ? [attributes.name, attributes.value ?? text] : [name, text]
    if (!found.has(key)) found.set(key, value.trim())
  }
  return found
}
