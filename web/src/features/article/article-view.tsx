import { formatDate } from '@dxx/contract/rules/time-from'
import { type ReactNode, useRef } from 'react'
import type { CallResult } from '../../api/use-call'
import { buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { Prose } from '../../ui/prose'
import { SkeletonText } from '../../ui/skeleton-shapes'
import { ArticleContents } from './article-contents'

interface Written {
  title: string
  html: string
}

interface ArticleViewProps<T extends Written> {
  query: CallResult<T>
  /** Returns the date shown above the text. */
  dated?(data: T): number
  children?(data: T): ReactNode
  /** Cards beside the text from 960 px on, below its contents. */
  beside?(data: T): ReactNode
}

const layout = 'px-4 pt-2 pb-12 desk:flex desk:items-start desk:gap-6'
const sheet = 'min-w-0 tablet:rounded-card tablet:bg-card tablet:px-8 tablet:py-7 desk:flex-1 desk:py-9 print:p-0'
const column = 'mx-auto max-w-180'

/** Article layout with date, contents and all loading states, for articles, agreements, help and banners. */
export function ArticleView<T extends Written>({ query, dated, children, beside }: ArticleViewProps<T>) {
  const text = useRef<HTMLElement>(null)
  const { data, error, refetch } = query
  if (data) {
    return (
      <div className={layout}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without something to focus, no key would scroll a long text */}
        <article ref={text} tabIndex={0} className={`${sheet} -outline-offset-2`}>
          <div className={column}>
            {/* The bar above shows the heading, but has room for only a part of a long title. */}
            <p aria-hidden="true" className="text-23 font-bold text-balance tablet:hidden">
              {data.title}
            </p>
            {dated && <p className="mt-1 text-12 text-ink-3 tablet:mt-0 tablet:mb-3">{formatDate(dated(data))}</p>}
            <Prose html={data.html} className="mt-4 tablet:mt-0" />
            {children?.(data)}
          </div>
        </article>
        <aside
          aria-label="目录和相关内容"
          className="hidden w-72 shrink-0 space-y-4 desk:sticky desk:top-2 desk:block desk:empty:hidden wide:w-80 print:hidden"
        >
          <ArticleContents html={data.html} article={text} />
          {beside?.(data)}
        </aside>
      </div>
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
    <div className={layout}>
      <div className={sheet}>
        <div className={column}>
          <SkeletonText lines={10} />
        </div>
      </div>
      <div className="hidden w-72 shrink-0 desk:block wide:w-80" />
    </div>
  )
}
