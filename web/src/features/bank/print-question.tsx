import type { WrongItem } from '@dxx/contract/calls/bank'
import type { AnswerKey, PublicPart } from '@dxx/contract/questions'
import { typeNames } from '@dxx/contract/rules/question-names'
import { Prose } from '../../ui/prose'
import { letterOf, pointsOf } from '../questions/words'

/** A question as it stands on paper; or, with `answers`, what is right and why. */
export function PrintQuestion({ item, number, answers }: { item: WrongItem; number: number; answers?: boolean }) {
  const { result } = item
  const { question } = result
  const parts = question.type === 'material' ? question.parts : []
  if (answers) {
    return (
      <li className="text-14">
        <b>{number}.</b> {question.type !== 'material' && keyText(question, result.key)}
        {parts.map((part, index) => (
          <p key={part.id}>
            （{index + 1}）{keyText(part, result.parts.find(({ id }) => id === part.id)?.key ?? null)}
          </p>
        ))}
        {result.key?.type === 'short' && <Prose html={result.key.reference} className="text-13! leading-[1.7]!" />}
        {result.analysis && <Prose html={result.analysis} className="text-13! leading-[1.7]!" />}
      </li>
    )
  }
  return (
    <li>
      <p className="text-12">
        <b className="text-14">{number}.</b> {typeNames[question.type]} · {pointsOf(question.score)} 分 · 错{' '}
        {item.wrongCount} 次
      </p>
      <Prose html={question.stem} className="text-14! leading-[1.8]!" />
      {question.type !== 'material' && <Choices part={question} />}
      {parts.map((part, index) => (
        <div key={part.id} className="mt-2">
          <div className="flex gap-1 text-14">
            （{index + 1}）
            <Prose html={part.stem} className="text-14! leading-[1.8]!" />
          </div>
          <Choices part={part} />
        </div>
      ))}
    </li>
  )
}

/** Options to tick, or room to write. */
function Choices({ part }: { part: PublicPart }) {
  if (part.type === 'judge') return <p className="mt-1 text-14">（　）对　（　）错</p>
  if (part.type === 'short' || part.type === 'code') return <div className="h-32" />
  const rows =
    part.type === 'order' ? part.items : part.type === 'match' ? part.rights : 'options' in part ? part.options : []
  return (
    <>
      {part.type === 'match' && <Rows rows={part.lefts} mark={(index) => String(index + 1)} />}
      <Rows rows={rows} mark={letterOf} />
      {(part.type === 'order' || part.type === 'match') && <p className="mt-1 text-14">答：________________</p>}
    </>
  )
}

function Rows({ rows, mark }: { rows: readonly { id: string; html: string }[]; mark(index: number): string }) {
  return (
    <ul className="mt-1 grid grid-cols-2 gap-x-4 gap-y-1">
      {rows.map(({ id, html }, index) => (
        <li key={id} className="flex gap-1.5 text-14">
          {mark(index)}.
          <Prose html={html} className="question-option" />
        </li>
      ))}
    </ul>
  )
}

function keyText(part: PublicPart, key: AnswerKey | null): string {
  if (!key) return ''
  const letters = (rows: readonly { id: string }[], ids: readonly string[]) =>
    ids.map((id) => letterOf(rows.findIndex((row) => row.id === id))).join('')
  if ('options' in key && 'options' in part) return [...letters(part.options, key.options)].sort().join('')
  if (key.type === 'judge') return key.value ? '对' : '错'
  if (key.type === 'blank') return key.blanks.map(({ accepted }) => accepted.join(' 或 ')).join('；')
  if (key.type === 'order' && part.type === 'order') return letters(part.items, key.items)
  if (key.type === 'match' && part.type === 'match') {
    return key.pairs
      .map(({ left, right }) => `${part.lefts.findIndex(({ id }) => id === left) + 1}${letters(part.rights, [right])}`)
      .join('，')
  }
  return ''
}
