import { allCalls, type Name } from '@dxx/contract/calls'
import type { Page } from 'playwright-core'
import { type Shape, shapeOf } from '../server/src/testing/inputs'
import type { api } from './browser'

/** A pattern with a beginning and an end that lets nothing through but what it names, and no `<`. */
const isClosed = (pattern: string) =>
  /^\^.*\$$/.test(pattern) && !/<|\[\^|\\[DPSW]|(?<!\\)\.(?![^[]*\])/.test(pattern.replaceAll('(?<', '('))

/** Where an input takes any words: `bio`, `locator.exact`, `answers.answer.text`. */
function fieldsOf(shape: Shape, path = ''): string[] {
  const inside = shape.anyOf ?? shape.oneOf ?? shape.prefixItems ?? (shape.items && [shape.items])
  if (inside) return [...new Set(inside.flatMap((one) => fieldsOf(one, path)))]
  if (shape.properties)
    return Object.entries(shape.properties).flatMap(([key, one]) => fieldsOf(one, path ? `${path}.${key}` : key))
  if (shape.enum || shape.const !== undefined || shape.format || (shape.pattern && isClosed(shape.pattern))) return []
  return shape.type === undefined || shape.type === 'string' ? [path] : []
}

/** Every field of every call that takes any words, from the contract: `POST /v1/user_edit bio`. */
export const freeTexts = (Object.keys(allCalls) as Name[]).flatMap((name) =>
  fieldsOf(shapeOf(name))
    .filter(Boolean)
    .map((field) => `${name} ${field}`),
)

/** Where no script is tried, and why that leaves nothing out. */
export const untried: [fields: RegExp, why: string][] = [
  [/ (oldPassword|password|ticket|mergeTicket|secret|wechat_code)$/, 'compared, and told to nobody'],
  [/(wechat_login|coupon_\w+|code2id) (code|text)$| param$|test_cashier no$/, 'a code that is looked up'],
  [/ (lastItem|paper)$/, 'what the server itself has said before'],
  [/^GET .* (keyword|parent|province|pid)$/, 'looked for; shown in the field it was typed into, as on the search page'],
  [/tracking_point\/add events\.page$/, 'counted'],
  [/tracking_point\/add events\.value$/, 'words that three have searched for: shown like those of this device (Words)'],
  [/ redirect$| web_url$/, 'an address: of our own hosts, or refused'],
  [/invoice_request (email|taxNo)$/, 'an e-mail address and a tax number, or refused; a person has no tax number'],
  [/upload_link type$/, 'not believed: the content tells what a file is'],
  [/report reason$/, 'read at a terminal'],
  [/set_order_status reason$/, 'the reason of a refund, as order_refund takes it'],
  [/_speed (reached|locator\.\w+)$/, 'a place to come back to: looked for in the chapter, and not shown'],
  [/push_note locator\.\w+$/, 'a place to come back to: what is shown is the quote'],
  [/highlights_sync changes\.(note|locator\.\w+)$/, 'several of what textbooks_brightness takes one of'],
  [/runcode (stdin|setup)$/, 'what a program does with it is shown as its output'],
  [
    /answer\.parts\.answer\.|exam_\w+ steps\.|question_submit answer\.|practice_answer answer\./,
    'shown like an answer to a test (QuestionView)',
  ],
  [/test_submit answers\.answer\.source$/, 'code: shown by the editor that shows drafts'],
]

/** Notes into which fields something with `<` was put, by us or by a page. */
export function noteFields() {
  const written = new Set<string>()
  function note(name: string, value: unknown, path = ''): void {
    if (typeof value === 'string' && value.includes('<')) written.add(`${name} ${path}`)
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value))
      note(name, inner, Array.isArray(value) ? path : path ? `${path}.${key}` : key)
  }
  return {
    written,
    ofClient(client: ReturnType<typeof api>) {
      const fetch = client.fetch.bind(client)
      client.fetch = (name, input, options) => {
        note(name, input)
        return fetch(name, input, options)
      }
      return client
    },
    ofPage(page: Page): void {
      page.on('request', (request) => {
        const { pathname, searchParams } = new URL(request.url())
        if (!pathname.startsWith('/api/')) return
        const input = request.method() === 'GET' ? Object.fromEntries(searchParams) : request.postDataJSON()
        note(`${request.method()} ${pathname.slice('/api'.length)}`, input)
      })
    },
  }
}
