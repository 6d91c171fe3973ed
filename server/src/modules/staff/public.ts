export { historyOf } from './audit-handlers'
export { grantRole, isSuspended } from './grants'
export { classScope, curriculumScope, examScope, schoolScope, schoolsOf } from './scope'
export { personOf } from './session-handlers'
