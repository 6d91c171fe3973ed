import { useCurrentUser, WithUser } from '../../features/account/with-user'
import { PracticeSession } from '../../features/bank/practice-session'
import { ExamReview } from '../../features/exam/exam-result'
import { ExamSession } from '../../features/exam/exam-session'
import { OneQuestion } from '../../features/questions/one-question'
import { SessionFrame } from '../../features/questions/session-state'
import { TestReview } from '../../features/questions/test-result'
import { TestSession } from '../../features/questions/test-session'
import { usePageQuery } from '../../router/page-query'
import { pageUrl } from '../../router/page-url'
import { Empty } from '../../ui/empty'
import { LinkButton } from '../../ui/link-button'

/**
 * `?id=` takes an exam, `?chapter=` a chapter test, `?practice=` continues a practice, `?question=` answers a single
 * question (`&discuss=`: with its discussion); `?attempt=` and `?test=` review a submission (`&only=wrong`: wrong answers only).
 */
export default function ExamAnswerPage() {
  const [{ id, chapter, practice, question, discuss, attempt, test, only }] = usePageQuery()
  if (id) return <Exam key={id} examId={id} />
  if (chapter) return <TestSession key={chapter} chapterId={chapter} />
  if (practice) return <PracticeSession key={practice} id={practice} />
  if (question) return <OneQuestion key={question} id={question} discuss={discuss !== undefined} />
  if (attempt) return <ExamReview key={attempt} id={attempt} onlyWrong={only === 'wrong'} />
  if (test) return <TestReview key={test} id={test} onlyWrong={only === 'wrong'} />
  return (
    <SessionFrame title="答题">
      <Empty text="没有说明要做哪份试卷，去挑一份吧">
        <LinkButton to={pageUrl('pages/exam/index')}>全部考试</LinkButton>
        <LinkButton to={pageUrl('pages/bank/index')}>去题库</LinkButton>
      </Empty>
    </SessionFrame>
  )
}

function Exam({ examId }: { examId: string }) {
  const { user } = useCurrentUser()
  if (user?.studentStatus === 'passed') return <ExamSession userId={user.id} examId={examId} />
  return (
    <SessionFrame title="考试">
      <WithUser>{() => <Empty type="auth" />}</WithUser>
    </SessionFrame>
  )
}
