import Flame from 'lucide-react/icons/flame'
import Trash from 'lucide-react/icons/trash-2'
import { useCall } from '../../api/use-call'
import { forgetSearches, useSearchHistory } from '../../features/search/history'
import { pageUrl } from '../../router/page-url'
import { showModal } from '../../state/store'
import { IconButton } from '../../ui/icon-button'
import { openInPlace } from '../../ui/open-in-place'
import { Skeleton } from '../../ui/skeleton'

/** Shown before typing: the user's recent searches, and popular ones. */
export function Ideas({ onSearch }: { onSearch(word: string): void }) {
  const history = useSearchHistory()

  async function clear() {
    if ((await showModal({ content: '清空搜索历史？', confirmText: '清空', type: 2 })) === 'confirm') forgetSearches()
  }

  return (
    <>
      {history.length > 0 && (
        <section aria-label="搜索历史">
          <div className="flex min-h-11 items-center justify-between">
            <h2 className="text-15 font-bold">搜索历史</h2>
            <IconButton label="清空搜索历史" onClick={clear} className="-mr-3 text-ink-3">
              <Trash aria-hidden="true" size={18} strokeWidth={1.8} />
            </IconButton>
          </div>
          <Words words={history} onSearch={onSearch} />
        </section>
      )}
      <HotWords onSearch={onSearch} />
    </>
  )
}

export function HotWords({ onSearch }: { onSearch(word: string): void }) {
  const { data, error } = useCall('GET /v130/search_hot', {})
  if (error || data?.length === 0) return null
  return (
    <section aria-label="热门搜索" className="mt-2">
      <h2 className="flex min-h-11 items-center gap-1.5 text-15 font-bold">
        <Flame aria-hidden="true" size={17} className="text-price" />
        热门搜索
      </h2>
      {data ? (
        <Words words={data} onSearch={onSearch} />
      ) : (
        <div aria-hidden="true" className="flex gap-2.5">
          {[0, 1, 2, 3].map((place) => (
            <Skeleton key={place} className="h-8 w-18 rounded-full" />
          ))}
        </div>
      )}
    </section>
  )
}

function Words({ words, onSearch }: { words: readonly string[]; onSearch(word: string): void }) {
  return (
    <ul className="flex flex-wrap gap-x-2.5 gap-y-3">
      {words.map((word) => (
        <li key={word} className="max-w-full">
          <a
            href={`#${pageUrl('pages/search/index', { keyword: word })}`}
            onClick={(event) => openInPlace(event, () => onSearch(word))}
            className="tap flex min-h-8 max-w-full items-center rounded-full bg-card px-3.5 text-13 text-ink-2 active:bg-track"
          >
            <span className="block truncate">{word}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
