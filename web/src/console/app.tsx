import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { Router } from 'wouter'
import { useToast } from '../state/flash'
import { FlashHost } from '../ui/flash-hosts'
import { queries, useStaff } from './api/hooks'
import { endSession } from './api/session'
import { consoleToken } from './api/token'
import { Frame } from './frame/frame'
import { MeContext } from './frame/me'
import { PageRoutes } from './frame/page-routes'
import { keepDraftsOf } from './kit/drafts'
import { Failure, RegionState } from './kit/states'
import { UndoToast } from './kit/undo'
import { EnrolPage } from './pages/enrol'
import { LoginPage } from './pages/login'
import { ProofDialog } from './pages/proof-dialog'

export function App() {
  return (
    <QueryClientProvider client={queries}>
      <Router base="/console">
        <Gate />
      </Router>
      <FlashHost
        use={useToast}
        className="top-[45%] mx-auto my-0 w-fit max-w-[min(80vw,360px)] animate-rise rounded-card bg-toast text-white"
      />
    </QueryClientProvider>
  )
}

/** Shows the login in place of the asked page, whose address stays, so that it opens after the login. */
function Gate() {
  const token = useSyncExternalStore(consoleToken.subscribe, consoleToken.get)
  return token ? <Session key={token} token={token} /> : <LoginPage />
}

function Session({ token }: { token: string }) {
  const me = useStaff('GET /staff/v1/me', {}, { staleTime: 60_000 })
  const { data, error } = me
  const endsAt = data?.session.endsAt
  // The absolute end is known; waiting for the next refused call would keep the page on a shared screen.
  useEffect(() => {
    if (endsAt === undefined) return
    const left = endsAt * 1000 - Date.now()
    if (left > 2 ** 31 - 1) return
    const timer = setTimeout(() => endSession(token), Math.max(0, left))
    return () => clearTimeout(timer)
  }, [endsAt, token])
  if (data) keepDraftsOf(data.person.id)
  if (!data) {
    return (
      <main className="flex min-h-dvh flex-col">
        {error ? (
          <Failure error={error} noun="管理台" onRetry={() => void me.refetch()} />
        ) : (
          <span role="status" className="sr-only">
            正在加载
          </span>
        )}
      </main>
    )
  }
  return (
    <MeContext value={data}>
      {data.need === 'enrol' ? (
        <EnrolPage />
      ) : data.grants.length === 0 ? (
        <RegionState tone="amber" icon={null} title="你的授权已经结束" text="请联系所有者或学校管理员重新授权" />
      ) : (
        <>
          <Frame>
            <PageRoutes />
          </Frame>
          <UndoToast />
        </>
      )}
      <ProofDialog />
    </MeContext>
  )
}
