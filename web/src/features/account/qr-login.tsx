import type { LoggedIn } from '@dxx/contract/calls/accounts'
import CircleCheck from 'lucide-react/icons/circle-check'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useAction } from '../../api/use-action'
import type { CallData } from '../../api/use-call'
import { Skeleton } from '../../ui/skeleton'
import { QrCode } from './qr-code'

type State = CallData<'GET /v1/login_qr_poll'>['state'] | 'failed'

/** Delay between two polls in milliseconds; doubled after each failure, up to `longestPause`. */
const pause = 2000
const longestPause = 16_000

/** QR code for logging in this browser with a phone that is already logged in. */
export function QrLogin({ onIn }: { onIn(data: LoggedIn): void }) {
  const [code, setCode] = useState<CallData<'POST /v1/login_qr_create'> | null>(null)
  const [state, setState] = useState<State>('waiting')
  const [problem, setProblem] = useState('')
  const create = useAction('POST /v1/login_qr_create', {
    onDone: (made) => {
      setCode(made)
      setState('waiting')
    },
    onError: ({ msg }) => {
      setProblem(msg)
      setState('failed')
    },
  })
  const poll = useAction('GET /v1/login_qr_poll', { onError: () => {} })

  const begin = useEffectEvent(() => {
    if (!code) void create.run({})
  })
  useEffect(() => begin(), [])

  /** Polls once. Returns 'again' to go on, 'later' after a failure, 'over' when the login has ended. */
  const ask = useEffectEvent(async (): Promise<'again' | 'later' | 'over'> => {
    if (!code) return 'over'
    // Skip polling while the page is hidden.
    if (document.hidden) return 'again'
    const answer = await poll.run({ id: code.id, secret: code.secret })
    if (!answer) return 'later'
    setState(answer.state)
    if (answer.login) onIn(answer.login)
    return answer.state === 'waiting' || answer.state === 'scanned' ? 'again' : 'over'
  })
  useEffect(() => {
    if (!code) return
    let wait = pause
    let timer: ReturnType<typeof setTimeout>
    let here = true
    const next = async () => {
      const then = await ask()
      if (!here || then === 'over') return
      wait = then === 'again' ? pause : Math.min(wait * 2, longestPause)
      timer = setTimeout(next, wait)
    }
    timer = setTimeout(next, wait)
    return () => {
      here = false
      clearTimeout(timer)
    }
  }, [code])

  function refresh() {
    setCode(null)
    setState('waiting')
    void create.run({})
  }

  const over = state === 'expired' || state === 'refused' || state === 'failed'
  return (
    <div className="flex flex-col items-center gap-4 text-center">
      <div className="relative size-46 overflow-hidden rounded-card bg-white p-2">
        {code ? (
          <QrCode text={new URL(code.url, location.href).href} label="登录二维码" className="size-full" />
        ) : (
          <Skeleton className="size-full" />
        )}
        {state === 'scanned' && (
          <Cover>
            <CircleCheck aria-hidden="true" size={40} className="text-success" />
            已扫描
          </Cover>
        )}
        {over && (
          <Cover>
            <button
              type="button"
              onClick={refresh}
              className="grid size-full place-content-center justify-items-center gap-2 font-semibold text-primary"
            >
              <RotateCw aria-hidden="true" size={28} />
              点击刷新
            </button>
          </Cover>
        )}
      </div>
      <p role="status" className="min-h-11 text-13 text-ink-2">
        {
          {
            waiting: '用已登录多享学的手机扫一扫，无需输入密码',
            scanned: '请在手机上确认登录',
            confirmed: '登录成功，正在进入…',
            refused: '手机上取消了登录',
            expired: '二维码已失效，请刷新',
            failed: problem,
          }[state]
        }
      </p>
    </div>
  )
}

function Cover({ children }: { children: ReactNode }) {
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center gap-2 bg-card/95 font-semibold">
      {children}
    </div>
  )
}
