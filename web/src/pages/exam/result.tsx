import { ExamResult } from '../../features/exam/exam-result'
import { TestResult } from '../../features/questions/test-result'
import { usePageQuery } from '../../router/page-query'
import { pageUrl } from '../../router/page-url'
import { Empty } from '../../ui/empty'
import { LinkButton } from '../../ui/link-button'

/** `?id=` shows the result of an exam attempt, `?test=` the result of a chapter test. */
export default function ExamResultPage() {
  const [{ id, test }] = usePageQuery()
  if (id) return <ExamResult key={id} id={id} />
  if (test) return <TestResult key={test} id={test} />
  return (
    <Empty text="没有说明要看哪次成绩，去记录里找找吧">
      <LinkButton to={pageUrl('pages/exam/record')}>考试记录</LinkButton>
    </Empty>
  )
}
