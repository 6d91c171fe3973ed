import MessageSquareX from 'lucide-react/icons/message-square-x'
import type { CallData } from '../../api/use-call'
import { ListRow } from '../../ui/list-row'
import { ExamRow } from '../exam/exam-row'

/** Due items: exams, and wrong questions to repeat. */
export function DueRows({ statistics }: { statistics: CallData<'GET /v130/study_statistics'> | undefined }) {
  if (!statistics) return null
  const { examsDue, wrongDue } = statistics
  if (examsDue.length === 0 && wrongDue === 0) return null
  return (
    <ul aria-label="等着做的" className="mt-2.5 two-columns">
      {examsDue.map((exam) => (
        <li key={exam.id}>
          <ExamRow exam={exam} />
        </li>
      ))}
      {wrongDue > 0 && (
        <li>
          <ListRow
            href="#/pages/bank/wrong"
            media={
              <span className="grid size-13.5 place-items-center rounded-cover bg-rose-soft text-rose">
                <MessageSquareX aria-hidden="true" size={24} strokeWidth={1.8} />
              </span>
            }
            title="错题本"
            aside={`今日待复习 ${wrongDue} 题`}
            note="按遗忘曲线安排复习"
          />
        </li>
      )}
    </ul>
  )
}
