import { Suspense, useLayoutEffect, useRef } from 'react'
import { routeOf } from '../routes'
import { cx } from '../ui/cx'
import { NavBar } from '../ui/nav-bar'
import { NotFound, PageLoading } from './frame/page-states'
import { PhoneTabs } from './frame/phone-tabs'
import { navigateBack } from './navigation'
import { PageBoundary } from './page-boundary'
import { PageContext, usePageLocation } from './page-context'
import { RoutePage } from './route-page'
import type { Page } from './stack'
import { useKeptScroll } from './use-kept-scroll'
import { usePageFocus } from './use-page-focus'
import { settle } from './view'

/** How the page moves: it comes in over the last one, or slides off the one below it. */
export type Slide = 'in' | 'out' | null

export interface PageViewProps {
  page: Page
  title: string
  active: boolean
  slide: Slide
}

const slideTime = 240

/** 1120 and the page's padding on both sides. */
const wide = 'desk:mx-auto desk:w-full desk:max-w-288'

export function PageView({ page, title, active, slide }: PageViewProps) {
  const root = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const location = usePageLocation(page, active)
  const route = routeOf(page.path)
  const nav = route?.nav ?? 'bar'
  useKeptScroll(page.key, root, scroller, content)
  usePageFocus(page.key, active, root, scroller)
  useSlide(slide, root)

  return (
    <PageContext value={location}>
      {/* Not the page shown: it takes no clicks and no focus, so that they reach the one that is. */}
      <section
        ref={root}
        inert={!active}
        className={cx('absolute inset-0 flex flex-col bg-page', slide && 'z-10', !active && 'pointer-events-none')}
      >
        {nav === 'bar' && (
          <nav aria-label="页面导航" className={wide}>
            <NavBar title={title} back={() => void navigateBack()} />
          </nav>
        )}
        <main ref={scroller} tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto overscroll-y-contain outline-none">
          <div ref={content} className={cx('relative min-h-full', nav !== 'none' && wide)}>
            <PageBoundary>
              <Suspense fallback={<PageLoading />}>{route ? <RoutePage route={route} /> : <NotFound />}</Suspense>
            </PageBoundary>
          </div>
        </main>
        {route?.tab && <PhoneTabs current={page.path} />}
      </section>
    </PageContext>
  )
}

function useSlide(slide: Slide, root: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    if (!slide) return
    const frames = [{ transform: 'translateX(100%)' }, { transform: 'none' }]
    const animation = root.current?.animate?.(slide === 'in' ? frames : frames.reverse(), {
      duration: slideTime,
      easing: slide === 'in' ? 'cubic-bezier(0.2, 0.8, 0.2, 1)' : 'cubic-bezier(0.4, 0, 0.6, 1)',
      // Until React has hidden the page it must not jump back.
      fill: 'forwards',
    })
    if (!animation) return settle()
    animation.onfinish = settle
    return () => animation.cancel()
  }, [slide, root])
}
