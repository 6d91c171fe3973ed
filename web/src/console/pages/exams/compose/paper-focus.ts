import type { DraftCheck } from '@dxx/contract/calls/staff/exam-drafts'

/** For each question, the other questions of the paper with almost the same text. */
export function findNearDuplicates(check: DraftCheck | undefined): Map<string, string[]> {
  const twins = new Map<string, string[]>()
  for (const { first, second } of check?.duplicates ?? []) {
    twins.set(first, [...(twins.get(first) ?? []), second])
    twins.set(second, [...(twins.get(second) ?? []), first])
  }
  return twins
}

/** Scrolls to a question of the paper and focuses it. */
export function scrollToPaperQuestion(question: string): void {
  const row = document.querySelector<HTMLElement>(`[data-paper-question="${CSS.escape(question)}"]`)
  row?.scrollIntoView({ block: 'center' })
  row?.focus({ preventScroll: true })
}

/** Jumps between columns, because Tab needs about a hundred presses from the question bank to the paper. */
export const focusPaper = (): void =>
  document.querySelector<HTMLElement>('[data-paper-question], [data-paper-empty] button')?.focus()
export const focusSettings = (): void => document.querySelector<HTMLElement>('[data-exam-settings] input')?.focus()
