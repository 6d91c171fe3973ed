import ArrowRight from 'lucide-react/icons/arrow-right'
import { Link, useLocation } from 'wouter'
import { consoleButtonClass } from '../../kit/button'
import { KeyLabel } from '../../kit/key'
import { useShortcut } from '../../kit/shortcuts'
import { timeText } from '../../kit/time'
import { Decisions, Facts } from './facts'
import type { ItemProps } from './item-props'

const states = { open: '等待答复', kept: '维持原来的得分', changed: '得分有调整' }

/** Appeal about the score of one question. Links to the page of the exam, where staff reply to the appeal. */
export function AppealItem({ item, detail: { appeal } }: ItemProps<'appeal'>) {
  const [, go] = useLocation()
  const page = `/exams/${appeal.exam.id}/appeals?appeal=${appeal.id}`
  const isOpen = item.closedAt === null
  useShortcut('a', '去复核', () => go(page), { enabled: isOpen })
  const { name, number, class: className } = appeal.student
  return (
    <>
      <section aria-label="复核申请">
        <h3 className="mb-1 text-15 font-semibold">
          {appeal.exam.title} · 第 {appeal.number} 题
          {appeal.ownNumber !== appeal.number && (
            <span className="text-13 font-normal text-ink-2">（学生试卷上的第 {appeal.ownNumber} 题）</span>
          )}
        </h3>
        <p className="user-text rounded-cover bg-fill px-3.5 py-2.5 text-14">{appeal.reason}</p>
        <Facts
          rows={[
            ['学生', [name, number, className].filter(Boolean).join(' · ')],
            ['现在的得分', `${appeal.score} / ${appeal.maxScore} 分`],
            ['申请时间', timeText(appeal.at)],
            ['状态', states[appeal.state]],
            ...(appeal.answer ? ([['答复', `${appeal.answer}（${appeal.answeredBy}）`]] as [string, string][]) : []),
          ]}
        />
      </section>
      {isOpen && (
        <Decisions>
          <Link href={page} className={consoleButtonClass('primary', 'large')}>
            去复核并答复
            <ArrowRight size={16} />
            <KeyLabel>A</KeyLabel>
          </Link>
        </Decisions>
      )}
    </>
  )
}
