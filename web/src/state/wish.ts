/** What a guest wanted when the login page was opened; done after the login. Kept for this tab only. */
export interface Wish {
  call:
    | 'POST /v1/course_collection'
    | 'POST /v1/ebook_collection'
    | 'POST /v1/textbooks_collection'
    | 'POST /v1/bank_collection'
    | 'POST /v130/like_comment'
  id: string
  /** Example: 收藏《数据结构》 */
  title: string
  /** Page on which the guest tapped. A login that returns elsewhere has another reason, and the wish is not done. */
  page: string
  at: number
}

const key = 'dxx-wish'
/** After so many milliseconds a wish is forgotten: the user may log in for another reason. */
const patience = 30 * 60_000

export function setWish(wish: Omit<Wish, 'at'>): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...wish, at: Date.now() }))
  } catch {
    // Ignored: the user taps again after the login.
  }
}

/** Returns the wish of a page, or null if there is none or it is too old. */
export function readWish(page: string | undefined): Wish | null {
  try {
    const wish = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Wish | null
    return wish && wish.page === page && Math.abs(Date.now() - wish.at) < patience ? wish : null
  } catch {
    return null
  }
}

/** Returns the wish of a page once; any other wish is forgotten. */
export function takeWish(page: string | undefined): Wish | null {
  const wish = readWish(page)
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Without a storage there is no wish.
  }
  return wish
}
