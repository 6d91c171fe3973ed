import { useState } from 'react'
import { SearchPanel } from '../../features/reader/panels/search-panel'
import { readUrl } from '../../features/reader/read-url'
import { navigateTo } from '../../router/navigation'
import { usePageQuery } from '../../router/page-query'
import { pageUrl } from '../../router/place'
import { Empty } from '../../ui/empty'
import { WayOn } from '../../ui/way-on'

/** `?id=&kind=&q=`: searches one book and leads into its text. */
export default function TextbookSearchPage() {
  const [{ id, kind, q = '' }, change] = usePageQuery()
  const [words, setWords] = useState(q)
  if (!id) {
    return (
      <Empty text="先打开一本书，再搜里面的文字">
        <WayOn to={pageUrl('pages/study/index')}>去我的书架</WayOn>
      </Empty>
    )
  }
  return (
    <div className="pt-1">
      <SearchPanel
        curriculumId={id}
        words={words}
        onWords={setWords}
        onOpen={(hit) => {
          // Coming back shows the same words again.
          change({ q: words })
          navigateTo(readUrl(kind === 'ebook' ? 'ebook' : 'textbook', { id, ...hit }))
        }}
      />
    </div>
  )
}
