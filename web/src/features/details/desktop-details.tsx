import type { CurriculumInfo } from '@dxx/contract/calls/catalogue'
import { parseAmount } from '@dxx/contract/rules/amount'
import { instantRefundLimits } from '@dxx/contract/rules/order-state'
import Check from 'lucide-react/icons/check'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { usePage } from '../../router/page-context'
import { usePageQuery } from '../../router/page-query'
import { pageUrl } from '../../router/page-url'
import { Avatar } from '../../ui/avatar'
import { cx } from '../../ui/cx'
import { openInPlace } from '../../ui/open-in-place'
import { scrollParent } from '../../ui/scroll-parent'
import { curriculumKinds } from '../catalogue/kinds'
import { BuyCard } from './buy'
import { DetailsNav } from './details-nav'
import { type DetailsTab, detailsTabs, detailsTabUrl, relatedTitle, TabContent } from './details-tabs'
import { Headline } from './headline'
import { amountOf, Hero } from './hero'
import { Related } from './related'

/** Distance in pixels from the top of the window at which a section counts as reached: below the section links. */
const reached = 72

/** Columns of the page, also of its skeleton. */
export const detailsColumns =
  'grid grid-cols-[minmax(0,1fr)_240px] items-start gap-x-4 desk:grid-cols-[minmax(0,1fr)_320px] desk:gap-x-6 wide:grid-cols-[minmax(0,1fr)_360px] print:block'

/** Details on tablets and desktop: one scrolling page with links to its sections; the buy card stays visible beside it. */
export function DesktopDetails({ info }: { info: CurriculumInfo }) {
  const root = useRef<HTMLDivElement>(null)
  const hero = useRef<HTMLDivElement>(null)
  const items = detailsTabs(info).filter(({ id }) => id !== 'related')
  const { current, show } = useSections(root)
  return (
    <div className="px-4 pt-1 pb-12">
      <div className="max-desk:-mx-4">
        <DetailsNav kind={info.kind} title={info.title} />
      </div>
      <div className={cx('grid-rows-[auto_1fr]', detailsColumns)}>
        <div>
          <Hero ref={hero} info={info} beside />
          <Headline info={info} beside />
        </div>
        {/* Before the sections, so that the keyboard reaches the buy button without passing every chapter. */}
        <div className="no-scrollbar sticky top-5 row-span-2 max-h-[calc(100dvh-105px)] space-y-4 overflow-y-auto print:hidden">
          <BuyCard info={info} />
          <Included info={info} />
          {info.relatedCount > 0 && (
            <section aria-labelledby="related">
              <h2 id="related" className="pb-2.5 text-15 font-bold">
                {relatedTitle(info.kind)}
              </h2>
              <Related id={info.id} />
            </section>
          )}
        </div>
        <div ref={root} className="col-start-1">
          <SectionLinks items={items} current={current} onSelect={show} />
          {items.map(({ id, title }) => (
            <section key={id} data-section={id} aria-label={title} className="scroll-mt-16 pt-4">
              <h2 className="pb-3 text-19 font-bold">{title}</h2>
              <TabContent tab={id} info={info} />
            </section>
          ))}
        </div>
      </div>
    </div>
  )
}

interface SectionLinksProps {
  items: readonly { id: DetailsTab; title: string }[]
  current: string
  onSelect(id: DetailsTab): void
}

function SectionLinks({ items, current, onSelect }: SectionLinksProps) {
  const page = usePage()
  return (
    <nav aria-label="内容" className="sticky top-0 z-9 flex gap-6 bg-page text-15">
      {items.map(({ id, title }) => (
        <a
          key={id}
          href={`#${detailsTabUrl(page, id)}`}
          aria-current={id === current || undefined}
          onClick={(event) => openInPlace(event, () => onSelect(id))}
          className={cx(
            'flex min-h-12 items-center border-b-3 px-1 hover:text-primary',
            id === current ? 'border-primary font-bold text-primary' : 'border-transparent text-ink-2',
          )}
        >
          {title}
        </a>
      ))}
    </nav>
  )
}

