import type { Comment } from '@dxx/contract/calls/community'
import { changeAnswers, invalidateCalls } from '../../api/use-call'

type Change = (comment: Comment) => Partial<Comment>

/** Applies a change to one comment in all cached lists. Returns the undo function. */
export function changeComment(id: string, change: Change): () => void {
  const apply = <C extends Comment>(list: C[]): C[] =>
    list.map((comment) => (comment.id === id ? { ...comment, ...change(comment) } : comment))
  const undo = [
    changeAnswers('GET /v130/comment_list', (page) => ({ ...page, list: apply(page.list) })),
    changeAnswers('GET /v1/user_home_comments', (page) => ({ ...page, list: apply(page.list) })),
    changeAnswers('GET /v130/user_comment', (page) => ({ ...page, list: apply(page.list) })),
  ]
  return () => {
    for (const back of undo) back()
  }
}

/** Invalidates all calls that count or show comments, after a comment was written or deleted. */
export function refreshComments(): void {
  void invalidateCalls(
    'GET /v130/comment_list',
    'GET /v130/comment_info',
    'GET /v130/user_comment',
    'GET /v1/user_home',
    'GET /v1/user_home_comments',
    'GET /v1/my_counts',
    'GET /v1/course_info',
    'GET /v1/ebook_info',
    'GET /v1/textbooks_info',
    'GET /v1/bank_info',
  )
}
