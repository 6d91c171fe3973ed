import { texts } from '@dxx/contract/rules/constants'
import { type ReactNode, Suspense } from 'react'
import { useReach } from '../state/reachability'
import { getToken } from '../state/token'
import { Button, buttonClass } from './button'
import { ErrorArt } from './empty-art'
import { lazyComponent } from './lazy-component'

export interface EmptyProps {
  type?: 'default' | 'error' | 'auth'
  /** Replaces the type's default text. */
  text?: string
  /** Shown below the text: what this list will contain, or what to do. */
  hint?: string
  /** Called by the button 重新加载 of an error. */
  onRetry?: () => void
  /** Button or link for a next step. */
  children?: ReactNode
}

/** Loaded on demand, because most visits show no empty view. The error drawing is bundled, as it is needed offline. */
const BookArt = lazyComponent(async () => (await import('./quiet-art')).BookArt)
const CardArt = lazyComponent(async () => (await import('./quiet-art')).CardArt)

const views = {
  default: { art: <BookArt />, text: texts.empty },
  error: { art: <ErrorArt />, text: texts.serverError },
  auth: { art: <CardArt />, text: texts.examGate },
}

/** Placeholder of an empty list or page. */
export function Empty({ type = 'default', text, hint, onRetry, children }: EmptyProps) {
  const view = views[type]
  const isCutOff = useReach() !== 'ok'
  return (
    <div role={type === 'error' ? 'alert' : undefined} className="flex flex-col items-center gap-4 px-6 py-12">
      <div className="h-30 w-40">
        <Suspense>{view.art}</Suspense>
      </div>
      <p className="max-w-80 text-center text-14 text-balance text-ink-2">{text ?? view.text}</p>
      {hint && <p className="-mt-2 max-w-80 text-center text-13 text-balance text-ink-3">{hint}</p>}
      {type === 'error' && onRetry && (
        <Button kind="line" onClick={onRetry} className="min-w-36">
          {texts.reload}
        </Button>
      )}
      {type === 'error' && isCutOff && getToken() && (
        <a href="#/pages/study/offline" className={`${buttonClass('text')} min-w-36`}>
          去离线书架
        </a>
      )}
      {type === 'auth' && (
        <a href="#/pages/my/auth?from=auth" className={`${buttonClass('primary')} min-w-36`}>
          {texts.studentAuth}
        </a>
      )}
      {children}
    </div>
  )
}
