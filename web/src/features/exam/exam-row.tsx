import type { ExamCard } from '@dxx/contract/calls/exams'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import { pageUrl } from '../../router/page-url'
import { ListRow } from '../../ui/list-row'
import { Tag } from '../../ui/tag'
import { pointsOf } from '../questions/labels'
import { attemptLabel, formatDuration, statusTags, timeOf } from './labels'

/** Exam in a list, linked to the paper or to the result. */
export function ExamRow({ exam }: { exam: ExamCard }) {
  const { id, title, school, status, attempt } = exam
  const tag = statusTags[status]
  const attemptState = attempt && attemptLabel(attempt)
  const over = attempt && attempt.state !== 'running' && (status === 2 || exam.attemptsUsed >= exam.attemptsAllowed)
  const href = over ? pageUrl('pages/exam/result', { id: attempt.id }) : pageUrl('pages/exam/answer', { id })
  return (
    <ListRow
      media={
        <span className="grid size-11 place-items-center rounded-cover bg-violet-soft text-violet">
          <ClipboardList aria-hidden="true" size={22} />
        </span>
      }
      title={title}
      aside={<Tag tone={tag.tone}>{tag.text}</Tag>}
      note={`${school} · ${timeOf(exam.examination_start)} 至 ${timeOf(exam.examination_end)}`}
      href={`#${href}`}
    >
      <span className="flex flex-wrap items-center gap-2 text-12 text-ink-3">
        {exam.count} 题 · {pointsOf(exam.score)} 分 · {formatDuration(exam.durationSeconds)}
        {attemptState && <Tag tone={attemptState.tone}>{attemptState.text}</Tag>}
      </span>
    </ListRow>
  )
}
