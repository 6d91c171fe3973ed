import type { CurriculumInfo } from '@dxx/contract/calls/catalogue'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { useEffect, useRef } from 'react'
import { callApi } from '../../api/client'
import { invalidateCalls, useCall } from '../../api/use-call'
import { useTitle } from '../../router/page-context'
import { usePageQuery } from '../../router/page-query'
import { getToken } from '../../state/token'
import { buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { scrollParent } from '../../ui/scroll-parent'
import { TabPanel, Tabs } from '../../ui/tabs'
import { useDesktop } from '../../ui/use-media'
import { kindCalls } from '../catalogue/kind-calls'
import { kinds } from '../catalogue/kinds'
import { CommentList } from '../comments/comment-list'
import { curriculumShareCard, useShareCard } from '../share/share-card'
import { BuyBar, BuyCard } from './buy'
import { Chapters } from './chapters'
import { DetailsNav } from './details-nav'
import { DetailsWaiting } from './details-waiting'
import { Headline } from './headline'
import { Hero } from './hero'
import { Intro } from './intro'
import { Related } from './related'

/** Details page of a curriculum, shared by all four kinds: description, price, reviews. */
export function Details({ kind }: { kind: CurriculumKind }) {
  const [{ id }] = usePageQuery()
  if (!id) return <Gone kind={kind} text="没有说明要看哪一项，去列表里挑一个吧" />
  return <OneCurriculum key={id} kind={kind} id={id} />
}

function OneCurriculum({ kind, id }: { kind: CurriculumKind; id: string }) {
  const { data, error, refetch } = useCall(kindCalls[kind].info, { id })
  useTitle(data?.title)
  useShareCard(curriculumShareCard(data))
  useBrowsed(data)
  if (data) return <Loaded info={data} />
  if (!error) return <DetailsWaiting kind={kind} id={id} />
  if (error.decided) return <Gone kind={kind} text={error.msg} />
  return (
    <>
      <DetailsNav kind={kind} title="" solid />
      <Empty type="error" text={error.msg} onRetry={() => void refetch()} />
    </>
  )
}

type TabId = 'intro' | 'chapters' | 'comments' | 'related'

function Loaded({ info }: { info: CurriculumInfo }) {
  const [query, changeQuery] = usePageQuery()
  const desktop = useDesktop()
  const hero = useRef<HTMLDivElement>(null)
  const start = useRef<HTMLDivElement>(null)
  const tabs = useRef<HTMLDivElement>(null)
  const items: { id: TabId; title: string }[] = [
    { id: 'intro', title: '介绍' },
    ...(info.chapterCount > 0 || info.kind === 'bank' ? [{ id: 'chapters', title: '目录' } as const] : []),
    { id: 'comments', title: info.ratingCount > 0 ? `评价 ${info.ratingCount}` : '评价' },
    ...(info.relatedCount > 0 ? [{ id: 'related', title: '相关书' } as const] : []),
  ]
  const tab = items.find((item) => item.id === query.tab)?.id ?? 'intro'

  function choose(next: TabId) {
    changeQuery({ tab: next === 'intro' ? undefined : next })
    const [place, strip] = [start.current, tabs.current]
    if (!place || !strip) return
    // The new panel starts right under the tabs, independent of the previous scroll position.
    const scroller = scrollParent(place)
    const stuck = Number.parseFloat(getComputedStyle(strip).top) || 0
    const past = scroller.getBoundingClientRect().top + stuck - place.getBoundingClientRect().top
    if (past > 0) scroller.scrollTop -= past
  }

  return (
    <div className="desk:px-4 desk:pt-1 desk:pb-12">
      <DetailsNav kind={info.kind} title={info.title} hero={hero} info={info} />
      <div className="desk:grid desk:grid-cols-[minmax(0,1fr)_320px] desk:items-start desk:gap-6">
        <div className="pb-24 desk:pb-0">
          <Hero ref={hero} info={info} />
          <Headline info={info} />
          <div ref={start} />
          <div
            ref={tabs}
            className="sticky top-[calc(44px+env(safe-area-inset-top))] z-9 bg-page px-4 desk:top-0 desk:px-0"
          >
            <Tabs id="details" label="内容" items={items} value={tab} onChange={choose} />
          </div>
          <div className="min-h-[50vh] px-4 pt-3 desk:px-0">
            <TabPanel tabs="details" value={tab}>
              {tab === 'intro' && <Intro info={info} />}
              {tab === 'chapters' && <Chapters info={info} />}
              {tab === 'comments' && <CommentList info={info} />}
              {tab === 'related' && <Related id={info.id} />}
            </TabPanel>
          </div>
        </div>
        {desktop && <BuyCard info={info} />}
      </div>
      {!desktop && <BuyBar info={info} />}
    </div>
  )
}

function Gone({ kind, text }: { kind: CurriculumKind; text: string }) {
  const { index, title } = kinds[kind]
  return (
    <>
      <DetailsNav kind={kind} title="" solid />
      <Empty text={text}>
        <a href={`#/${index}`} className={buttonClass('line')}>
          看看别的{title}
        </a>
      </Empty>
    </>
  )
}

/** Records the visit in the history in the background; failures are ignored. */
function useBrowsed(info: CurriculumInfo | undefined): void {
  const id = info?.id
  useEffect(() => {
    if (!id || !getToken()) return
    callApi('POST /v1/browse_add', { id }).then(
      () => invalidateCalls('GET /v1/user_browse_records', 'GET /v1/my_counts'),
      () => {},
    )
  }, [id])
}
