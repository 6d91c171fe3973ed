import { useEffect, useEffectEvent, useState } from 'react'
import { QrCode } from '../../features/account/qr-code'
import { Button } from '../../ui/button'
import { Skeleton } from '../../ui/skeleton'
import type { StaffData } from '../api/client'
import { useStaffAction } from '../api/hooks'
import { FactorForm } from './factor-form'
import { RecoveryCodes } from './recovery-codes'

interface EnrolStepsProps {
  /** Called when the recovery codes are shown; they are shown only once. */
  onCodes?(): void
  onDone(): void
}

/** Enrolment of the second factor: scan the QR code, confirm with a code, store the recovery codes. */
export function EnrolSteps({ onCodes, onDone }: EnrolStepsProps) {
  const [secret, setSecret] = useState<StaffData<'POST /staff/v1/factor_begin'> | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [failed, setFailed] = useState('')
  const [problem, setProblem] = useState('')
  const begin = useStaffAction('POST /staff/v1/factor_begin', {
    onDone: setSecret,
    onError: ({ msg }) => setFailed(msg),
  })
  const confirm = useStaffAction('POST /staff/v1/factor_confirm', {
    onDone: ({ recoveryCodes }) => {
      setCodes(recoveryCodes)
      onCodes?.()
    },
    onError: ({ msg }) => setProblem(msg),
  })
  const start = useEffectEvent(() => {
    setFailed('')
    void begin.run({})
  })
  useEffect(() => start(), [])

  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (!secret) {
    return failed ? (
      <div className="space-y-3">
        <p role="alert" className="text-14 text-danger">
          {failed}
        </p>
        <Button
          kind="line"
          block
          loading={begin.running}
          onClick={() => {
            setFailed('')
            void begin.run({})
          }}
        >
          再试一次
        </Button>
      </div>
    ) : (
      <Skeleton className="mx-auto size-44 rounded-card" />
    )
  }
  return (
    <div className="space-y-4">
      <p className="text-14 text-ink-2">
        1. 用手机上的身份验证器（微信小程序“腾讯身份验证器”、Microsoft Authenticator 等）扫描二维码。
      </p>
      <QrCode text={secret.uri} label="二次验证的二维码" className="mx-auto size-44 rounded-item" />
      <p className="text-center text-12 text-ink-3">
        不能扫码时手动输入：
        <span className="block font-mono text-13 break-all text-ink">
          {secret.secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </span>
      </p>
      <p className="text-14 text-ink-2">2. 输入验证器显示的 6 位数字。</p>
      <FactorForm
        action="完成开启"
        recovery={false}
        error={problem}
        running={confirm.running}
        onSubmit={(code) => {
          setProblem('')
          void confirm.run({ code })
        }}
      />
    </div>
  )
}
