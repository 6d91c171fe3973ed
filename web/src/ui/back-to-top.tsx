import { rpx as sizes } from '@dxx/contract/rules/constants'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useEffect, useRef, useState } from 'react'
import { rpx } from './rpx'
import { onScroll, scrollParent } from './scroll-parent'
import { scrollBehavior } from './use-media'

/** Appears once the page is scrolled by 400rpx. */
export function BackToTop() {
  const root = useRef<HTMLDivElement>(null)
  const [far, setFar] = useState(false)

  useEffect(() => {
    if (!root.current) return
    const parent = scrollParent(root.current)
    const look = () => setFar(parent.scrollTop > rpx(sizes.backToTop))
    look()
    return onScroll(parent, look)
  }, [])

  return (
    <div ref={root}>
      {far && (
        <button
          type="button"
          aria-label="回到顶部"
          title="回到顶部"
          onClick={() => root.current && scrollParent(root.current).scrollTo({ top: 0, behavior: scrollBehavior() })}
          className="fixed right-4 bottom-[calc(80px+env(safe-area-inset-bottom))] z-20 grid size-11 animate-rise place-items-center rounded-full bg-raised text-ink-2 shadow-float"
        >
          <ArrowUp aria-hidden="true" size={20} />
        </button>
      )}
    </div>
  )
}
