import { type StudentCallName, studentCalls } from '@dxx/contract/calls'
import { shapeOf } from '../../../server/src/testing/inputs'
import { takesIdOrSecret } from './matrix'
import type { ResponseSnapshots } from './response-snapshots'

/** Calls that can be refused: those with an access level, and those that take an id. */
export const restrictedCalls = (Object.keys(studentCalls) as StudentCallName[]).filter(
  (name) => studentCalls[name].access !== 'public' || takesIdOrSecret(shapeOf(name)),
)

/** Reasons why a call of `unanswered` succeeds for no user of the matrix, each with the test in which it succeeds. */
const content = 'Public, and needs content that the fixture lacks: content/content.test.ts and support/support.test.ts.'
const runs = 'Needs a runner: runcode/runcode.test.ts.'
const homework = 'Needs homework of a class: assignments/assignments.test.ts.'
const joins = 'Needs the code of a class: classes/joins.test.ts.'
const school = 'Needs the login server of a school: campus/login.test.ts.'
export const callsNotAnswered: Partial<Record<StudentCallName, string>> = {
  'GET /v1/article_info': content,
  'GET /v1/help_info': content,
  'GET /v1/assignment': homework,
  'GET /v1/assignments': homework,
  'GET /v1/class_by_code': joins,
  'GET /v1/discount_list': 'Needs a coupon: commerce/discounts.test.ts.',
  'GET /v1/my_grades': 'Needs a class: gradebook/gradebook.test.ts.',
  'GET /v130/banner_info': content,
  'POST /v1/class_join': joins,
  'POST /v1/class_join_withdraw': joins,
  'POST /v1/hand_in': homework,
  'POST /v131/discuss_pin': 'Needs a teacher of the content: community/lead-discussions.test.ts.',
  'GET /v1/note_cards': 'A note is due a day after it was written: notes/notes.test.ts.',
  'POST /v1/campus_start': school,
  'POST /v1/exam_appeal': 'Needs an ended exam: exams/desk/regrade.test.ts.',
  'POST /v1/exam_message_read': 'Needs a message to the room: exams/desk/room-messages.test.ts.',
  'POST /v1/runcode': runs,
  'POST /v1/runcode_prepare': runs,
  'POST /v1/slider_check': 'Needs the right position of the slider: accounts/lockout.test.ts.',
  'POST /v1/upload_complete': 'Needs a real picture in the quarantine: uploads/uploads.test.ts.',
}

/** Returns the calls that succeeded for a permitted user, in the activity or in the snapshots. */
export function callsAnswered(responses: string[], readings: ResponseSnapshots): Set<StudentCallName> {
  const names = new Set<StudentCallName>()
  for (const response of responses) {
    const [, name] = /^(\S+ \S+) .*"code":1,/s.exec(response) ?? []
    // A writing call counts if it succeeds; a reading call must also return data.
    if (name?.startsWith('POST')) names.add(name as StudentCallName)
    else if (name && !/"list":\[\]/.test(response)) names.add(name as StudentCallName)
  }
  for (const [what, text] of readings) {
    const [, name] = /^\w+ (\S+ \S+) /.exec(what) ?? []
    if (name && holdsSomething(text)) names.add(name as StudentCallName)
  }
  return names
}

function holdsSomething(text: string): boolean {
  if (!text.startsWith('{"code":1,')) return false
  const { data } = JSON.parse(text) as { data: unknown }
  if (data === null || typeof data !== 'object') return false
  return Array.isArray(data) ? data.length > 0 : 'list' in data ? !empty(data.list) : Object.keys(data).length > 0
}

const empty = (list: unknown) => Array.isArray(list) && list.length === 0
