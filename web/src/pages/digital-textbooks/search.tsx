import { useState } from 'react'
import { SearchPanel } from '../../features/reader/panels/search-panel'
import { readUrl } from '../../features/reader/read-url'
import { navigateTo } from '../../router/navigation'
import { usePageQuery } from '../../router/page-query'
import { pageUrl } from '../../router/page-url'
import { Empty } from '../../ui/empty'
import { LinkButton } from '../../ui/link-button'

/** `?id=&kind=&q=`: searches one book and links into its text. */
export default function TextbookSearchPage() {
  const [{ id, kind, q = '' }, change] = usePageQuery()
  const [words, setWords] = useState(q)
  const book = kind === 'ebook' ? 'ebook' : 'textbook'
  if (!id) {
    return (
      <Empty text="先打开一本书，再搜里面的文字">
        <LinkButton to={pageUrl('pages/study/index')}>去我的书架</LinkButton>
      </Empty>
    )
  }
  return (
    <div className="pt-1">
      <SearchPanel
        kind={book}
        curriculumId={id}
        words={words}
        onWords={setWords}
        onOpen={(hit) => {
          // Stores the search text in the URL, so that going back to this page restores it.
          change({ q: words })
          navigateTo(readUrl(book, { id, ...hit }))
        }}
      />
    </div>
  )
}
