import type { AllCalls } from '@dxx/contract/calls'
import type { Handlers } from '../context'
import { handlers as accounts } from './accounts/handlers'
import { handlers as wechat } from './accounts/wechat'
import { handlers as ai } from './ai/handlers'
import { handlers as bank } from './bank/handlers'
import { handlers as catalogue } from './catalogue/handlers'
import { handlers as commerce } from './commerce/handlers'
import { handlers as community } from './community/handlers'
import { handlers as content } from './content/handlers'
import { handlers as exams } from './exams/handlers'
import { handlers as library } from './library/handlers'
import { handlers as messages } from './messages/handlers'
import { handlers as questions } from './questions/handlers'
import { handlers as reading } from './reading/handlers'
import { handlers as runcode } from './runcode/handlers'
import { handlers as search } from './search/handlers'
import { handlers as students } from './students/handlers'
import { handlers as study } from './study/handlers'
import { handlers as support } from './support/handlers'
import { handlers as uploads } from './uploads/handlers'

/** Every call of the contract with its handler; the compiler finds the missing ones. */
export const handlers: Handlers<AllCalls> = {
  ...accounts,
  ...wechat,
  ...students,
  ...content,
  ...messages,
  ...ai,
  ...support,
  ...uploads,
  ...catalogue,
  ...search,
  ...commerce,
  ...community,
  ...library,
  ...questions,
  ...exams,
  ...bank,
  ...runcode,
  ...study,
  ...reading,
}
