import { invalidateCalls } from '../../api/use-call'

/** Reloads the counts in the margin of an open chapter; the server omits the text, which has not changed. */
export function recountDiscussions(): void {
  void invalidateCalls('GET /v1/textbooks_view_chapter', 'GET /v1/ebook_view_chapter')
}
