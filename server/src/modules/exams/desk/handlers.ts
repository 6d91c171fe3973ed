import { controlHandlers } from './control-handlers'
import { draftHandlers } from './draft-handlers'
import { gradingHandlers } from './grading-handlers'
import { regradeHandlers } from './regrade-handlers'
import { resultHandlers } from './result-handlers'

/** Handlers of the exam desk. */
export const deskHandlers = {
  ...draftHandlers,
  ...controlHandlers,
  ...gradingHandlers,
  ...resultHandlers,
  ...regradeHandlers,
}
