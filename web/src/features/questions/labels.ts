import type { AnswerKey, ManualReason, Verdict } from '@dxx/contract/questions'

export const verdictNames: Record<Verdict, string> = {
  right: '回答正确',
  partial: '部分正确',
  wrong: '回答错误',
  unanswered: '未作答',
  marking: '待批阅',
  grading: '正在评测',
}

/** Letter of an option in the order shown: A, B, C … */
export const letterOf = (index: number) => String.fromCharCode(65 + index)

/** Formats points without trailing zeros: 2, 1.5, 0.67. */
export const pointsOf = (score: number) => String(Math.round(score * 100) / 100)

/** Confirmation text before a paper is submitted. */
export function submitQuestion(unanswered: number): string {
  return unanswered > 0 ? `还有${unanswered}题未作答，确定交卷吗？` : '全部题目都已作答，确定交卷吗？'
}

const manualNames: Record<ManualReason, string> = {
  runner: '运行器无法完成，已转人工',
  checker: '检查程序出错，已转人工',
}

/** Why this program is graded manually; null if the tests decided or it has been graded. */
export function manualName(verdict: Verdict, key: AnswerKey | null): string | null {
  return verdict === 'marking' && key?.type === 'code' && key.manual ? manualNames[key.manual] : null
}
