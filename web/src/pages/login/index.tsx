import type { LoggedIn } from '@dxx/contract/calls/accounts'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import QrCodeIcon from 'lucide-react/icons/qr-code'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useAction } from '../../api/use-action'
import { useCall } from '../../api/use-call'
import { AgreeBox, useAgree } from '../../features/account/agree'
import { completeLogin } from '../../features/account/complete-login'
import { LoginForms } from '../../features/account/login-forms'
import { LoginMethod } from '../../features/account/login-method'
import { curriculumOfRedirect, loginReason } from '../../features/account/login-reason'
import { QrLogin } from '../../features/account/qr-login'
import { useHasWechat, useWechat } from '../../features/account/use-wechat'
import { WechatIcon } from '../../features/account/wechat-icon'
import { kindCalls } from '../../features/catalogue/kind-calls'
import { isInWechat } from '../../platform/wechat'
import { navigateBack } from '../../router/navigation'
import { usePage } from '../../router/page-context'
import { pageUrl } from '../../router/page-url'
import { returnAfterLogin } from '../../router/return-after-login'
import { wechatApp } from '../../router/wechat-oauth'
import { readDeferredAction } from '../../state/deferred-action'
import { toast } from '../../state/flash'
import { getToken } from '../../state/token'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/icon-button'
import { Logo } from '../../ui/logo'
import { Sheet } from '../../ui/sheet'
import { Spinner } from '../../ui/spinner'
import { useDesktop } from '../../ui/use-media'

// Loaded later, because few schools have campus login and the page must open fast.
const CampusLogin = lazy(async () => ({ default: (await import('../../features/account/campus-login')).CampusLogin }))

export default function LoginPage() {
  const { redirect } = usePage().query
  const desktop = useDesktop()
  const agree = useAgree()
  const hasWechat = useHasWechat()
  const [scanning, setScanning] = useState(false)
  const showQrCode = () => setScanning(true)
  const onIn = (data: LoggedIn) => completeLogin(data, redirect)
  const byWechat = useAction('POST /v130/wechat_login', { onDone: onIn, onError: ({ msg }) => toast(msg) })
  const wechat = useWechat('login', (code) => void byWechat.run({ code, app: wechatApp() }))

  // Leaves the page if the user is already logged in, for example after opening an old link.
  useEffect(() => {
    if (getToken()) void returnAfterLogin(redirect)
  }, [redirect])

  const reason = useReason(redirect)
  // Inside WeChat, the WeChat login takes one tap, and the user could not scan a QR code on the same screen.
  const wechatFirst = isInWechat() && hasWechat
  const [byMobile, setByMobile] = useState(false)
  const startWechat = () => agree.whenAgreed(() => wechat.start(pageUrl('pages/login/index', { redirect })))
  const busy = byWechat.running || wechat.running
  return (
    <>
      {/* White background up to the screen edges on phones; on desktop a card. */}
      <div className="absolute inset-0 bg-card desk:hidden" />
      <div data-own-bar className="pt-safe relative px-1 desk:hidden">
        <IconButton label="返回" onClick={() => void navigateBack()}>
          <ChevronLeft aria-hidden="true" size={24} />
        </IconButton>
      </div>
      <div className="relative mx-auto max-w-110 px-7 pt-3 pb-8 desk:my-6 desk:grid desk:max-w-220 desk:grid-cols-[minmax(0,1fr)_340px] desk:overflow-hidden desk:rounded-sheet desk:bg-card desk:p-0">
        <div className="desk:px-14 desk:py-10">
          <Logo />
          <h1 className="mt-4 text-28 font-bold">欢迎来到多享学</h1>
          {reason && <p className="mt-1 text-15 font-semibold text-primary">{reason}</p>}
          <p className="text-13 text-ink-2">
            {wechatFirst && !byMobile ? '用微信一键登录，不用输入验证码' : '未注册的手机号验证后自动创建账号'}
          </p>
          <div className="mt-6">
            {wechatFirst && !byMobile ? (
              <div className="space-y-3">
                <button
                  type="button"
                  onClick={startWechat}
                  aria-busy={busy || undefined}
                  className="flex min-h-13 w-full items-center justify-center gap-2 rounded-full bg-[#07803f] text-17 font-semibold text-white active:bg-[#066a34]"
                >
                  {busy ? <Spinner /> : <WechatIcon />}
                  微信登录
                </button>
                <AgreeBox agree={agree} />
                <Button kind="text" block onClick={() => setByMobile(true)}>
                  用手机号登录
                </Button>
              </div>
            ) : (
              <LoginForms agree={agree} redirect={redirect} onIn={onIn} />
            )}
          </div>
          <div className={otherWays(!wechatFirst || byMobile)}>
            <p className="text-center text-12 text-ink-3">其他登录方式</p>
            <div className="mt-3 flex justify-center gap-8">
              {hasWechat && (
                <LoginMethod title="微信" className="bg-success-soft text-success" onClick={startWechat}>
                  {busy ? <Spinner /> : <WechatIcon />}
                </LoginMethod>
              )}
              {!desktop && !isInWechat() && (
                <LoginMethod title="扫码登录" className="bg-primary-soft text-primary" onClick={showQrCode}>
                  <QrCodeIcon aria-hidden="true" size={22} />
                </LoginMethod>
              )}
              <Suspense>
                <CampusLogin
                  route={pageUrl('pages/login/index', { redirect })}
                  whenAgreed={agree.whenAgreed}
                  onIn={onIn}
                />
              </Suspense>
            </div>
          </div>
        </div>
        {desktop ? (
          <div className="grid content-center gap-5 bg-fill px-8">
            <h2 className="text-center text-19 font-bold">扫码登录</h2>
            <QrLogin onIn={onIn} />
          </div>
        ) : (
          <Sheet open={scanning} onClose={() => setScanning(false)} title="扫码登录">
            <QrLogin onIn={onIn} />
          </Sheet>
        )}
      </div>
    </>
  )
}

/** Why the page was opened, with the title of the book or course once it is loaded. */
function useReason(redirect: string | undefined): string {
  const [action] = useState(() => readDeferredAction(redirect))
  const about = curriculumOfRedirect(redirect)
  const { kind, id } = about ?? { kind: 'course', id: '' }
  const { data } = useCall(kindCalls[kind].info, { id }, { enabled: about !== null && !action, supporting: true })
  return loginReason(redirect, action, data?.title)
}

/** Class of the other ways to log in: reserves the height, and is invisible until it is known that there is one. */
const otherWays = (offered: boolean) =>
  cx('invisible mt-14 has-[button]:visible desk:mt-6 desk:min-h-24', !offered && 'hidden')
