import { formatNumber } from '@dxx/contract/rules/format'
import { useEffect, useState } from 'react'
import { usePagedCall } from '../../api/use-paged-call'
import { type HitKind, hitKinds, isHitKind } from '../../features/search/hit-kinds'
import { HitRow } from '../../features/search/hit-row'
import { usePageQuery } from '../../router/page-query'
import { pageUrl } from '../../router/page-url'
import { buttonClass } from '../../ui/button'
import { cx } from '../../ui/cx'
import { Empty } from '../../ui/empty'
import { PagedList } from '../../ui/paging/paged-list'
import { TabPanel, Tabs } from '../../ui/tabs'
import { HotWords } from './ideas'

const all = 'all'

/** Search results of all kinds, or of the kind in the URL. */
export function SearchResults({ keyword }: { keyword: string }) {
  const [query, changeQuery] = usePageQuery()
  const kind = isHitKind(query.kind) ? query.kind : undefined
  const hits = usePagedCall('GET /v130/curriculum_search', { keyword, kind })
  const counts = useCounts(keyword, hits.answer?.counts)
  const total = Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0)
  const found = (Object.keys(hitKinds) as HitKind[]).filter((one) => (counts?.[one] ?? 0) > 0 || one === kind)
  const tabs: { id: HitKind | typeof all; title: string }[] = [
    { id: all, title: `全部${counts ? ` ${formatNumber(total)}` : ''}` },
    ...found.map((one) => ({ id: one, title: `${hitKinds[one]} ${formatNumber(counts?.[one] ?? 0)}` })),
  ]
  const hasKinds = found.length > 0 || !counts
  return (
    <div
      className={cx(
        hasKinds &&
          'tablet:grid tablet:grid-cols-[150px_minmax(0,1fr)] tablet:items-start tablet:gap-x-4 desk:grid-cols-[200px_minmax(0,1fr)] desk:gap-x-6',
      )}
    >
      {hasKinds && (
        <div className="tablet:sticky tablet:top-5 tablet:row-span-9 tablet:rounded-card tablet:bg-card tablet:p-2">
          <Tabs
            id="hits"
            side
            label="结果的种类"
            items={tabs}
            value={kind ?? all}
            hrefOf={(next) => `#${pageUrl('pages/search/index', { keyword, kind: next === all ? undefined : next })}`}
            onChange={(next) => changeQuery({ kind: next === all ? undefined : next })}
          />
        </div>
      )}
      {hits.answer?.meant && (
        <p role="status" className="px-4 pt-1 pb-3 text-13 text-ink-2 tablet:px-0 tablet:pt-0">
          您是不是要找：
          <a
            href={`#/pages/search/index?keyword=${encodeURIComponent(hits.answer.meant)}`}
            className="-my-2 inline-block py-2 font-semibold text-primary"
          >
            {hits.answer.meant}
          </a>
        </p>
      )}
      <TabPanel tabs="hits" value={kind ?? all}>
        <PagedList
          {...hits}
          itemKey={(hit) => `${hit.kind} ${hit.id}`}
          renderItem={(hit) => <HitRow hit={hit} />}
          listClassName="grid grid-cols-1 gap-2.5 wide:grid-cols-2 wide:gap-4"
          empty={<Nothing keyword={keyword} />}
        />
      </TabPanel>
    </div>
  )
}

/** Hook for the number of results per kind; keeps the numbers while another kind of the same search is loading. */
function useCounts(keyword: string, counts: Record<string, number> | undefined) {
  const [known, setKnown] = useState({ keyword, counts })
  useEffect(() => {
    if (counts) setKnown({ keyword, counts })
  }, [keyword, counts])
  return counts ?? (known.keyword === keyword ? known.counts : undefined)
}

function Nothing({ keyword }: { keyword: string }) {
  const [, changeQuery] = usePageQuery()
  return (
    <>
      <Empty hint={`没有找到和「${keyword}」有关的内容，换个词试试`}>
        <a href="#/pages/index/course" className={buttonClass('line')}>
          去看看全部课程
        </a>
      </Empty>
      <HotWords onSearch={(word) => changeQuery({ keyword: word, kind: undefined })} />
    </>
  )
}
