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
export const optionLetter = (index: number) => String.fromCharCode(65 + index)

/** Formats points without trailing zeros: 2, 1.5, 0.67. */
export const pointsOf = (score: number) => String(Math.round(score * 100) / 100)

/** Formats question numbers in ascending order; three or more in a row become a range: 1-4、7、9. */
export function numberList(numbers: readonly number[]): string {
  const runs: number[][] = []
  for (const number of numbers) {
    const run = runs.at(-1)
    if (run && run.at(-1) === number - 1) run.push(number)
    else runs.push([number])
  }
  return runs.map((run) => (run.length > 2 ? `${run[0]}-${run.at(-1)}` : run.join('、'))).join('、')
}

/** Confirmation text before a paper is submitted; names the questions without an answer and the flagged ones. */
export function confirmSubmitText(unanswered: readonly number[], flagged: readonly number[]): string {
  const question = unanswered.length > 0 ? `还有 ${unanswered.length} 题未作答` : '全部题目都已作答'
  const lines = [`${question}，确定交卷吗？`]
  if (unanswered.length > 0) lines.push(`未作答：第 ${numberList(unanswered)} 题`)
  if (flagged.length > 0) lines.push(`已标记：第 ${numberList(flagged)} 题`)
  return lines.join('\n')
}

const manualNames: Record<ManualReason, string> = {
  runner: '运行器无法完成，已转人工',
  checker: '检查程序出错，已转人工',
}

/** Why this program is graded manually; null if the tests decided or it has been graded. */
export function manualGradingReason(verdict: Verdict, key: AnswerKey | null): string | null {
  return verdict === 'marking' && key?.type === 'code' && key.manual ? manualNames[key.manual] : null
}
