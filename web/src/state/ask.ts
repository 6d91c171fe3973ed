import type { CodeLanguage } from '@dxx/contract/calls/runcode'

/** What a student asks the AI about without leaving the page. */
export type AskSubject =
  | { kind: 'passage'; chapterId: string; pid: string; quote: string }
  /** `answered`: the result is shown, so that the AI may explain the mistake. */
  | { kind: 'question'; id: string; answered: boolean }
  | { kind: 'code'; language: CodeLanguage; source: string; stdin: string }
  | { kind: 'lesson'; chapterId: string; second: number; title: string }

let open: ((subject: AskSubject) => void) | null = null
let pending: AskSubject | null = null

/**
 * Sets the function that shows the sheet. The shell connects it, because answers contain code cells, which call openAsk
 * too.
 */
export function connectAsk(show: (subject: AskSubject) => void): void {
  open = show
  if (pending) show(pending)
  pending = null
}

/** Opens a sheet over the page in which the AI is asked about the subject. */
export function openAsk(subject: AskSubject): void {
  if (open) open(subject)
  else pending = subject
}
