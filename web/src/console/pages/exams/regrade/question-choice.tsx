import type { StaffExam } from '@dxx/contract/calls/staff/exam-control'
import { typeNames } from '@dxx/contract/rules/question-names'
import { cx } from '../../../../ui/cx'
import type { StaffData } from '../../../api/client'
import { SelectField } from '../../../kit/fields'
import { useShortcut } from '../../../kit/shortcuts'
import { plainStem } from '../plain-stem'
import { RulingTag } from '../ruling-tag'

interface ChoiceProps {
  exam: StaffExam
  paper: StaffData<'GET /staff/v1/exam_paper'>
  chosen: string
  onChoose(id: string): void
}

/** Questions of the paper: a list, in narrow windows a select. */
export function QuestionChoice({ exam, paper, chosen, onChoose }: ChoiceProps) {
  const rulingOf = (id: string) => exam.rulings.find(({ question }) => question === id)?.kind
  const step = (by: 1 | -1) => {
    const at = paper.questions.findIndex(({ id }) => id === chosen)
    const next = paper.questions[at < 0 ? 0 : at + by]
    if (next) onChoose(next.id)
  }
  useShortcut('j', '下一题', () => step(1), { group: '列表' })
  useShortcut('k', '上一题', () => step(-1), { group: '列表' })
  const lineOf = (at: number) => `${at + 1}. ${plainStem(paper.questions[at]!.stem).slice(0, 60) || '（图片题）'}`
  return (
    <section aria-label="选题" className="rounded-card bg-card p-4 wide:sticky wide:top-0">
      <div className="wide:hidden">
        <SelectField
          label="改哪一题的评分"
          value={chosen}
          onChange={onChoose}
          options={[
            { value: '', label: '请选一题' },
            ...paper.questions.map(({ id }, at) => ({ value: id, label: lineOf(at) })),
          ]}
        />
      </div>
      <h2 className="mb-2 text-15 font-semibold max-wide:hidden">改哪一题的评分</h2>
      <ol className="-mx-2 max-h-130 overflow-y-auto max-wide:hidden">
        {paper.questions.map(({ id, type }, at) => {
          const ruling = rulingOf(id)
          return (
            <li key={id}>
              <button
                type="button"
                aria-current={id === chosen || undefined}
                onClick={() => onChoose(id)}
                className={cx(
                  'flex min-h-9 w-full items-center gap-2 rounded-item px-2 text-left -outline-offset-2',
                  id === chosen ? 'bg-primary-soft text-primary' : 'hover:bg-fill',
                )}
              >
                <span className="min-w-0 flex-1 truncate">{lineOf(at)}</span>
                {ruling ? (
                  <RulingTag kind={ruling} />
                ) : (
                  <span className={cx('shrink-0 text-12', id !== chosen && 'text-ink-3')}>
                    {typeNames[type].replace('题', '')}
                  </span>
                )}
              </button>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
