import type { PaperRules } from '@dxx/contract/calls/staff/exam-shapes'

export const noRules: PaperRules = { exposure: null, overlap: null, repeated: null, enemies: [], equated: false }

/** Reads typed question numbers. Returns the ids of the questions, or what is wrong. */
export function parseGroup(text: string, ids: readonly string[]): string[] | string {
  const words = text.split(/[^\d]+/).filter(Boolean)
  const numbers = [...new Set(words.map(Number))]
  const unknown = numbers.filter((number) => number < 1 || number > ids.length)
  if (unknown.length > 0) return `没有第 ${unknown.join('、')} 题`
  if (numbers.length < 2) return '请写两个以上的题号，如 3、7'
  return numbers.sort((a, b) => a - b).map((number) => ids[number - 1]!)
}

/** The numbers of a group on the draft: 第 3、7 题. Questions that were removed from the draft are left out. */
export function groupNumbers(group: readonly string[], ids: readonly string[]): string {
  const numbers = group.map((id) => ids.indexOf(id) + 1).filter((number) => number > 0)
  return `第 ${numbers.sort((a, b) => a - b).join('、')} 题`
}
