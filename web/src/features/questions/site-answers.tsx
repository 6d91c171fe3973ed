import type { PublicQuestion, SiteAnswers } from '@dxx/contract/questions'
import { optionLetter } from './labels'

const percent = (share: number) => `${Math.round(share * 100)}%`

/**
 * Share of right first answers of all users to this question (全站正确率) and, if it has options, the most common wrong
 * one (易错项).
 */
export function SiteAnswersLine({ question, site }: { question: PublicQuestion; site: SiteAnswers }) {
  const { answers, right, trap } = site
  const option = trap && 'options' in question ? question.options.findIndex(({ id }) => id === trap.option) : -1
  return (
    <dl className="tabular-nums flex flex-wrap gap-x-5 gap-y-1 px-1 text-13 text-ink-2">
      <div className="flex items-baseline gap-1.5">
        <dt>全站正确率</dt>
        <dd className="font-semibold text-ink">{percent(right)}</dd>
      </div>
      {trap && option >= 0 && (
        <div className="flex items-baseline gap-1.5">
          <dt>易错项</dt>
          <dd>
            <span className="font-semibold text-ink">{optionLetter(option)}</span>，{percent(trap.share)} 的人选过
          </dd>
        </div>
      )}
      <div className="flex items-baseline gap-1.5 text-ink-3">
        <dt className="sr-only">统计范围</dt>
        <dd>{answers} 人第一次作答</dd>
      </div>
    </dl>
  )
}
