import { usePagedCall } from '../../api/use-paged-call'
import { useStore } from '../../state/store'
import { buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { PagedList } from '../../ui/paging/paged-list'
import { ExamRow } from '../exam/exam-row'

/** Running, upcoming and completed exams of the user. */
export function StudyExamList() {
  const items = usePagedCall('GET /v130/study_exam', {})
  const student = useStore(({ userinfo }) => userinfo?.studentStatus === 'passed')
  return (
    <PagedList
      {...items}
      listClassName="grid grid-cols-1 gap-2.5 tablet:grid-cols-2 desk:gap-4"
      itemKey={({ id }) => id}
      renderItem={(exam) => <ExamRow exam={exam} />}
      empty={
        student ? (
          <Empty hint="学校还没有发布考试，先去题库练一练">
            <a href="#/pages/bank/index" className={`${buttonClass('line')} min-w-36`}>
              去题库
            </a>
          </Empty>
        ) : (
          <Empty type="auth" />
        )
      }
    />
  )
}
