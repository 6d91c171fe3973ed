import { useEffect, useState } from 'react'
import { studyHref } from '../catalogue/kinds'
import { isBook, useShowBook } from '../catalogue/use-show-book'
import { type RecentChapter, recentChapters } from './recent-chapters'

/** Recently opened chapters, readable offline until newer ones replace them. */
export function RecentGroup({ saved }: { saved: ReadonlySet<string> }) {
  const [recent, setRecent] = useState<RecentChapter[]>([])
  useEffect(() => {
    let here = true
    void recentChapters().then((all) => here && setRecent(all))
    return () => {
      here = false
    }
  }, [])
  const showBook = useShowBook()
  const shown = recent.filter(({ answer }) => !saved.has(answer.id) && (showBook || !isBook(answer.curriculum)))
  if (shown.length === 0) return null
  return (
    <section aria-label="最近打开" className="rounded-card bg-card p-3.5">
      <h2 className="font-semibold">最近打开</h2>
      <p className="text-12 text-ink-3">没有网络也能再读；视频要先保存到本机</p>
      <ul className="mt-2">
        {shown.map(({ answer: { id, title, curriculum } }) => (
          <li key={id} className="hairline-t py-1">
            <a href={studyHref(curriculum, id)} className="block min-h-11 rounded-item py-1">
              <span className="block truncate text-14">{title}</span>
              <span className="block truncate text-12 text-ink-3">{curriculum.title}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
