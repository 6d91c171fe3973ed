export { auditOf } from './audit-handlers'
export { classScope, curriculumScope, examScope, schoolScope, schoolsOf } from './scope'
export { personOf } from './session-handlers'
