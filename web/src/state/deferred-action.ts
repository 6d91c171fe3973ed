/**
 * Action that a guest wanted when the login page was opened, for example adding a favourite; executed after the login.
 * Stored for this tab only.
 */
export interface DeferredAction {
  call:
    | 'POST /v1/course_collection'
    | 'POST /v1/ebook_collection'
    | 'POST /v1/textbooks_collection'
    | 'POST /v1/bank_collection'
    | 'POST /v130/like_comment'
  id: string
  /** Example: 收藏《数据结构》 */
  title: string
  /** Page on which the guest tapped. If the login returns to another page, the action is not executed. */
  page: string
  at: number
}

const key = 'dxx-wish'
/** Milliseconds after which a action expires, because the user may log in later for another reason. */
const patience = 30 * 60_000

export function storeDeferredAction(action: Omit<DeferredAction, 'at'>): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...action, at: Date.now() }))
  } catch {
    // Ignored: the user can tap again after the login.
  }
}

/** Returns the action for a page, or null if there is none or if it has expired. */
export function readDeferredAction(page: string | undefined): DeferredAction | null {
  try {
    const action = JSON.parse(sessionStorage.getItem(key) ?? 'null') as DeferredAction | null
    return action && action.page === page && Math.abs(Date.now() - action.at) < patience ? action : null
  } catch {
    return null
  }
}

/** Returns the action for a page and removes it; a action for another page is dropped. */
export function takeDeferredAction(page: string | undefined): DeferredAction | null {
  const action = readDeferredAction(page)
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Ignored: without storage there is no action.
  }
  return action
}
