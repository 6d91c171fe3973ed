import type { QuestionType, Verdict } from '@dxx/contract/questions'

/** What to do, where the type alone does not say it. */
export const hints: Partial<Record<QuestionType, string>> = {
  multiple: '选出所有正确的',
  indefinite: '一个或多个正确',
  order: '拖动，或用箭头调整顺序',
  match: '点左边，再点要配的一项；也可以拖过去',
}

export const verdictNames: Record<Verdict, string> = {
  right: '回答正确',
  partial: '部分正确',
  wrong: '回答错误',
  unanswered: '未作答',
  marking: '待批阅',
  grading: '正在评测',
}

/** A, B, C … for the options in the order shown. */
export const letterOf = (index: number) => String.fromCharCode(65 + index)

/** Points without needless zeros: 2, 1.5, 0.67. */
export const pointsOf = (score: number) => String(Math.round(score * 100) / 100)

/** What is asked before a paper is handed in. */
export function handInQuestion(unanswered: number): string {
  return unanswered > 0 ? `还有${unanswered}题未作答，确定交卷吗？` : '全部题目都已作答，确定交卷吗？'
}
