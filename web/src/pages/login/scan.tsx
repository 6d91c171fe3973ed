import { formatDateTime } from '@dxx/contract/rules/time-from'
import CircleCheck from 'lucide-react/icons/circle-check'
import Monitor from 'lucide-react/icons/monitor'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useAction } from '../../api/use-action'
import type { CallData } from '../../api/use-call'
import { useCurrentUser } from '../../features/account/with-user'
import { openLoginPage, redirectTo, switchTab } from '../../router/navigation'
import { usePage } from '../../router/page-context'
import { homePath } from '../../router/routes'
import { Button } from '../../ui/button'
import { Cell, CellGroup } from '../../ui/cell'
import { Empty } from '../../ui/empty'
import { Logo } from '../../ui/logo'
import { Skeleton } from '../../ui/skeleton'

const Scanner = lazy(async () => ({ default: (await import('../../features/scan/scanner')).Scanner }))

const goHome = () => void switchTab(`/${homePath}`)

/** Confirmation on the phone that scanned a login QR code; `?id=` is the id of the QR login. */
export default function ScanPage() {
  const { id } = usePage().query
  const { state } = useCurrentUser()
  if (!id) return <NoCode />
  if (state === 'guest') {
    return (
      <Middle icon={<Logo />} title="登录后确认" note="登录多享学后，再确认电脑上的登录">
        <Button block onClick={() => openLoginPage()}>
          去登录
        </Button>
      </Middle>
    )
  }
  return <Confirm key={id} id={id} />
}

function Confirm({ id }: { id: string }) {
  const [asked, setAsked] = useState<CallData<'POST /v1/authorize_login_qr_code'> | null>(null)
  const [problem, setProblem] = useState<{ msg: string; again: boolean } | null>(null)
  const { run, running } = useAction('POST /v1/authorize_login_qr_code', {
    onDone: (data) => {
      setAsked(data)
      setProblem(null)
    },
    onError: ({ msg, decided }) => setProblem({ msg, again: !decided }),
  })
  const scan = useEffectEvent(() => void run({ id, action: 'scan' }))
  useEffect(() => scan(), [])

  if (asked?.state === 'confirmed') {
    return (
      <Middle
        icon={<CircleCheck size={56} className="text-success" />}
        title="已确认登录"
        note="电脑上马上就能开始学习"
      >
        <Button kind="line" block onClick={goHome}>
          回到首页
        </Button>
      </Middle>
    )
  }
  if (asked?.state === 'refused') {
    return (
      <Middle icon={<Monitor size={48} className="text-ink-3" />} title="已取消" note="电脑上没有登录">
        <Button kind="line" block onClick={goHome}>
          回到首页
        </Button>
      </Middle>
    )
  }
  if (problem && (!asked || !problem.again)) {
    return (
      <Empty
        type="error"
        text={problem.msg}
        onRetry={problem.again ? () => void run({ id, action: 'scan' }) : undefined}
      >
        {!problem.again && (
          <Button kind="line" className="min-w-36" onClick={goHome}>
            回到首页
          </Button>
        )}
      </Empty>
    )
  }
  if (!asked) {
    return (
      <div className="mx-auto max-w-100 space-y-4 px-6 pt-12">
        <Skeleton className="mx-auto size-18 rounded-full" />
        <Skeleton className="h-36 rounded-card" />
      </div>
    )
  }
  return (
    <Middle icon={<Monitor size={48} className="text-primary" />} title="确认在这台设备登录？">
      <CellGroup>
        <Cell title="设备" value={asked.device} />
        <Cell title="地点" value={asked.place} />
        <Cell title="时间" value={formatDateTime(asked.createdAt)} />
      </CellGroup>
      <p className="text-13 text-ink-2">不是你本人操作时，请点取消，不要确认。</p>
      {problem && (
        <p role="alert" className="text-13 text-danger">
          {problem.msg}
        </p>
      )}
      <Button block loading={running} onClick={() => void run({ id, action: 'confirm' })}>
        确认登录
      </Button>
      <Button kind="line" block onClick={() => void run({ id, action: 'refuse' })}>
        取消
      </Button>
    </Middle>
  )
}

function NoCode() {
  const [scanning, setScanning] = useState(false)
  return (
    <Middle
      icon={<Monitor size={48} className="text-primary" />}
      title="扫码登录电脑"
      note="在电脑上打开多享学的登录页，用手机扫描上面的二维码"
    >
      <Button block onClick={() => setScanning(true)}>
        扫一扫
      </Button>
      {scanning && (
        <Suspense>
          <Scanner onClose={() => setScanning(false)} open={redirectTo} />
        </Suspense>
      )}
    </Middle>
  )
}

interface MiddleProps {
  icon: ReactNode
  title: string
  note?: string
  children?: ReactNode
}

function Middle({ icon, title, note, children }: MiddleProps) {
  return (
    <div className="mx-auto flex max-w-100 flex-col gap-4 px-6 pt-12 text-center">
      <div className="flex justify-center">{icon}</div>
      <div>
        <h2 className="text-19 font-bold">{title}</h2>
        {note && <p className="mt-1 text-13 text-ink-2">{note}</p>}
      </div>
      {children}
    </div>
  )
}
