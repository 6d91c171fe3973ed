import { rpxSizes as sizes } from '@dxx/contract/rules/constants'
import { lazy, type RefObject, Suspense, use, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useShowBook } from '../features/catalogue/use-show-book'
import { PageLoading } from '../features/page-states/page-states'
import { navigateBack } from '../router/navigation'
import { PageContext, usePageLocation } from '../router/page-context'
import { isBookPath, routeOf } from '../router/routes'
import type { Page } from '../router/stack'
import { endSlide } from '../router/view'
import { cx } from '../ui/cx'
import { lazyComponent } from '../ui/lazy-component'
import { NavBar } from '../ui/nav-bar'
import { rpxToPx } from '../ui/rpx'
import { DesktopParts } from './frame/desktop-parts'
import { PhoneTabs } from './frame/phone-tabs'
import { PageBoundary } from './page-boundary'
import { RoutePage } from './route-page'
import { usePageFocus } from './use-page-focus'
import { useScrollKeys } from './use-scroll-keys'
import { useScrollRestoration } from './use-scroll-restoration'

/** Animation of the page: slides in over the previous page, or out to reveal the page below. */
export type Slide = 'in' | 'out' | null

export interface PageViewProps {
  page: Page
  title: string
  active: boolean
  slide: Slide
}

const slideTime = 240

/** Loaded when a page is first scrolled far; if loading fails, there is no button. */
const BackToTop = lazyComponent(async () => (await import('../ui/back-to-top')).BackToTop)

const NotFound = lazy(async () => ({ default: (await import('../features/page-states/not-found')).NotFound }))

/** Pages of the me area, which have a menu on the left from 960 px on. */
const meArea = /^pages\/(my|order|evaluate|message|exchange|help|setting)\//

export function PageView({ page, title, active, slide }: PageViewProps) {
  const root = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const location = usePageLocation(page, active)
  // A book page that is switched off shows the not-found page.
  const route = useShowBook() || !isBookPath(page.path) ? routeOf(page.path) : undefined
  const nav = route?.nav ?? 'bar'
  useScrollRestoration(page.key, root, scroller, content)
  usePageFocus(page.key, active, root, scroller)
  useScrollKeys(active, root)
  useSlide(slide, root)
  const far = useScrolledFar(scroller)
  const parts = use(DesktopParts)
  const menu = meArea.test(page.path)

  return (
    <PageContext value={location}>
      {/* A covered page is inert, so that clicks and focus reach the visible page. */}
      <section
        ref={root}
        inert={!active}
        data-page
        className={cx('absolute inset-0 flex flex-col bg-page', slide && 'z-10', !active && 'pointer-events-none')}
      >
        {nav === 'bar' && (
          <nav aria-label="页面导航" className="page-head page-width">
            {parts && <parts.Trail path={page.path} search={page.search} />}
            <NavBar title={title} back={() => void navigateBack()} />
          </nav>
        )}
        <main ref={scroller} tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto overscroll-y-contain outline-none">
          <div
            ref={content}
            className={cx('relative min-h-full', nav !== 'none' && 'page-width', menu && 'side-columns')}
          >
            {menu && parts && <parts.MeMenu path={page.path} />}
            <PageBoundary>
              <Suspense fallback={<PageLoading />}>{route ? <RoutePage route={route} /> : <NotFound />}</Suspense>
            </PageBoundary>
            {/* Pages without a bar scroll inside their own elements and get no button here. */}
            {far && nav !== 'none' && (
              <Suspense>
                <BackToTop />
              </Suspense>
            )}
          </div>
        </main>
        {route?.tab && <PhoneTabs current={page.path} />}
      </section>
    </PageContext>
  )
}

/** Whether the page has been scrolled far enough for the back-to-top button. */
function useScrolledFar(scroller: RefObject<HTMLElement | null>): boolean {
  const [far, setFar] = useState(false)
  useEffect(() => {
    const main = scroller.current
    if (far || !main) return
    const look = () => main.scrollTop > rpxToPx(sizes.backToTop) && setFar(true)
    main.addEventListener('scroll', look, { passive: true })
    return () => main.removeEventListener('scroll', look)
  }, [far, scroller])
  return far
}

function useSlide(slide: Slide, root: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    if (!slide) return
    const frames = [{ transform: 'translateX(100%)' }, { transform: 'none' }]
    const animation = root.current?.animate?.(slide === 'in' ? frames : frames.reverse(), {
      duration: slideTime,
      easing: slide === 'in' ? 'cubic-bezier(0.2, 0.8, 0.2, 1)' : 'cubic-bezier(0.4, 0, 0.6, 1)',
      // Keeps the end position until React has hidden the page.
      fill: 'forwards',
    })
    if (!animation) return endSlide()
    animation.onfinish = endSlide
    return () => animation.cancel()
  }, [slide, root])
}
