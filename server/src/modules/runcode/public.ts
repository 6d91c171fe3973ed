export { codeAccountData } from './account-data'
export { gradeCode, notGraded } from './grade'
export { refuseRun, runProgram } from './handlers'
