import Printer from 'lucide-react/icons/printer'
import { useCall } from '../../api/use-call'
import { usePagedCall } from '../../api/use-paged-call'
import { useStartPractice } from '../../features/bank/use-start-practice'
import { FilterChips, readFilter, type WrongFilter } from '../../features/bank/wrong-filter'
import { WrongItemCard } from '../../features/bank/wrong-item'
import { WrongPrint } from '../../features/bank/wrong-print'
import { usePageQuery } from '../../router/page-query'
import { pageUrl } from '../../router/place'
import { Button, buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { PagedList } from '../../ui/paging/paged-list'
import { Skeleton } from '../../ui/skeleton'

/** 错题本: wrong answers for spaced review. `?print=1` is the print view. */
export default function BankWrongPage() {
  const [query, change] = usePageQuery()
  const filter = readFilter(query)
  if (query.print) return <WrongPrint filter={filter} />
  return <WrongBook filter={filter} onFilter={change} />
}

type Change = ReturnType<typeof usePageQuery>[1]

function WrongBook({ filter, onFilter }: { filter: WrongFilter; onFilter: Change }) {
  const summary = useCall('GET /v1/wrong_summary', {}, { staleTime: 0 })
  const list = usePagedCall('GET /v1/wrong_list', filter)
  const { start, running } = useStartPractice()
  const { data, error } = summary
  const { due: _, ...redo } = filter
  const filtered = Object.values(filter).some((value) => value !== undefined)
  const print = pageUrl('pages/bank/wrong', {
    ...redo,
    due: filter.due ? 1 : undefined,
    print: 1,
  })
  if (!data && error) {
    return <Empty type="error" text={error.msg} onRetry={error.decided ? undefined : () => void summary.refetch()} />
  }
  return (
    <div className="space-y-3 px-4 pb-8">
      {data?.total === 0 && data.mastered === 0 ? null : data ? (
        <section className="rounded-card bg-linear-135 from-[#2b6cff] to-[#1b4fd0] p-4.5 text-white">
          <div className="flex items-end justify-between gap-3">
            <p className="text-13">
              今日待复习
              <span className="tabular-nums block text-28 leading-snug font-bold">
                {data.due} <span className="text-14 font-normal">题</span>
              </span>
            </p>
            <p className="tabular-nums text-right text-13">
              共 {data.total} 题
              <br />
              已掌握 {data.mastered} 题
            </p>
          </div>
          <div className="mt-3 flex flex-wrap gap-2.5">
            <Button
              kind="amber"
              size="small"
              loading={running}
              disabled={data.due === 0}
              onClick={() => start({ mode: 'due' })}
            >
              {data.due === 0 ? '今天没有到期的' : '开始复习'}
            </Button>
            <Button
              kind="plain"
              size="small"
              disabled={data.total === 0}
              onClick={() => !running && start({ mode: 'wrong', ...redo })}
            >
              {filtered ? '重做筛选出的' : '全部重做'}
            </Button>
            {data.total > 0 && (
              <a href={`#${print}`} className={buttonClass('plain', 'small')}>
                <Printer aria-hidden="true" size={15} />
                打印
              </a>
            )}
          </div>
          <p className="mt-3 text-12">按遗忘曲线安排复习，到期连续答对 {data.rightToLeave} 次自动移出。</p>
        </section>
      ) : (
        <Skeleton className="h-40 w-full rounded-card" />
      )}
      {data && data.total > 0 && <FilterChips summary={data} filter={filter} onChange={onFilter} />}
      <PagedList
        {...list}
        itemKey={({ id }) => id}
        renderItem={(item) => <WrongItemCard item={item} rightToLeave={data?.rightToLeave ?? 0} />}
        listClassName="grid grid-cols-1 items-start gap-2.5 tablet:grid-cols-2 desk:gap-5"
        empty={
          filtered ? (
            <Empty hint="没有符合条件的错题">
              <Button
                kind="line"
                onClick={() =>
                  onFilter({
                    source: undefined,
                    type: undefined,
                    cause: undefined,
                    curriculum: undefined,
                    due: undefined,
                  })
                }
              >
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
      />
    </div>
  )
}
