import type { AiSource } from '@dxx/contract/calls/ai'
import { pageUrl } from '../../router/page-url'

/**
 * Page on which a question can be posted as a discussion: that of the nearest chapter, with the question filled in and
 * the teacher asked too. Without a chapter, the list of what the user studies, to choose a book.
 */
export function discussionUrl(question: string, sources: readonly Pick<AiSource, 'link'>[]): string {
  for (const { link } of sources) {
    const [path = '', query] = link.split('?')
    const { id, chapter, pid } = Object.fromEntries(new URLSearchParams(query))
    // Lessons have no discussion of their own.
    if (!id || !chapter || !path.endsWith('/read')) continue
    const kind = path.startsWith('pages/books/') ? 'ebook' : 'textbook'
    return pageUrl('pages/digital-textbooks/publish', {
      id,
      chapter,
      kind,
      type: 'discuss',
      ...(pid && { pid }),
      text: question,
      teacher: '1',
    })
  }
  return pageUrl('pages/study/index')
}
