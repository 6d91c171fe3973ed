import type { QuestionFileFormat } from '../calls/staff/bank'
import type { QuestionType } from '../questions'

/** Display names of the question types. */
export const typeNames: Record<QuestionType, string> = {
  single: '单选题',
  multiple: '多选题',
  indefinite: '不定项',
  judge: '判断题',
  blank: '填空题',
  short: '简答题',
  material: '材料题',
  order: '排序题',
  match: '匹配题',
  code: '编程题',
  number: '数值题',
}

/**
 * Source of the score of an answer: `key`, the answer key; `person`, a grader; `program`, the tests of a program, or a
 * grader if the runner cannot finish it; `parts`, the scores of the question parts.
 */
export const scoringMethods: Record<QuestionType, 'key' | 'person' | 'program' | 'parts'> = {
  single: 'key',
  multiple: 'key',
  indefinite: 'key',
  judge: 'key',
  blank: 'key',
  short: 'person',
  material: 'parts',
  order: 'key',
  match: 'key',
  code: 'program',
  number: 'key',
}

/** Whether answers of this type may need manual grading. */
export const mayNeedPerson = (type: QuestionType) =>
  scoringMethods[type] === 'person' || scoringMethods[type] === 'program'

/** Display names of the formats of question files. */
export const questionFormatNames: Record<QuestionFileFormat, string> = {
  docx: 'Word 试卷',
  text: '纯文字试卷（题目和答案）',
  sheet: '表格（Excel、CSV）',
  moodle: 'Moodle XML',
  gift: 'GIFT 文本',
  qti: 'QTI（Canvas、Blackboard、Common Cartridge 也是）',
  aiken: 'Aiken 文本',
  cloze: 'Moodle 完形文本（Cloze）',
  markdown: '我们的 Markdown',
}
