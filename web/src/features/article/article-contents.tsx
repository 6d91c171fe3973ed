import { type RefObject, useEffect, useMemo } from 'react'
import { usePage } from '../../router/page-context'
import { changeQuery } from '../../router/page-query'
import { formatPageUrl } from '../../router/page-url'
import { openInPlace } from '../../ui/open-in-place'
import { SideCard } from '../../ui/side-card'

interface ArticleContentsProps {
  html: string
  article: RefObject<HTMLElement | null>
}

/** Headings of an article as links; the chosen one is in the URL as `part`. Not for texts with less than two. */
export function ArticleContents({ html, article }: ArticleContentsProps) {
  const { path, query, key } = usePage()
  const titles = useMemo(
    () => [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('h2')].map((one) => one.textContent),
    [html],
  )
  const part = Number(query.part ?? 0)
  useEffect(() => {
    if (part) headingOf(article.current, part)?.scrollIntoView()
  }, [part, article])
  if (titles.length < 2) return null
  return (
    <SideCard title="目录">
      <ul>
        {titles.map((title, index) => (
          <li key={title}>
            <a
              href={`#${formatPageUrl({ path, search: `${new URLSearchParams({ ...query, part: String(index + 1) })}` })}`}
              onClick={(event) =>
                openInPlace(event, () => {
                  changeQuery(key, { part: String(index + 1) })
                  show(headingOf(article.current, index + 1))
                })
              }
              className="hover-row -mx-2 flex min-h-9 items-center rounded-item px-2 py-1.5 text-14 text-ink-2"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </SideCard>
  )
}

const headingOf = (article: HTMLElement | null, part: number) =>
  article?.querySelectorAll<HTMLElement>('.prose h2')[part - 1]

/** Scrolls to a heading and moves the focus there, so that the next Tab continues from there. */
function show(heading: HTMLElement | undefined): void {
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  heading.scrollIntoView()
}
