export { codePart } from './account-part'
export { type CodeGrade, type CodeTest, gradeCode } from './grade'
export { CodeQueue } from './queue'
