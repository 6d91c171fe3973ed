import type { UserInfo } from '@dxx/contract/calls/accounts'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { loadUser } from '../../api/session'
import { openLoginPage, redirectTo } from '../../router/navigation'
import { useStore } from '../../state/store'
import { getToken, subscribeToken } from '../../state/token'
import { Button } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { Skeleton } from '../../ui/skeleton'

export interface CurrentUser {
  state: 'guest' | 'loading' | 'failed' | 'ready'
  user: UserInfo | null
  retry(): void
}

/** Returns the current user and the loading state. */
export function useCurrentUser(): CurrentUser {
  const token = useSyncExternalStore(subscribeToken, getToken)
  const user = useStore(({ userinfo }) => userinfo)
  const [failed, setFailed] = useState(false)
  const wanted = token !== null && user === null
  useEffect(() => {
    if (!wanted || failed) return
    let here = true
    loadUser().then((found) => here && !found && setFailed(true))
    return () => {
      here = false
    }
  }, [wanted, failed])
  const state = token === null ? 'guest' : user ? 'ready' : failed ? 'failed' : 'loading'
  return { state, user: token === null ? null : user, retry: () => setFailed(false) }
}

/** Renders its children once the user is loaded; shows the login, loading and error states before. */
export function WithUser({ children }: { children(user: UserInfo): ReactNode }) {
  const { state, user, retry } = useCurrentUser()
  if (user) return children(user)
  if (state === 'failed') return <Empty type="error" onRetry={retry} />
  if (state === 'guest') {
    return (
      <Empty text="登录后继续">
        <Button className="min-w-36" onClick={() => openLoginPage() || redirectTo('/pages/login/index')}>
          去登录
        </Button>
      </Empty>
    )
  }
  return (
    <div className="text-column space-y-3 px-4 pt-3">
      <Skeleton className="h-24 rounded-card" />
      <Skeleton className="h-48 rounded-card" />
    </div>
  )
}
