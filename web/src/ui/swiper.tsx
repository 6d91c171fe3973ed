import { timing } from '@dxx/contract/rules/constants'
import { Children, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { cx } from './cx'
import { lazyComponent } from './lazy-component'
import { scrollBehavior, useReducedMotion, useTopBar } from './use-media'

/** Loaded in wide windows; if loading fails, the arrow keys still work. */
const Controls = lazyComponent(async () => (await import('./swiper-controls')).SwiperControls)
/** Loaded when the swiper has the focus, because the button is visible only for the keyboard. */
const StopButton = lazyComponent(async () => (await import('./swiper-controls')).StopButton)

export interface SwiperProps {
  label: string
  /** Each child is a slide. */
  children: ReactNode
}

/**
 * Carousel based on scroll snapping. Advances every 3 s, but not during touch, hover or focus, while the window is
 * hidden, or with reduced motion. A button stops it permanently.
 */
export function Swiper({ label, children }: SwiperProps) {
  const slides = Children.toArray(children)
  const count = slides.length
  const strip = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  const [isTouched, setIsTouched] = useState(false)
  const [hadFocus, setHadFocus] = useState(false)
  const [stopped, setStopped] = useState(false)
  const still = useReducedMotion()
  const topBar = useTopBar()

  const show = useCallback(
    (index: number) => {
      const next = (index + count) % count
      setAt(next)
      const element = strip.current
      element?.scrollTo?.({ left: next * element.clientWidth, behavior: scrollBehavior() })
    },
    [count],
  )

  useEffect(() => {
    if (count < 2 || isTouched || stopped || still) return
    const timer = setInterval(() => !document.hidden && show(at + 1), timing.swiper)
    return () => clearInterval(timer)
  }, [at, count, isTouched, stopped, still, show])

  if (count === 0) return null
  return (
    <section
      aria-roledescription="轮播"
      aria-label={label}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setIsTouched(true)}
      onPointerLeave={(event) => event.pointerType === 'mouse' && setIsTouched(false)}
      onTouchStart={() => setIsTouched(true)}
      onTouchEnd={() => setIsTouched(false)}
      onTouchCancel={() => setIsTouched(false)}
      onFocus={() => {
        setIsTouched(true)
        setHadFocus(true)
      }}
      onBlur={() => setIsTouched(false)}
      className="relative"
    >
      <ul
        ref={strip}
        aria-label={`第 ${at + 1} 张，共 ${count} 张`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
        tabIndex={0}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => {
          if (clientWidth) setAt(Math.min(count - 1, Math.round(scrollLeft / clientWidth)))
        }}
        onKeyDown={(event) => {
          const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
          if (!step || event.target !== event.currentTarget) return
          event.preventDefault()
          show(at + step)
        }}
        className="no-scrollbar flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain rounded-card"
      >
        {slides.map((slide, index) => (
          // Slides have a fixed order, so the index identifies them.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index} inert={index !== at} className="w-full shrink-0 snap-start">
            {slide}
          </li>
        ))}
      </ul>
      {count > 1 && topBar && (
        <Suspense>
          <Controls {...{ count, at }} onShow={show} />
        </Suspense>
      )}
      {count > 1 && !topBar && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute inset-x-0 bottom-2.5 flex justify-center gap-1.5"
        >
          {slides.map((_, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: one dot per slide
              key={index}
              className={cx('h-1.5 rounded-full bg-white transition-all', index === at ? 'w-4' : 'w-1.5 opacity-55')}
            />
          ))}
        </div>
      )}
      {count > 1 && !still && hadFocus && (
        <Suspense>
          <StopButton stopped={stopped} onToggle={() => setStopped(!stopped)} />
        </Suspense>
      )}
    </section>
  )
}
