import { ResponseCode } from '@dxx/contract/envelope'
import { QueryClientProvider } from '@tanstack/react-query'
import Lock from 'lucide-react/icons/lock'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { Router, useRoute } from 'wouter'
import { useToast } from '../state/flash'
import { FlashHost } from '../ui/flash-hosts'
import { ModalHost } from '../ui/modal-host'
import { staffQueryClient, useStaffCall } from './api/hooks'
import { endSession } from './api/session'
import { consoleToken } from './api/token'
import { ConsoleFrame } from './frame/frame'
import { MeContext } from './frame/me'
import { PageRoutes } from './frame/page-routes'
import { logOut } from './frame/person-menu'
import { ConsoleButton } from './kit/button'
import { keepDraftsOf } from './kit/drafts'
import { Failure, RegionState } from './kit/states'
import { UndoToast } from './kit/undo'
import { EnrolPage } from './pages/enrol'
import { LoginPage } from './pages/login'
import { ProofDialog } from './pages/proof-dialog'

const DraftPreviewPage = lazy(async () => ({ default: (await import('./pages/draft-preview')).DraftPreviewPage }))

export function ConsoleApp() {
  return (
    <QueryClientProvider client={staffQueryClient}>
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

/** Shows the login page without a session. The URL stays, so that the requested page opens after the login. */
function Gate() {
  const token = useSyncExternalStore(consoleToken.subscribe, consoleToken.get)
  const [isDraft, draft] = useRoute('/draft/:token')
  // A preview link works without a login.
  if (isDraft)
    return (
      <Suspense fallback={null}>
        <DraftPreviewPage token={draft.token} />
      </Suspense>
    )
  return token ? <Session key={token} token={token} /> : <LoginPage />
}

function Session({ token }: { token: string }) {
  const me = useStaffCall('GET /staff/v1/me', {}, { staleTime: 60_000 })
  const { data, error } = me
  const endsAt = data?.session.endsAt
  // Ends the session on time: waiting for the next refused call would leave the page visible on a shared screen.
  useEffect(() => {
    if (endsAt === undefined) return
    const left = endsAt * 1000 - Date.now()
    if (left > 2 ** 31 - 1) return
    const timer = setTimeout(() => endSession(token), Math.max(0, left))
    return () => clearTimeout(timer)
  }, [endsAt, token])
  // The recovery codes are shown once: reloading the session when the window gets the focus must not hide them.
  const [codesInSight, setCodesInSight] = useState(false)
  const enrolled = async () => {
    await me.refetch()
    setCodesInSight(false)
  }
  if (data) keepDraftsOf(data.person.id)
  if (error?.code === ResponseCode.permission) return <GrantsEnded onRetry={() => void me.refetch()} />
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
      {data.need === 'enrol' || codesInSight ? (
        <EnrolPage onCodes={() => setCodesInSight(true)} onDone={() => void enrolled()} />
      ) : (
        <>
          <ConsoleFrame>
            <PageRoutes />
          </ConsoleFrame>
          <UndoToast />
          {/* Dialogs of the student app, which its components open in previews, for example before a program is
              reset. */}
          <ModalHost />
        </>
      )}
      <ProofDialog />
    </MeContext>
  )
}

/** Shown when the last grant was revoked or ended while the console was open. */
function GrantsEnded({ onRetry }: { onRetry(): void }) {
  return (
    <main className="flex min-h-dvh flex-col">
      <RegionState
        alert
        tone="amber"
        icon={<Lock size={24} />}
        title="你的授权已经结束"
        text="请联系所有者或学校管理员重新授权"
      >
        <ConsoleButton kind="line" size="small" onClick={onRetry}>
          再看一次
        </ConsoleButton>
        <ConsoleButton size="small" onClick={logOut}>
          退出管理台
        </ConsoleButton>
      </RegionState>
    </main>
  )
}
