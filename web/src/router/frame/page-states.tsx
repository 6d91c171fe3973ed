import { texts, timing } from '@dxx/contract/rules/constants'
import { useEffect, useState } from 'react'
import { homePath } from '../../routes'
import { Button } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { Spinner } from '../../ui/spinner'
import { switchTab } from '../navigation'
import { notFoundTitle } from '../title'

const whole = 'flex min-h-[60vh] w-full flex-col items-center justify-center gap-4 px-8 text-center text-14 text-ink-2'

/** Appears only when the page keeps one waiting: a quick one must not flicker. */
export function PageLoading() {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), timing.loadingViewDelay)
    return () => clearTimeout(timer)
  }, [])
  return late ? (
    <div className={whole} role="status">
      <Spinner className="text-23 text-primary" />
      {texts.pageLoading}
    </div>
  ) : null
}

/** The whole screen is the button, as its text says; with the network back it tries by itself. */
export function ChunkFailed({ onRetry }: { onRetry: () => void }) {
  useEffect(() => {
    window.addEventListener('online', onRetry)
    return () => window.removeEventListener('online', onRetry)
  }, [onRetry])
  return (
    <button type="button" className="absolute inset-0 grid place-items-center" onClick={onRetry}>
      <Empty type="error" text={texts.chunkTimeout} />
    </button>
  )
}

export function PageFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={whole}>
      <Empty type="error" onRetry={onRetry} />
    </div>
  )
}

export function NotFound() {
  return (
    <div className={whole}>
      <h1 className="sr-only">{notFoundTitle}</h1>
      <Empty text="没有找到这个页面，地址可能写错了，或者页面已经下线">
        <Button className="min-w-40" onClick={() => switchTab(`/${homePath}`)}>
          回到首页
        </Button>
      </Empty>
    </div>
  )
}
