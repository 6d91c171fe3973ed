import ShieldCheck from 'lucide-react/icons/shield-check'
import ShieldOff from 'lucide-react/icons/shield-off'
import { useState } from 'react'
import { staffQueryClient, useStaffAction } from '../../api/hooks'
import { useSignedInStaff } from '../../frame/me'
import { ConsoleButton } from '../../kit/button'
import { Confirm } from '../../kit/confirm'
import { Dialog } from '../../kit/dialog'
import { StateTag } from '../../kit/tag'
import { EnrolSteps } from '../enrol-steps'
import { RecoveryCodes } from '../recovery-codes'

const reload = () => void staffQueryClient.invalidateQueries({ queryKey: ['GET /staff/v1/me'] })

/** Card to enrol or change the second factor and to create new recovery codes. */
export function FactorCard() {
  const { secondFactor } = useSignedInStaff()
  const [enrolling, setEnrolling] = useState(false)
  const [asking, setAsking] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [codesInSight, setCodesInSight] = useState(false)
  const renew = useStaffAction('POST /staff/v1/factor_recovery_codes', {
    onDone: ({ recoveryCodes }) => {
      setAsking(false)
      setCodes(recoveryCodes)
      setCodesInSight(true)
    },
  })
  const finish = () => {
    setEnrolling(false)
    setCodes(null)
    setCodesInSight(false)
    reload()
  }
  return (
    <section aria-label="二次验证" className="flex flex-col items-start gap-2 rounded-card bg-card p-5">
      <h2 className="flex items-center gap-2 text-15 font-semibold">
        二次验证
        {secondFactor.enrolled ? (
          <StateTag tone="green" icon={<ShieldCheck size={12} />}>
            已开启
          </StateTag>
        ) : (
          <StateTag tone="amber" icon={<ShieldOff size={12} />}>
            未开启
          </StateTag>
        )}
      </h2>
      {secondFactor.enrolled ? (
        <>
          <p className="text-ink-2">
            登录时除密码外还要动态验证码。恢复码还剩 <b>{secondFactor.recoveryLeft}</b> 个
            {secondFactor.recoveryLeft < 3 ? '，建议换一组。' : '。'}
          </p>
          <div className="mt-1 flex flex-wrap gap-2">
            <ConsoleButton size="small" onClick={() => setAsking(true)}>
              换一组恢复码
            </ConsoleButton>
            <ConsoleButton size="small" onClick={() => setEnrolling(true)}>
              更换验证器
            </ConsoleButton>
          </div>
        </>
      ) : (
        <>
          <p className="text-ink-2">开启后，登录时除密码外还要手机上的动态验证码；密码泄露也进不来。</p>
          <ConsoleButton kind="primary" size="small" onClick={() => setEnrolling(true)}>
            开启二次验证
          </ConsoleButton>
        </>
      )}
      <Dialog
        open={enrolling || codes !== null}
        // The codes are shown only once, so that closing the dialog by accident would lose them.
        onClose={codesInSight ? () => {} : finish}
        title={codesInSight ? '恢复码' : secondFactor.enrolled ? '更换验证器' : '开启二次验证'}
      >
        {codes ? (
          <RecoveryCodes codes={codes} onDone={finish} />
        ) : (
          <EnrolSteps onCodes={() => setCodesInSight(true)} onDone={finish} />
        )}
      </Dialog>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title="换一组恢复码？"
        effect={`现有的 ${secondFactor.recoveryLeft} 个恢复码立即作废。`}
        confirm="换 10 个新的"
        kind="amber"
        running={renew.running}
        onConfirm={() => void renew.run({})}
      />
    </section>
  )
}
