import { formatDate } from '@dxx/contract/rules/time-from'
import type { ReactNode } from 'react'
import type { CallResult } from '../../api/use-call'
import { buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { Prose } from '../../ui/prose'
import { SkeletonText } from '../../ui/skeleton-shapes'

interface Written {
  title: string
  html: string
}

interface ArticleViewProps<T extends Written> {
  query: CallResult<T>
  /** Returns the date shown under the title. */
  dated?(data: T): number
  children?(data: T): ReactNode
}

/** Article layout with title, date and all loading states, for articles, agreements and banners. */
export function ArticleView<T extends Written>({ query, dated, children }: ArticleViewProps<T>) {
  const { data, error, refetch } = query
  if (data) {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without something to focus, no key would scroll a long text
      <article tabIndex={0} className="text-column px-4 pt-2 pb-12 -outline-offset-2">
        <h1 className="text-23 font-bold text-balance tablet:hidden">{data.title}</h1>
        {dated && <p className="mt-1 text-12 text-ink-3">{formatDate(dated(data))}</p>}
        <Prose html={data.html} className="mt-4" />
        {children?.(data)}
      </article>
    )
  }
  if (error?.decided) {
    return (
      <Empty text={error.msg}>
        <a href="#/pages/index/index" className={buttonClass('line')}>
          去首页看看
        </a>
      </Empty>
    )
  }
  if (error) return <Empty type="error" text={error.msg} onRetry={() => refetch()} />
  return (
    <div className="text-column px-4 pt-2">
      <SkeletonText lines={10} />
    </div>
  )
}
