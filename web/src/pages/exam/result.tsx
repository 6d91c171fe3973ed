import { TestResult } from '../../features/questions/test-result'
import { usePageQuery } from '../../router/page-query'
import { Empty } from '../../ui/empty'

/** `?test=`: how a chapter test went. */
export default function ExamResultPage() {
  const [{ test }] = usePageQuery()
  if (test) return <TestResult key={test} id={test} />
  return <Empty text="没有找到这份成绩，请返回重新打开" />
}
