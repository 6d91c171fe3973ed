import { type ReactNode, useEffect, useRef } from 'react'

interface PageHeadProps {
  title: string
  /** Whether the title names an item. Phones show it too, because their top bar has only the name of the page. */
  isNamed?: boolean
  /** State tag beside the title. */
  state?: ReactNode
  /** One line of facts below the title. */
  facts?: ReactNode
  actions?: ReactNode
}

/** Head of a page: title, state, one line of facts and actions. Also sets the title of the browser tab. */
export function PageHead({ title, isNamed, state, facts, actions }: PageHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · 多享学管理台`
    // Moves screen readers to the heading of the new page, unless an element of the page has the focus already.
    const { activeElement } = document
    if (!activeElement || activeElement === document.body || activeElement.closest('nav'))
      heading.current?.focus({ preventScroll: true })
  }, [title])
  return (
    <div className="flex flex-wrap items-end desk:min-h-13 justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1
          ref={heading}
          tabIndex={-1}
          className="flex items-center gap-2.5 text-23 leading-tight font-semibold max-desk:sr-only"
        >
          {title}
          {state}
        </h1>
        {isNamed && (
          <p aria-hidden="true" className="flex items-center gap-2 text-17 font-semibold desk:hidden">
            <span className="min-w-0 truncate">{title}</span>
            {state}
          </p>
        )}
        {facts && <p className="mt-0.5 text-ink-3">{facts}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  )
}
