export { codeAccountData } from './account-data'
export { gradeCode, notGraded } from './grade'
export { refuseRun } from './handlers'
