import { texts } from '@dxx/contract/rules/constants'
import type { ReactNode } from 'react'
import { Button, buttonClass } from './button'
import { BookArt, CardArt, ErrorArt } from './empty-art'

export interface EmptyProps {
  type?: 'default' | 'error' | 'auth'
  /** Replaces the type's own text. */
  text?: string
  /** Shown on an error as 重新加载. */
  onRetry?: () => void
  /** A way on: a button or a link. */
  children?: ReactNode
}

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
      {view.art}
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
