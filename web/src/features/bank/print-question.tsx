import type { WrongItem } from '@dxx/contract/calls/bank'
import { PrintedAnswer, PrintedQuestion } from '../questions/printed-question'

/** A question of 错题本 for print; with `answers`, its solution and explanation instead. */
export function PrintQuestion({ item, number, answers }: { item: WrongItem; number: number; answers?: boolean }) {
  const { question, key, analysis, parts } = item.result
  if (!answers) return <PrintedQuestion question={question} number={number} note={`错 ${item.wrongCount} 次`} />
  const keys = question.type === 'material' ? partKeys(question.parts, parts) : [key]
  return <PrintedAnswer question={question} number={number} keys={keys} analysis={[analysis]} />
}

const partKeys = (parts: readonly { id: string }[], scored: WrongItem['result']['parts']) =>
  parts.map((part) => scored.find(({ id }) => id === part.id)?.key ?? null)
