import { accounts } from './calls/accounts'
import { ai } from './calls/ai'
import { assignments } from './calls/assignments'
import { bank } from './calls/bank'
import { campus } from './calls/campus'
import { catalogue } from './calls/catalogue'
import { classes } from './calls/classes'
import { commerce } from './calls/commerce'
import { community } from './calls/community'
import { content } from './calls/content'
import { coupons } from './calls/coupons'
import { draftPreview } from './calls/draft-preview'
import { exams } from './calls/exams'
import { gradebook } from './calls/gradebook'
import { library } from './calls/library'
import { messages } from './calls/messages'
import { notes } from './calls/notes'
import { questions } from './calls/questions'
import { reading } from './calls/reading'
import { runcode } from './calls/runcode'
import { students } from './calls/students'
import { study } from './calls/study'
import { support } from './calls/support'
import { uploads } from './calls/uploads'
import { wechat } from './calls/wechat'

/** All calls. The server mounts them; OpenAPI and the browser's types are derived from them. */
export const studentCalls = {
  ...accounts,
  ...wechat,
  ...campus,
  ...students,
  ...classes,
  ...assignments,
  ...gradebook,
  ...content,
  ...draftPreview,
  ...messages,
  ...ai,
  ...support,
  ...uploads,
  ...catalogue,
  ...commerce,
  ...coupons,
  ...community,
  ...library,
  ...notes,
  ...questions,
  ...exams,
  ...bank,
  ...runcode,
  ...study,
  ...reading,
}

export type StudentCalls = typeof studentCalls
export type StudentCallName = keyof StudentCalls
