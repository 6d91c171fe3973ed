import { WithUser } from '../../features/account/with-user'
import { PracticeSession } from '../../features/bank/practice-session'
import { ExamReview } from '../../features/exam/exam-result'
import { ExamSession } from '../../features/exam/exam-session'
import { OneQuestion } from '../../features/questions/one-question'
import { TestReview } from '../../features/questions/test-result'
import { TestSession } from '../../features/questions/test-session'
import { usePageQuery } from '../../router/page-query'
import { Empty } from '../../ui/empty'

/**
 * `?id=` takes an exam, `?chapter=` a chapter test, `?practice=` goes on practising, `?question=` answers one alone; `?attempt=` and `?test=` look at what was handed in (`&only=wrong`:
 * without what was right).
 */
export default function ExamAnswerPage() {
  const [{ id, chapter, practice, question, attempt, test, only }] = usePageQuery()
  if (id) return <Exam key={id} examId={id} />
  if (chapter) return <TestSession key={chapter} chapterId={chapter} />
  if (practice) return <PracticeSession key={practice} id={practice} />
  if (question) return <OneQuestion key={question} id={question} />
  if (attempt) return <ExamReview key={attempt} id={attempt} onlyWrong={only === 'wrong'} />
  if (test) return <TestReview key={test} id={test} onlyWrong={only === 'wrong'} />
  return <Empty text="没有找到这份试卷，请返回重新打开" />
}

function Exam({ examId }: { examId: string }) {
  return (
    <WithUser>
      {(user) =>
        user.studentStatus === 'passed' ? <ExamSession userId={user.id} examId={examId} /> : <Empty type="auth" />
      }
    </WithUser>
  )
}
