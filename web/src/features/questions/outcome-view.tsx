import type { AnswerKey, PublicPart, Verdict } from '@dxx/contract/questions'
import BookOpen from 'lucide-react/icons/book-open'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleX from 'lucide-react/icons/circle-x'
import Hourglass from 'lucide-react/icons/hourglass'
import { type ReactNode, use } from 'react'
import { cx } from '../../ui/cx'
import { OptionText } from './choice-field'
import { CodeTests } from './code-tests'
import type { Outcome } from './part-view'
import { ReadByTeacher } from './read-by-teacher'
import { RichText } from './rich-text'
import { letterOf, pointsOf, verdictNames } from './words'

const looks: Record<Verdict, { icon: typeof CircleCheck; tone: string }> = {
  right: { icon: CircleCheck, tone: 'bg-success-soft text-success' },
  partial: { icon: CircleAlert, tone: 'bg-amber-soft text-amber' },
  wrong: { icon: CircleX, tone: 'bg-danger-soft text-danger' },
  unanswered: { icon: CircleDashed, tone: 'bg-fill text-ink-2' },
  marking: { icon: Hourglass, tone: 'bg-primary-soft text-primary' },
  grading: { icon: Hourglass, tone: 'bg-primary-soft text-primary' },
}

/** One line: how it went and what it earned. */
export function VerdictLine({ outcome: { verdict, score, maxScore } }: { outcome: Omit<Outcome, 'key'> }) {
  const read = use(ReadByTeacher)
  const compared = verdict === 'marking' && !read
  const { icon, tone } = looks[verdict]
  const Icon = compared ? BookOpen : icon
  const waiting = verdict === 'marking' || verdict === 'grading'
  return (
    <p className={cx('flex min-h-11 items-center gap-2 rounded-card px-3.5 py-2 text-14', tone)}>
      <Icon aria-hidden="true" size={18} className={cx('shrink-0', verdict === 'grading' && 'animate-shimmer')} />
      <span className="font-semibold">{compared ? '请对照参考答案' : verdictNames[verdict]}</span>
      <span className="tabular-nums ml-auto">
        {waiting ? `满分 ${pointsOf(maxScore)} 分` : `得 ${pointsOf(score)} / ${pointsOf(maxScore)} 分`}
      </span>
    </p>
  )
}

interface OutcomeViewProps {
  part: PublicPart
  outcome: Outcome
  quiet?: boolean
  /** Without a verdict. */
  recite?: boolean
}

/** The right answer and why. */
export function OutcomeView({ part, outcome, quiet, recite }: OutcomeViewProps) {
  const { key, analysis } = outcome
  const told = key ? <RightAnswer part={part} answerKey={key} /> : null
  return (
    <div className="space-y-3">
      {!recite && (
        <div role={quiet ? undefined : 'status'}>
          <VerdictLine outcome={outcome} />
        </div>
      )}
      {(told || analysis) && (
        <div className="space-y-3 rounded-card bg-fill p-3.5">
          {told}
          {analysis && (
            <Told title="解析">
              <RichText html={analysis} className="text-15!" />
            </Told>
          )}
        </div>
      )}
    </div>
  )
}

function Told({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 text-13 font-semibold text-ink-2">{title}</h3>
      {children}
    </section>
  )
}

function RightAnswer({ part, answerKey: key }: { part: PublicPart; answerKey: AnswerKey }) {
  if ('options' in key && 'options' in part) {
    const letters = part.options.flatMap(({ id }, index) => (key.options.includes(id) ? [letterOf(index)] : []))
    return (
      <Told title="正确答案">
        <p className="text-15 font-semibold text-success">{letters.join('、')}</p>
      </Told>
    )
  }
  if (key.type === 'judge') {
    return (
      <Told title="正确答案">
        <p className="text-15 font-semibold text-success">{key.value ? '对' : '错'}</p>
      </Told>
    )
  }
  if (key.type === 'blank') {
    return (
      <Told title="正确答案">
        <ul className="space-y-1 text-15">
          {key.blanks.map(({ accepted }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: blanks are counted
            <li key={index}>
              <span className="text-ink-3">第 {index + 1} 空：</span>
              <span className="font-semibold text-success">{accepted.join(' 或 ')}</span>
            </li>
          ))}
        </ul>
      </Told>
    )
  }
  if (key.type === 'short') {
    return (
      <Told title="参考答案">
        {key.reference && <RichText html={key.reference} className="text-15!" />}
        {key.points.length > 0 && (
          <ul className="mt-2 space-y-1.5">
            {key.points.map(({ score, html }) => (
              <li key={html} className="flex gap-2">
                <span className="tabular-nums shrink-0 text-13 leading-6 text-ink-3">{pointsOf(score)} 分</span>
                <OptionText html={html} />
              </li>
            ))}
          </ul>
        )}
      </Told>
    )
  }
  if (key.type === 'order' && part.type === 'order') {
    return (
      <Told title="正确顺序">
        <ol className="space-y-1">
          {key.items.map((id, index) => (
            <li key={id} className="flex gap-2">
              <span className="tabular-nums w-5 shrink-0 text-13 leading-6 text-ink-3">{index + 1}</span>
              <OptionText html={part.items.find((item) => item.id === id)?.html ?? ''} />
            </li>
          ))}
        </ol>
      </Told>
    )
  }
  if (key.type === 'match' && part.type === 'match') {
    const letter = (id: string) => letterOf(part.rights.findIndex((item) => item.id === id))
    return (
      <Told title="正确配对">
        <p className="tabular-nums text-15 font-semibold text-success">
          {part.lefts
            .map(({ id }, index) => {
              const pair = key.pairs.find(({ left }) => left === id)
              return pair ? `${index + 1} → ${letter(pair.right)}` : `${index + 1} 不配`
            })
            .join('　')}
        </p>
      </Told>
    )
  }
  if (key.type === 'code') {
    return (
      <>
        <CodeTests answerKey={key} />
        {key.solution && (
          <Told title="参考程序">
            <RichText html={key.solution} />
          </Told>
        )}
      </>
    )
  }
  return null
}
