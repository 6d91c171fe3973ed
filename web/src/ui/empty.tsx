import { texts } from '@dxx/contract/rules/constants'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { Button, buttonClass } from './button'
import { ErrorArt } from './empty-art'

export interface EmptyProps {
  type?: 'default' | 'error' | 'auth'
  /** Replaces the type's own text. */
  text?: string
  /** Shown on an error as 重新加载. */
  onRetry?: () => void
  /** A way on: a button or a link. */
  children?: ReactNode
}

/** Most visits meet nothing empty, so these drawings come when they are wanted; an error's is here, as it may be of the network. */
const later = (load: () => Promise<ComponentType>) =>
  lazy(async () => ({ default: await load().catch(() => () => null) }))
const BookArt = later(async () => (await import('./quiet-art')).BookArt)
const CardArt = later(async () => (await import('./quiet-art')).CardArt)

const views = {
  default: { art: <BookArt />, text: texts.empty },
  error: { art: <ErrorArt />, text: texts.serverError },
  auth: { art: <CardArt />, text: texts.examGate },
}

/** What a list or page shows when there is nothing to show. */
export function Empty({ type = 'default', text, onRetry, children }: EmptyProps) {
  const view = views[type]
  return (
    <div role={type === 'error' ? 'alert' : undefined} className="flex flex-col items-center gap-4 px-6 py-12">
      <div className="h-30 w-40">
        <Suspense>{view.art}</Suspense>
      </div>
      <p className="max-w-80 text-center text-14 text-balance text-ink-2">{text ?? view.text}</p>
      {type === 'error' && onRetry && (
        <Button kind="line" onClick={onRetry} className="min-w-36">
          {texts.reload}
        </Button>
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
