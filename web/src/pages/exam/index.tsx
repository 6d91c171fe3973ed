import { usePagedCall } from '../../api/use-paged-call'
import { WithUser } from '../../features/account/with-user'
import { ExamRow } from '../../features/exam/exam-row'
import { usePageQuery } from '../../router/page-query'
import { pageUrl } from '../../router/page-url'
import { buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { PagedList } from '../../ui/paging/paged-list'
import { TabPanel, Tabs } from '../../ui/tabs'

const views = [
  { id: 'all', title: '全部', status: undefined },
  { id: 'running', title: '进行中', status: 1 },
  { id: 'coming', title: '未开始', status: 0 },
  { id: 'ended', title: '已结束', status: 2 },
] as const

/** Exams published to the student's class. Users who are not verified students see a notice. */
export default function ExamIndexPage() {
  return <WithUser>{(user) => (user.studentStatus === 'passed' ? <Exams /> : <Empty type="auth" />)}</WithUser>
}

function Exams() {
  const [{ tab }, change] = usePageQuery()
  const { id: view, status } = views.find(({ id }) => id === tab) ?? views[0]
  return (
    <div className="px-4 pb-8">
      <div className="sticky top-0 z-10 -mx-4 flex items-center justify-between gap-3 bg-page px-4">
        <Tabs
          id="exams"
          label="考试状态"
          items={views}
          value={view}
          onChange={(id) => change({ tab: id === 'all' ? undefined : id })}
          hrefOf={(id) => `#${pageUrl('pages/exam/index', { tab: id === 'all' ? undefined : id })}`}
        />
        <a href={`#${pageUrl('pages/exam/record')}`} className="tap shrink-0 text-13 text-primary">
          考试记录
        </a>
      </div>
      <TabPanel tabs="exams" value={view}>
        <List key={view} status={status} />
      </TabPanel>
    </div>
  )
}

function List({ status }: { status: number | undefined }) {
  const exams = usePagedCall('GET /v1/exam_list', { status })
  return (
    <PagedList
      {...exams}
      itemKey={({ id }) => id}
      renderItem={(exam) => <ExamRow exam={exam} />}
      listClassName="row-grid"
      empty={
        <Empty hint="这里还没有考试，先去题库练一练吧">
          <a href={`#${pageUrl('pages/bank/index')}`} className={`${buttonClass('line')} min-w-36`}>
            去题库
          </a>
        </Empty>
      }
    />
  )
}
