import type { PublicPart, Verdict } from '@dxx/contract/questions'
import BookOpen from 'lucide-react/icons/book-open'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleX from 'lucide-react/icons/circle-x'
import Hourglass from 'lucide-react/icons/hourglass'
import { use } from 'react'
import { cx } from '../../ui/cx'
import { manualGradingReason, pointsOf, verdictNames } from './labels'
import type { Outcome } from './part-view'
import { TeacherGradesContext } from './read-by-teacher'
import { ResultSection } from './result-section'
import { RichText } from './rich-text'
import { typeViews } from './types'

const looks: Record<Verdict, { icon: typeof CircleCheck; tone: string }> = {
  right: { icon: CircleCheck, tone: 'bg-success-soft text-success' },
  partial: { icon: CircleAlert, tone: 'bg-amber-soft text-amber' },
  wrong: { icon: CircleX, tone: 'bg-danger-soft text-danger' },
  unanswered: { icon: CircleDashed, tone: 'bg-fill text-ink-2' },
  marking: { icon: Hourglass, tone: 'bg-primary-soft text-primary' },
  grading: { icon: Hourglass, tone: 'bg-primary-soft text-primary' },
}

/** One line with verdict and score. */
export function VerdictLine({ outcome: { verdict, score, maxScore, key } }: { outcome: Outcome }) {
  const read = use(TeacherGradesContext)
  const manual = manualGradingReason(verdict, key)
  const compared = verdict === 'marking' && !read && !manual
  const { icon, tone } = looks[verdict]
  const Icon = compared ? BookOpen : icon
  const waiting = verdict === 'marking' || verdict === 'grading'
  return (
    <p className={cx('flex min-h-11 items-center gap-2 rounded-card px-3.5 py-2 text-14', tone)}>
      <Icon aria-hidden="true" size={18} className={cx('shrink-0', verdict === 'grading' && 'animate-shimmer')} />
      <span className="font-semibold">{compared ? '请对照参考答案' : (manual ?? verdictNames[verdict])}</span>
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
  /** Hides the verdict. */
  recite?: boolean
}

/** Right answer and analysis. */
export function OutcomeView({ part, outcome, quiet, recite }: OutcomeViewProps) {
  const { key, analysis } = outcome
  const { Outcome: RightAnswer } = typeViews[part.type]
  const rightAnswer = key?.type === part.type ? <RightAnswer part={part} answerKey={key} /> : null
  return (
    <div className="space-y-3">
      {!recite && (
        <div role={quiet ? undefined : 'status'}>
          <VerdictLine outcome={outcome} />
        </div>
      )}
      {(rightAnswer || analysis) && (
        <div className="space-y-3 rounded-card bg-fill p-3.5">
          {rightAnswer}
          {analysis && (
            <ResultSection title="解析">
              <RichText html={analysis} className="text-15!" />
            </ResultSection>
          )}
        </div>
      )}
    </div>
  )
}
