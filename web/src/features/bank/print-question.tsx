import type { WrongItem } from '@dxx/contract/calls/bank'
import type { AnswerKey, PublicPart } from '@dxx/contract/questions'
import { typeNames } from '@dxx/contract/rules/question-names'
import { Prose } from '../../ui/prose'
import { pointsOf } from '../questions/labels'
import { typeViews } from '../questions/types'

/** A question for print; with `answers`, the solution and explanation instead. */
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

function Choices({ part }: { part: PublicPart }) {
  const { Print } = typeViews[part.type]
  return <Print part={part} />
}

const keyText = (part: PublicPart, key: AnswerKey | null) =>
  key?.type === part.type ? typeViews[part.type].printedKey(part, key) : ''
