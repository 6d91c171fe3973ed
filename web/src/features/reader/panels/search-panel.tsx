import type { TextHit } from '@dxx/contract/calls/reading'
import { useEffect, useState } from 'react'
import { usePagedCall } from '../../../api/use-paged-call'
import { Empty } from '../../../ui/empty'
import { openInPlace } from '../../../ui/open-in-place'
import { PagedList } from '../../../ui/paging/paged-list'
import { SearchBox } from '../../../ui/search-box'
import { MatchText } from '../../search/match-text'
import type { TextKind } from '../kinds'
import { readUrl } from '../read-url'

interface SearchPanelProps {
  kind: TextKind
  curriculumId: string
  words: string
  onWords(words: string): void
  onOpen(hit: TextHit): void
  /** Matches in the open chapter, used when offline. */
  here?: readonly TextHit[]
}

/** Debounce delay of the search, in milliseconds. */
const rest = 300

/** Searches the whole book; each result links to its position. */
export function SearchPanel({ kind, curriculumId, words, onWords, onOpen, here = [] }: SearchPanelProps) {
  const [keyword, setKeyword] = useState(words.trim())
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(words.trim()), rest)
    return () => clearTimeout(timer)
  }, [words])
  const query = keyword.slice(0, 50)
  const hits = usePagedCall(
    'GET /v1/textbooks_search',
    { id: curriculumId, keyword: query, pageSize: 20 },
    { enabled: query !== '' },
  )
  const locked = hits.answer?.lockedChapters ?? 0
  const row = (hit: TextHit) => <Hit hit={hit} href={readUrl(kind, { id: curriculumId, ...hit })} onOpen={onOpen} />
  return (
    <div className="px-4 pt-1 pb-6">
      <SearchBox
        filled
        autoFocus
        value={words}
        onChange={onWords}
        onSearch={(now) => setKeyword(now)}
        placeholder="搜这本书里的文字"
        inputProps={{ maxLength: 50 }}
      />
      <div className="mt-3" aria-live="polite">
        {query === '' ? (
          <p className="py-8 text-center text-13 text-ink-3">输入要找的词，找到后点一下就翻到那里</p>
        ) : hits.firstPageFailed && hits.error && !hits.error.decided && here.length > 0 ? (
          <>
            <p className="pb-2 text-12 text-ink-3">没有网络，先找本章：{here.length} 处</p>
            <ul className="space-y-1">
              {here.map((hit) => (
                <li key={`${hit.pid} ${hit.start}`}>{row(hit)}</li>
              ))}
            </ul>
          </>
        ) : (
          <>
            {hits.total !== undefined && hits.total > 0 && (
              <p className="pb-1 text-12 text-ink-3">
                {hits.total} 处{locked > 0 && `，另有 ${locked} 章购买后可搜`}
              </p>
            )}
            <PagedList
              {...hits}
              itemKey={({ chapterId, pid, start }) => `${chapterId} ${pid} ${start}`}
              renderItem={row}
              listClassName="space-y-1"
              empty={<Empty hint={locked > 0 ? `能读的章节里没有“${query}”` : `书里没有“${query}”，换个词试试`} />}
            />
          </>
        )}
      </div>
    </div>
  )
}

function Hit({ hit, href, onOpen }: { hit: TextHit; href: string; onOpen(hit: TextHit): void }) {
  return (
    <a
      href={`#${href}`}
      onClick={(event) => openInPlace(event, () => onOpen(hit))}
      className="block min-h-14 w-full rounded-item px-2 py-2 text-left hover:bg-fill"
    >
      <span className="line-clamp-3 text-14">
        <MatchText text={hit.snippet} ranges={hit.marks} />
      </span>
      <span className="mt-0.5 block truncate text-12 text-ink-3">{hit.chapterTitle}</span>
    </a>
  )
}
