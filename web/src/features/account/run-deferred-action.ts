import { callApi } from '../../api/client'
import { invalidateCalls } from '../../api/use-call'
import { takeDeferredAction } from '../../state/deferred-action'
import { toast } from '../../state/flash'

/**
 * Completes the action that a guest wanted to do before the login. A failure is ignored: the page is open again, and a
 * tap repeats the action.
 */
export async function runDeferredAction(page: string | undefined): Promise<void> {
  const action = takeDeferredAction(page)
  if (!action) return
  try {
    await callApi(action.call, { id: action.id, on: true })
  } catch {
    return
  }
  toast(`已${action.title}`)
  void invalidateCalls(
    'GET /v1/course_info',
    'GET /v1/ebook_info',
    'GET /v1/textbooks_info',
    'GET /v1/bank_info',
    'GET /v130/comment_list',
    'GET /v1/user_collection_list',
    'GET /v1/my_counts',
  )
}
