import { ExamResult } from '../../features/exam/exam-result'
import { TestResult } from '../../features/questions/test-result'
import { usePageQuery } from '../../router/page-query'
import { Empty } from '../../ui/empty'

/** `?id=`: how an attempt at an exam went; `?test=`: a chapter test. */
export default function ExamResultPage() {
  const [{ id, test }] = usePageQuery()
  if (id) return <ExamResult key={id} id={id} />
  if (test) return <TestResult key={test} id={test} />
  return <Empty text="没有找到这份成绩，请返回重新打开" />
}
