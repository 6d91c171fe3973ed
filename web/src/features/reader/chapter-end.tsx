import type { Chapter } from '@dxx/contract/calls/study'
import BookOpen from 'lucide-react/icons/book-open'
import { Suspense } from 'react'
import { pageUrl } from '../../router/page-url'
import { Button } from '../../ui/button'
import { lazyFeature } from './lazy-feature'

const ChapterTest = lazyFeature(() => import('../questions/chapter-test').then(({ ChapterTest }) => ChapterTest))

const BookEnd = lazyFeature(() => import('./book-end').then(({ BookEnd }) => BookEnd))

interface ChapterEndProps {
  chapter: Chapter
  onChapter(id: string, at: 'start' | 'end'): void
}

/** Chapter footer: further reading, the chapter's test, and the next chapter or the end of the book. */
export function ChapterEnd({ chapter, onChapter }: ChapterEndProps) {
  const { curriculum, expands, testId, previous, next, kind } = chapter
  const others = expands.filter(({ id }) => id !== chapter.id)
  return (
    <footer className="reader-end mt-10 space-y-4 text-14">
      {others.length > 0 && (
        <section aria-label="拓展阅读" className="space-y-2">
          <h2 className="text-15 font-bold">拓展阅读</h2>
          {others.map(({ id, title, locked }) => (
            <a
              key={id}
              href={`#${pageUrl('pages/digital-textbooks/expand', { id: curriculum.id, chapter: id })}`}
              className="reader-card flex min-h-12 items-center gap-2.5 rounded-card px-3.5"
            >
              <BookOpen aria-hidden="true" size={18} className="shrink-0 text-teal" />
              <span className="min-w-0 flex-1 truncate">{title}</span>
              {locked && <span className="text-12 text-ink-3">购买后可读</span>}
            </a>
          ))}
        </section>
      )}
      {testId && (
        <Suspense>
          <ChapterTest textbookId={curriculum.id} chapterId={testId} />
        </Suspense>
      )}
      {(previous || next) && (
        <nav aria-label="前后章节" className="flex gap-3">
          {previous && (
            <Button kind="plain" className="flex-1" onClick={() => onChapter(previous.id, 'end')}>
              上一章
            </Button>
          )}
          {next && (
            <Button className="min-w-0 flex-2" onClick={() => onChapter(next.id, 'start')}>
              <span className="truncate">下一章：{next.title}</span>
            </Button>
          )}
        </nav>
      )}
      {!next && kind !== 'expand' && (
        <Suspense>
          <BookEnd chapter={chapter} />
        </Suspense>
      )}
    </footer>
  )
}
