import Printer from 'lucide-react/icons/printer'
import { type CallData, useCall } from '../../api/use-call'
import { usePagedCall } from '../../api/use-paged-call'
import { useStartPractice } from '../../features/bank/use-start-practice'
import { useWrongKeys } from '../../features/bank/use-wrong-keys'
import { readFilter, type WrongFilter, WrongFilters } from '../../features/bank/wrong-filter'
import { WrongItemCard } from '../../features/bank/wrong-item'
import { PrintSheet, WrongPrint } from '../../features/bank/wrong-print'
import { usePageTitle } from '../../router/page-context'
import { usePageQuery } from '../../router/page-query'
import { pageUrl } from '../../router/page-url'
import { Button, buttonClass } from '../../ui/button'
import { cx } from '../../ui/cx'
import { Empty } from '../../ui/empty'
import { PagedList } from '../../ui/paging/paged-list'
import { PrintDocument } from '../../ui/print-document'
import { Skeleton } from '../../ui/skeleton'
import { SkeletonCards } from '../../ui/skeleton-shapes'
import { usePrintedList } from '../../ui/use-printed-list'

/** 错题本: wrong answers for spaced review. `?print=1` is the print view. */
export default function BankWrongPage() {
  const [query, change] = usePageQuery()
  usePageTitle(query.print ? '打印错题' : undefined)
  const filter = readFilter(query)
  if (query.print) return <WrongPrint filter={filter} />
  return <WrongBook filter={filter} onFilter={change} />
}

type Change = ReturnType<typeof usePageQuery>[1]

function WrongBook({ filter, onFilter }: { filter: WrongFilter; onFilter: Change }) {
  const summary = useCall('GET /v1/wrong_summary', {}, { staleTime: 0 })
  const list = usePagedCall('GET /v1/wrong_list', filter)
  const { at, opened, open } = useWrongKeys(list.list)
  const printed = usePrintedList(list).items
  const { data, error } = summary
  if (!data && error) {
    return <Empty type="error" text={error.msg} onRetry={error.decided ? undefined : () => void summary.refetch()} />
  }
  if (!data) return <Waiting />
  const none = data.total === 0 && data.mastered === 0
  return (
    <div className={cx('px-4 pb-8 tablet:pt-2', !none && 'side-filters')}>
      <div className="filter-column">
        {!none && <Overview summary={data} filter={filter} />}
        {/* Above the filters, whose height would push these buttons out of the window. */}
        {data.total > 0 && (
          <p className="hidden px-1 text-12 text-ink-3 desk:block">J K 换题，空格看解析，1 会了，2 不会</p>
        )}
        {data.total > 0 && <WrongFilters summary={data} filter={filter} onChange={onFilter} />}
      </div>
      <div className="pt-3 tablet:pt-0">
        <PagedList
          {...list}
          itemKey={({ id }) => id}
          renderItem={(item, index) => (
            <WrongItemCard
              item={item}
              rightToLeave={data.rightToLeave}
              current={index === at}
              open={opened.has(item.id)}
              onOpen={(on) => open(item.id, on)}
            />
          )}
          listClassName="grid grid-cols-1 items-start gap-2.5 desk:gap-3"
          empty={<NoneFound filtered={isFiltered(filter)} onFilter={onFilter} />}
          skeleton={<SkeletonCards />}
        />
      </div>
      <PrintDocument>
        <PrintSheet list={printed} total={list.total} withAnswers />
      </PrintDocument>
    </div>
  )
}

/** Replaced as a whole, so that the questions do not move when the filters above them are loaded. */
function Waiting() {
  return (
    <div className="side-filters px-4 pb-8 tablet:pt-2">
      <div aria-hidden="true" className="space-y-3">
        <Skeleton className="h-43 rounded-card" />
        <Skeleton className="h-40 rounded-card" />
      </div>
      <div className="pt-3 tablet:pt-0">
        <SkeletonCards />
      </div>
    </div>
  )
}

const isFiltered = (filter: WrongFilter) => Object.values(filter).some((value) => value !== undefined)

/** Numbers of 错题本, and buttons to review, redo and print its questions. */
function Overview({ summary, filter }: { summary: CallData<'GET /v1/wrong_summary'>; filter: WrongFilter }) {
  const { start, running } = useStartPractice()
  const { due: _, ...redo } = filter
  const print = pageUrl('pages/bank/wrong', { ...redo, due: filter.due ? 1 : undefined, print: 1 })
  return (
    <section className="rounded-card bg-linear-135 from-[#2b6cff] to-[#1b4fd0] p-4.5 text-white">
      <div className="flex items-end justify-between gap-3">
        <p className="text-13">
          今日待复习
          <span className="tabular-nums block text-28 leading-snug font-bold">
            {summary.due} <span className="text-14 font-normal">题</span>
          </span>
        </p>
        <p className="tabular-nums text-right text-13">
          共 {summary.total} 题
          <br />
          已掌握 {summary.mastered} 题
        </p>
      </div>
      <div className="mt-3 flex flex-wrap gap-2.5">
        <Button
          kind="amber"
          size="small"
          loading={running}
          disabled={summary.due === 0}
          onClick={() => start({ mode: 'due' })}
        >
          {summary.due === 0 ? '今天没有到期的' : '开始复习'}
        </Button>
        <Button
          kind="plain"
          size="small"
          disabled={summary.total === 0}
          onClick={() => !running && start({ mode: 'wrong', ...redo })}
        >
          {isFiltered(filter) ? '重做筛选出的' : '全部重做'}
        </Button>
        {summary.total > 0 && (
          <a href={`#${print}`} className={buttonClass('plain', 'small')}>
            <Printer aria-hidden="true" size={15} />
            打印
          </a>
        )}
      </div>
      <p className="mt-3 text-12">按遗忘曲线安排复习，到期连续答对 {summary.rightToLeave} 次自动移出。</p>
    </section>
  )
}

const noFilter = { source: undefined, type: undefined, cause: undefined, curriculum: undefined, due: undefined }

function NoneFound({ filtered, onFilter }: { filtered: boolean; onFilter: Change }) {
  return filtered ? (
    <Empty hint="没有符合条件的错题">
      <Button kind="line" onClick={() => onFilter(noFilter)}>
        清除筛选
      </Button>
    </Empty>
  ) : (
    <Empty hint="还没有错题。做错的题会自动收到这里，按时提醒你复习">
      <a href="#/pages/bank/index" className={`${buttonClass('line')} min-w-36`}>
        去题库练习
      </a>
    </Empty>
  )
}
