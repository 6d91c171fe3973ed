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
