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
  /** Page on which the guest tapped. If the login returns to another page, the wish is not executed. */
  page: string
  at: number
}

const key = 'dxx-wish'
/** Milliseconds after which a wish expires, because the user may log in later for another reason. */
const patience = 30 * 60_000

export function storeDeferredAction(wish: Omit<DeferredAction, 'at'>): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...wish, at: Date.now() }))
  } catch {
    // Ignored: the user can tap again after the login.
  }
}

/** Returns the wish for a page, or null if there is none or if it has expired. */
export function readDeferredAction(page: string | undefined): DeferredAction | null {
  try {
    const wish = JSON.parse(sessionStorage.getItem(key) ?? 'null') as DeferredAction | null
    return wish && wish.page === page && Math.abs(Date.now() - wish.at) < patience ? wish : null
  } catch {
    return null
  }
}

/** Returns the wish for a page and removes it; a wish for another page is dropped. */
export function takeDeferredAction(page: string | undefined): DeferredAction | null {
  const wish = readDeferredAction(page)
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Ignored: without storage there is no wish.
  }
  return wish
}
