import { TestReview } from '../../features/questions/test-result'
import { TestSession } from '../../features/questions/test-session'
import { usePageQuery } from '../../router/page-query'
import { Empty } from '../../ui/empty'

/** `?chapter=` takes a chapter test, `?test=` (and `&only=wrong`) looks at one that was handed in. */
export default function ExamAnswerPage() {
  const [{ chapter, test, only }] = usePageQuery()
  if (chapter) return <TestSession key={chapter} chapterId={chapter} />
  if (test) return <TestReview key={test} id={test} onlyWrong={only === 'wrong'} />
  return <Empty text="没有找到这份试卷，请返回重新打开" />
}