/** Hook for the section in view, and for showing one. A section in the URL is shown when the page opens. */
function useSections(root: RefObject<HTMLElement | null>) {
  const [{ tab }, changeQuery] = usePageQuery()
  const [current, setCurrent] = useState(tab ?? 'intro')
  const opened = useRef(false)

  useEffect(() => {
    const scroller = scrollParent(root.current!)
    const sections = () => [...root.current!.querySelectorAll<HTMLElement>('[data-section]')]
    const look = () => {
      const top = scroller.getBoundingClientRect().top
      const past = sections().filter((section) => section.getBoundingClientRect().top - top <= reached)
      setCurrent((past.at(-1) ?? sections()[0])?.dataset.section ?? 'intro')
    }
    scroller.addEventListener('scroll', look, { passive: true })
    return () => scroller.removeEventListener('scroll', look)
  }, [root])

  useEffect(() => {
    if (!tab || opened.current) return
    opened.current = true
    const box = root.current!
    const align = () => find(box, tab)?.scrollIntoView({ block: 'start' })
    align()
    // Sections above this one grow when their content arrives. Follows the section until the user scrolls.
    const observer = new ResizeObserver(align)
    const stop = () => observer.disconnect()
    observer.observe(box)
    const events = ['wheel', 'keydown', 'pointerdown'] as const
    for (const name of events) addEventListener(name, stop, { once: true, passive: true })
    const timer = setTimeout(stop, 3000)
    return () => {
      stop()
      clearTimeout(timer)
      for (const name of events) removeEventListener(name, stop)
    }
  }, [root, tab])

  function show(id: DetailsTab) {
    opened.current = true
    changeQuery({ tab: id === 'intro' ? undefined : id })
    find(root.current!, id)?.scrollIntoView({ block: 'start' })
    setCurrent(id)
  }

  return { current, show }
}

const find = (box: HTMLElement, id: string) => box.querySelector<HTMLElement>(`[data-section="${CSS.escape(id)}"]`)

/** Teacher, and what a purchase includes. */
function Included({ info }: { info: CurriculumInfo }) {
  const { teacher, kind } = info
  const facts = [
    amountOf(info),
    info.trialChapterId && !info.owned ? `有章节可以免费${curriculumKinds[kind].trial}` : '',
    kind === 'bank' ? '错题自动进入错题本，按遗忘规律安排复习' : '章节可以存到本机，没有网络也能学',
    '进度和笔记在手机、平板和电脑上同步',
    !info.owned && parseAmount(info.amount).pay > 0
      ? `购买后 ${instantRefundLimits.seconds / 86_400} 天内、学习不到 ${instantRefundLimits.studiedPercent}% 可以直接退款`
      : '',
  ].filter(Boolean)
  return (
    <section aria-label="包含的内容" className="space-y-3 rounded-card bg-card p-5">
      {teacher && (
        <a
          href={`#${pageUrl('pages/teacher/index', { id: teacher.id })}`}
          className="-mx-2 -mt-2 flex items-center gap-3 rounded-item p-2"
        >
          <Avatar name={teacher.name} src={teacher.avatar} size={46} />
          <span className="min-w-0 flex-1">
            <span className="block font-semibold">{teacher.name}</span>
            <span className="block text-12 text-ink-3">{teacher.title}</span>
          </span>
          <ChevronRight aria-hidden="true" size={16} className="shrink-0 text-ink-3" />
        </a>
      )}
      <h2 className="text-15 font-bold">包含</h2>
      <ul className="space-y-2 text-13 text-ink-2">
        {facts.map((fact) => (
          <li key={fact} className="flex gap-2">
            <Check aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-success" />
            {fact}
          </li>
        ))}
      </ul>
    </section>
  )
}
