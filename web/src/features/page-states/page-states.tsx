import { texts, timing } from '@dxx/contract/rules/constants'
import { useEffect, useState } from 'react'
import { Empty } from '../../ui/empty'
import { Spinner } from '../../ui/spinner'

/** Class of a view in the middle of the page. */
export const wholePage =
  'flex min-h-[60vh] w-full flex-col items-center justify-center gap-4 px-8 text-center text-14 text-ink-2'

/** Loading indicator, delayed so that a fast page does not flicker. */
export function PageLoading() {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), timing.loadingViewDelay)
    return () => clearTimeout(timer)
  }, [])
  return late ? (
    <div className={wholePage} role="status">
      <Spinner className="text-23 text-primary" />
      {texts.pageLoading}
    </div>
  ) : null
}

/** Shown if a page's code cannot be loaded. A tap anywhere retries, and so does the returning network. */
export function ChunkFailed({ onRetry }: { onRetry: () => void }) {
  useEffect(() => {
    window.addEventListener('online', onRetry)
    return () => window.removeEventListener('online', onRetry)
  }, [onRetry])
  return (
    <div className="absolute inset-0 grid place-items-center">
      <button type="button" aria-label={texts.chunkTimeout} className="absolute inset-0" onClick={onRetry} />
      {/* Stands above the full-page button, so that a tap on the link to the offline copies works; other taps reach
          the button. */}
      <div className="pointer-events-none relative [&_a]:pointer-events-auto">
        <Empty type="error" text={texts.chunkTimeout} />
      </div>
    </div>
  )
}

export function PageFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={wholePage}>
      <Empty type="error" onRetry={onRetry} />
    </div>
  )
}
