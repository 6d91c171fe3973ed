import type { GradingAnswer } from '@dxx/contract/calls/staff/exam-grading'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Copy from 'lucide-react/icons/copy'
import Flag from 'lucide-react/icons/flag'
import { type Ref, useEffect, useRef } from 'react'
import { cx } from '../../../ui/cx'
import { KeyLabel } from '../../kit/key'
import { StateTag } from '../../kit/tag'
import { answerCode } from './answer-code'
import type { Item } from './room-state'

interface AnswerCardProps {
  item: Item
  fontSize: number
  onFont(by: 1 | -1): void
  onMove(by: 1 | -1): void
  onTogether(together: boolean): void
  onFlag(): void
  /** Element that gets the focus after every action, so that keyboard shortcuts keep working. */
  focusRef: Ref<HTMLElement>
}

/** Card with the answer that is being scored. */
export function GradingAnswerCard({ item, fontSize, onFont, onMove, onTogether, onFlag, focusRef }: AnswerCardProps) {
  const { answer, isGraded, draft } = item
  const body = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the top for another answer
  useEffect(() => {
    // `void`, because newer browsers return a promise, which React would take for a cleanup function.
    void body.current?.scrollTo({ top: 0 })
  }, [answer.id])
  const text = answer.answer?.type === 'short' ? answer.answer.text : ''
  const source = answer.answer?.type === 'code' ? answer.answer.source : ''
  const title = answer.student ? `${answer.student.name} ${answer.student.number}` : `答卷 ${answerCode(answer.id)}`
  return (
    <article
      ref={focusRef}
      tabIndex={-1}
      aria-label={title}
      className="flex min-h-0 flex-1 flex-col rounded-card bg-card outline-none"
    >
      <div className="flex min-h-14 flex-wrap items-center gap-x-2.5 gap-y-1.5 border-b border-line px-4 py-2.5 desk:px-5">
        <h2 className="text-15 font-semibold">{title}</h2>
        {isGraded && <StateTag tone="green">已批</StateTag>}
        {answer.state === 'third' && <StateTag tone="violet">仲裁</StateTag>}
        {answer.note && <StateTag tone="amber">{answer.note}</StateTag>}
        {/* One group, so that on phones the arrows stay side by side under a long name. */}
        <div className="ml-auto flex items-center gap-2.5">
          <span className="tabular-nums text-12 text-ink-3">{(text || source).length} 字</span>
          <FlagButton flag={answer.flag} onClick={onFlag} />
          <StepButton label="前一份" onClick={() => onMove(-1)}>
            <ChevronLeft size={17} />
          </StepButton>
          <StepButton label="后一份" onClick={() => onMove(1)}>
            <ChevronRight size={17} />
          </StepButton>
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without focus, the keyboard could not scroll the answer */}
      <div ref={body} tabIndex={0} className="min-h-30 flex-1 overflow-y-auto px-4 py-4 -outline-offset-2 desk:px-6">
        {source ? (
          <pre className="overflow-x-auto font-mono leading-6" style={{ fontSize: fontSize - 2 }}>
            {source}
          </pre>
        ) : text ? (
          <p className="leading-[1.9] break-words whitespace-pre-wrap" style={{ fontSize }}>
            {text}
          </p>
        ) : (
          <p className="text-ink-3">没有作答</p>
        )}
      </div>
      {draft.together && !isGraded && <Spellings texts={answer.spellings} />}
      <Grades item={item} />
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1.5 border-t border-line px-4 py-1.5 text-12 text-ink-2 desk:px-5">
        {answer.equals.length > 0 && !isGraded && (
          <button
            type="button"
            aria-pressed={draft.together}
            aria-keyshortcuts="G"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onTogether(!draft.together)}
            className={cx(
              'flex min-h-8 items-center gap-1.5 rounded-full px-3 font-semibold max-desk:min-h-11',
              draft.together ? 'bg-primary-soft text-primary' : 'bg-fill text-ink-2',
            )}
          >
            <Copy size={14} />
            {draft.together
              ? `连同 ${answer.equals.length} 份相同的一起给分`
              : `只给这一份，另有 ${answer.equals.length} 份相同`}
            <KeyLabel tone="inherit">G</KeyLabel>
          </button>
        )}
        <span className="flex-1" />
        <span className="flex items-center gap-1 max-desk:hidden">
          字号
          <StepButton label="字小一点" small onClick={() => onFont(-1)}>
            −
          </StepButton>
          <StepButton label="字大一点" small onClick={() => onFont(1)}>
            +
          </StepButton>
        </span>
      </div>
    </article>
  )
}

/** Flags the answer for another grader; the score does not change. */
function FlagButton({ flag, onClick }: { flag: GradingAnswer['flag']; onClick(): void }) {
  const by = flag && !flag.isMine && flag.by ? `，${flag.by}` : ''
  return (
    <button
      type="button"
      aria-pressed={flag !== null}
      aria-keyshortcuts="F"
      title="标记这一份，请另一位老师看"
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
      className={cx(
        'flex min-h-8 items-center gap-1.5 rounded-full px-3 text-12 font-semibold max-desk:min-h-11',
        flag ? 'bg-amber-soft text-amber' : 'bg-fill text-ink-2 hover:bg-track',
      )}
    >
      <Flag size={14} />
      {flag ? `请再看${by}` : '标记'}
      <KeyLabel tone="inherit">F</KeyLabel>
    </button>
  )
}

/** Lists the different spellings of the answer that get the same score together. */
function Spellings({ texts }: { texts: string[] }) {
  if (texts.length === 0) return null
  return (
    <section aria-label="相同答案的写法" className="max-h-36 overflow-y-auto border-t border-line px-4 py-2 desk:px-5">
      <h3 className="text-12 text-ink-3">一起给分的有 {texts.length} 种写法</h3>
      <ul className="mt-0.5">
        {texts.map((text) => (
          <li key={text} className="line-clamp-2 py-0.5 break-words whitespace-pre-wrap">
            {text || '（空白）'}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Scores of other graders, shown only to a third grader or once the score is final. */
function Grades({ item: { answer } }: { item: Item }) {
  const shown = answer.grades.filter(({ undone, isMine }) => !undone && !(isMine && answer.grades.length === 1))
  if (shown.length === 0) return null
  return (
    <ul aria-label="已有的评分" className="border-t border-line px-4 py-2 desk:px-5">
      {shown.map(({ id, by, isMine, score, comment }) => (
        <li key={id} className="flex gap-3 py-0.5">
          <span className="w-24 shrink-0 truncate text-ink-2">{isMine ? '我' : by}</span>
          <b className="w-14 shrink-0 tabular-nums font-semibold">{score} 分</b>
          <span className="min-w-0 flex-1 text-ink-2">{comment}</span>
        </li>
      ))}
    </ul>
  )
}

interface StepButtonProps {
  label: string
  small?: boolean
  onClick(): void
  children: React.ReactNode
}

function StepButton({ label, small, onClick, children }: StepButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      // A click must not move the focus away from the element that handles the shortcuts.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
      className={cx(
        'tap grid place-items-center rounded-full bg-fill text-ink-2 hover:bg-track',
        small ? 'size-6' : 'size-8 max-desk:size-11',
      )}
    >
      {children}
    </button>
  )
}
