import { type StudentCallName, studentCalls } from '@dxx/contract/calls'
import type { Page } from 'playwright-core'
import { type Shape, shapeOf } from '../server/src/testing/inputs'
import type { api } from './browser'

/** Checks whether a pattern is anchored at both ends and accepts only characters that it lists, without `<`. */
const isClosed = (pattern: string) =>
  /^\^.*\$$/.test(pattern) && !/<|\[\^|\\[DPSW]|(?<!\\)\.(?![^[]*\])/.test(pattern.replaceAll('(?<', '('))

/** Returns the paths of the fields that accept free text: `bio`, `locator.exact`, `answers.answer.text`. */
function fieldsOf(shape: Shape, path = ''): string[] {
  const inside = shape.anyOf ?? shape.oneOf ?? shape.prefixItems ?? (shape.items && [shape.items])
  if (inside) return [...new Set(inside.flatMap((one) => fieldsOf(one, path)))]
  if (shape.properties)
    return Object.entries(shape.properties).flatMap(([key, one]) => fieldsOf(one, path ? `${path}.${key}` : key))
  if (shape.enum || shape.const !== undefined || shape.format || (shape.pattern && isClosed(shape.pattern))) return []
  return shape.type === undefined || shape.type === 'string' ? [path] : []
}

/** Every free-text field of every call in the contract, for example `POST /v1/user_edit bio`. */
export const freeTexts = (Object.keys(studentCalls) as StudentCallName[]).flatMap((name) =>
  fieldsOf(shapeOf(name))
    .filter(Boolean)
    .map((field) => `${name} ${field}`),
)

/** Fields that are not tested with a script, each with the reason. */
export const untried: [fields: RegExp, reason: string][] = [
  [/ (oldPassword|password|ticket|mergeTicket|secret|slider|wechat_code)$/, 'compared only, never returned'],
  [/(wechat_login|coupon_\w+|code2id) (code|text)$| param$|test_cashier no$/, 'a code that is only looked up'],
  [
    /campus_\w+ (code|error|iss|proof)$|(lti_session|draft_preview) (token|node)$/,
    'checked or looked up, never returned',
  ],
  [/ (lastItem|paper)$/, 'a value that the server created'],
  [
    /^GET .* (keyword|parent|province|pid)$/,
    'a search text: shown only in its own input field, which the search page tests',
  ],
  [/tracking_point\/add events\.page$/, 'counted only'],
  [
    /tracking_point\/add events\.value$/,
    'searched by three users: shown by the component that shows the searches of this device (Words)',
  ],
  [/ redirect$| web_url$/, 'a URL of our own hosts; others are rejected'],
  [/invoice_request (email|taxNo)$/, 'an e-mail address and a tax number; other values are rejected'],
  [/upload_link type$/, 'ignored: the type is detected from the content'],
  [/report reason$/, 'shown only in a terminal'],
  [/hand_in text$/, 'needs homework: classes.test.ts writes markup into it'],
  [/exam_appeal reason$/, 'needs an exam that was taken: exam-day.test.ts writes markup into it'],
  [/set_order_status reason$/, 'the reason of a refund, tested with order_refund'],
  [/_speed (reached|locator\.\w+)$/, 'a locator: searched in the chapter, not shown'],
  [/push_note locator\.\w+$/, 'a locator: only the quote is shown'],
  [/highlights_sync changes\.(note|locator\.\w+)$/, 'a list of highlights, tested with textbooks_brightness'],
  [/runcode (stdin|setup)$|ai_ask code\.stdin$/, 'shown only as output of the program'],
  [
    /ai_ask code\.source$/,
    'its first line is shown by the component that shows the quote of a passage (ConversationTurn)',
  ],
  [
    /answer\.parts\.answer\.|exam_\w+ steps\.|question_submit answer\.|practice_answer answer\./,
    'shown by the component that shows answers to a test (QuestionView)',
  ],
  [/test_submit answers\.answer\.source$/, 'code: shown by the editor that shows drafts'],
  [/test_submit answers\.answer\.(value|unit)$/, 'shown by the component that shows blanks (QuestionView)'],
]

/** Records the fields to which the test client or a page has sent a value with `<`. */
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
