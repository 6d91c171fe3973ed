import { formatClock } from '@dxx/contract/rules/format'
import type { ItemOf } from '../../api/use-paged-call'
import { usePagedCall } from '../../api/use-paged-call'
import { attemptLabel, timeOf } from '../../features/exam/labels'
import { pointsOf } from '../../features/questions/labels'
import { usePageQuery } from '../../router/page-query'
import { pageUrl } from '../../router/page-url'
import { Empty } from '../../ui/empty'
import { ListRow } from '../../ui/list-row'
import { PagedList } from '../../ui/paging/paged-list'
import { TabPanel, Tabs } from '../../ui/tabs'
import { Tag } from '../../ui/tag'

const views = [
  { id: 'exam', title: '考试' },
  { id: 'test', title: '章末测验' },
] as const
type View = (typeof views)[number]['id']

/** Submitted exams, with `?exam=` of one exam only, and chapter tests, with `?textbook=` of one textbook; `?tab=`. */
export default function ExamRecordPage() {
  const [{ exam, textbook, tab }, change] = usePageQuery()
  const view: View = views.find(({ id }) => id === tab)?.id ?? (textbook ? 'test' : 'exam')
  return (
    <div className="px-4 pb-8">
      <Tabs
        id="records"
        label="记录"
        items={views}
        value={view}
        onChange={(id) => change({ tab: id })}
        hrefOf={(id) => `#${pageUrl('pages/exam/record', { exam, textbook, tab: id })}`}
      />
      <TabPanel tabs="records" value={view}>
        {view === 'exam' ? <ExamRecords exam={exam} /> : <TestRecords textbook={textbook} />}
      </TabPanel>
    </div>
  )
}

function ExamRecords({ exam }: { exam?: string }) {
  const records = usePagedCall('GET /v1/exam_records', { exam })
  return (
    <PagedList
      {...records}
      itemKey={({ id }) => id}
      listClassName="row-grid"
      renderItem={(record) => <ExamRecord record={record} />}
      empty={<Empty hint="还没有考试记录" />}
    />
  )
}

function ExamRecord({ record }: { record: ItemOf<'GET /v1/exam_records'> }) {
  const { text, tone } = attemptLabel(record)
  const running = record.state === 'running'
  const href = running
    ? pageUrl('pages/exam/answer', { id: record.exam.id })
    : pageUrl('pages/exam/result', { id: record.id })
  const spent = record.submittedAt === null ? null : formatClock(record.submittedAt - record.startedAt)
  return (
    <ListRow
      title={record.exam.title}
      aside={<Tag tone={tone}>{text}</Tag>}
      note={[
        `第 ${record.number} 次`,
        `${timeOf(record.startedAt)} 开始`,
        spent && `用时 ${spent}`,
        record.leaves > 0 && `离开页面 ${record.leaves} 次`,
      ]
        .filter(Boolean)
        .join(' · ')}
      href={`#${href}`}
    />
  )
}

function TestRecords({ textbook }: { textbook?: string }) {
  const records = usePagedCall('GET /v1/test_list', { textbook })
  return (
    <PagedList
      {...records}
      itemKey={({ id }) => id}
      listClassName="row-grid"
      renderItem={(record) => (
        <ListRow
          title={record.title}
          aside={
            <Tag tone={record.state === 'scored' ? 'green' : 'blue'}>
              {pointsOf(record.score)} / {pointsOf(record.maxScore)}
            </Tag>
          }
          note={`${record.textbook.title} · ${timeOf(record.at)} · 答对 ${record.right} / ${record.count} 题 · 用时 ${formatClock(record.seconds)}`}
          href={`#${pageUrl('pages/exam/result', { test: record.id })}`}
        />
      )}
      empty={<Empty hint="还没有做过章末测验，读完一章就试试吧" />}
    />
  )
}
