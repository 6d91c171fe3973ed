import type { DraftCheck } from '@dxx/contract/calls/staff/exam-drafts'

/** Questions of the paper with almost the same text, by question. */
export function twinsOf(check: DraftCheck | undefined): Map<string, string[]> {
  const twins = new Map<string, string[]>()
  for (const { first, second } of check?.duplicates ?? []) {
    twins.set(first, [...(twins.get(first) ?? []), second])
    twins.set(second, [...(twins.get(second) ?? []), first])
  }
  return twins
}

/** Shows a question of the paper and gives it the focus. */
export function jumpTo(question: string): void {
  const row = document.querySelector<HTMLElement>(`[data-paper-question="${CSS.escape(question)}"]`)
  row?.scrollIntoView({ block: 'center' })
  row?.focus({ preventScroll: true })
}

/** From the bank the other columns are a hundred tab stops away. */
export const focusPaper = (): void =>
  document.querySelector<HTMLElement>('[data-paper-question], [data-paper-empty] button')?.focus()
export const focusSettings = (): void => document.querySelector<HTMLElement>('[data-exam-settings] input')?.focus()
