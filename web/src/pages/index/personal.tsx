import ChevronRight from 'lucide-react/icons/chevron-right'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import NotebookPen from 'lucide-react/icons/notebook-pen'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import type { ReactNode } from 'react'
import { serverNow } from '../../api/clock'
import { CurriculumRow } from '../../features/catalogue/curriculum-row'
import { pageUrl } from '../../router/page-url'
import { SectionHead } from '../../ui/section-head'
import { dueWhen, examWhen } from './exam-when'
import type { Index } from './resume'

/** Plan of today, and items related to what the user studies. On desktop the plan is in the card at the top. */
export default function Personal({ data, desktop }: { data: Index; desktop: boolean }): ReactNode {
  return (
    <>
      {!desktop && <TodayPlan {...data} />}
      {data.because && <Because section={data.because} />}
    </>
  )
}

type Plan = Pick<Index, 'reviewDue' | 'exam' | 'assignment'>

function TodayPlan({ reviewDue, exam, assignment }: Plan) {
  if (reviewDue === 0 && !exam && !assignment) return null
  return (
    <section aria-label="今日计划" className="mt-2.5 rounded-card bg-card px-3.5 py-1">
      <ul className="tablet:grid tablet:grid-cols-2 tablet:gap-x-6">
        {exam && (
          <PlanRow
            href={`#${pageUrl('pages/exam/answer', { id: exam.id })}`}
            icon={<ClipboardList aria-hidden="true" size={18} className="text-amber" />}
            title={exam.title}
            when={examWhen(exam, serverNow())}
          />
        )}
        {assignment && (
          <PlanRow
            href={`#${pageUrl('pages/study/assignment', { id: assignment.id })}`}
            icon={<NotebookPen aria-hidden="true" size={18} className="text-primary" />}
            title={assignment.title}
            when={dueWhen(assignment.dueAt, serverNow())}
          />
        )}
        {reviewDue > 0 && (
          <PlanRow
            href="#/pages/bank/wrong"
            icon={<RotateCcw aria-hidden="true" size={18} className="text-rose" />}
            title="复习错题"
            when={`${reviewDue} 题待复习`}
          />
        )}
      </ul>
    </section>
  )
}

function PlanRow({ href, icon, title, when }: { href: string; icon: ReactNode; title: string; when: string }) {
  return (
    <li className="tablet:last:odd:col-span-2">
      <a href={href} className="flex min-h-11 items-center gap-2.5 rounded-item text-14 active:bg-fill">
        {icon}
        <span className="min-w-0 flex-1 line-clamp-2">{title}</span>
        <span className="tabular-nums shrink-0 text-13 text-ink-3">{when}</span>
        <ChevronRight aria-hidden="true" size={16} className="shrink-0 text-ink-3" />
      </a>
    </li>
  )
}

function Because({ section: { title, list } }: { section: NonNullable<Index['because']> }) {
  return (
    <section aria-label={title} className="desk:mt-7">
      <SectionHead title={title} />
      <ul className="grid grid-cols-1 gap-2.5 tablet:grid-cols-2 desk:grid-cols-3 desk:gap-5">
        {list.map((item) => (
          <li key={item.id} className="tablet:max-desk:last:odd:col-span-2">
            <CurriculumRow item={item} mixed />
          </li>
        ))}
      </ul>
    </section>
  )
}
