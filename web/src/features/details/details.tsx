import type { CurriculumInfo } from '@dxx/contract/calls/catalogue'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { useEffect, useRef } from 'react'
import { callApi } from '../../api/client'
import { invalidateCalls, useCall } from '../../api/use-call'
import { usePage, usePageTitle } from '../../router/page-context'
import { usePageQuery } from '../../router/page-query'
import { getToken } from '../../state/token'
import { buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { scrollParent } from '../../ui/scroll-parent'
import { TabPanel, Tabs } from '../../ui/tabs'
import { useSideRoom } from '../../ui/use-side-room'
import { kindCalls } from '../catalogue/kind-calls'
import { curriculumKinds } from '../catalogue/kinds'
import { curriculumShareCard, useShareCard } from '../share/share-card'
import { BuyBar } from './buy'
import { DesktopDetails } from './desktop-details'
import { DetailsNav } from './details-nav'
import { type DetailsTab, detailsTabs, detailsTabUrl, TabContent } from './details-tabs'
import { DetailsWaiting } from './details-waiting'
import { Headline } from './headline'
import { Hero } from './hero'

/** Details page of a curriculum, shared by all four kinds: description, price, reviews. */
export function Details({ kind }: { kind: CurriculumKind }) {
  const [{ id }] = usePageQuery()
  if (!id) return <MissingItem kind={kind} text="没有说明要看哪一项，去列表里挑一个吧" />
  return <OneCurriculum key={id} kind={kind} id={id} />
}

function OneCurriculum({ kind, id }: { kind: CurriculumKind; id: string }) {
  const { data, error, refetch } = useCall(kindCalls[kind].info, { id })
  usePageTitle(data?.title)
  useShareCard(curriculumShareCard(data))
  useBrowsed(data)
  if (data) return <Loaded info={data} />
  if (!error) return <DetailsWaiting kind={kind} id={id} />
  if (error.decided) return <MissingItem kind={kind} text={error.msg} />
  return (
    <>
      <DetailsNav kind={kind} title="" solid />
      <Empty type="error" text={error.msg} onRetry={() => void refetch()} />
    </>
  )
}

function Loaded({ info }: { info: CurriculumInfo }) {
  return useSideRoom() ? <DesktopDetails info={info} /> : <PhoneDetails info={info} />
}

function PhoneDetails({ info }: { info: CurriculumInfo }) {
  const page = usePage()
  const [query, changeQuery] = usePageQuery()
  const hero = useRef<HTMLDivElement>(null)
  const start = useRef<HTMLDivElement>(null)
  const tabs = useRef<HTMLDivElement>(null)
  const items = detailsTabs(info)
  const tab = items.find((item) => item.id === query.tab)?.id ?? 'intro'

  function choose(next: DetailsTab) {
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
    <div>
      <DetailsNav kind={info.kind} title={info.title} hero={hero} info={info} />
      <div className="pb-24">
        <Hero ref={hero} info={info} />
        <Headline info={info} />
        <div ref={start} />
        <div
          ref={tabs}
          className="sticky top-[calc(var(--details-bar,44px)+env(safe-area-inset-top))] z-9 bg-page px-4 tablet:top-0"
        >
          <Tabs
            id="details"
            label="内容"
            items={items}
            value={tab}
            onChange={choose}
            hrefOf={(next) => `#${detailsTabUrl(page, next)}`}
          />
        </div>
        <div className="min-h-[50vh] px-4 pt-3">
          <TabPanel tabs="details" value={tab}>
            <TabContent tab={tab} info={info} />
          </TabPanel>
        </div>
      </div>
      <BuyBar info={info} />
    </div>
  )
}

function MissingItem({ kind, text }: { kind: CurriculumKind; text: string }) {
  const { index, title } = curriculumKinds[kind]
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
