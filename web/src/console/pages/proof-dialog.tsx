import { useState } from 'react'
import { PasswordField } from '../../features/account/password-field'
import { Button } from '../../ui/button'
import { useStaffAction } from '../api/hooks'
import { useProof } from '../api/proof'
import { useSignedInStaff } from '../frame/me'
import { Dialog } from '../kit/dialog'
import { FactorForm } from './factor-form'

/** Dialog that asks for the password or second factor again; `callStaff` then repeats the call that required it. */
export function ProofDialog() {
  const answer = useProof((state) => state.answer)
  return (
    <Dialog
      open={answer !== null}
      onClose={() => answer?.(false)}
      title="再次确认身份"
      note="这项操作影响较大。确认后 10 分钟内不再询问，操作会自动继续。"
    >
      {answer && <ProofForms onProven={() => answer(true)} />}
    </Dialog>
  )
}

function ProofForms({ onProven }: { onProven(): void }) {
  const { hasPassword, secondFactor } = useSignedInStaff()
  const [byCode, setByCode] = useState(secondFactor.enrolled)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState('')
  const { run, running } = useStaffAction('POST /staff/v1/session_prove', {
    onDone: onProven,
    onError: ({ msg }) => setProblem(msg),
  })
  if (!hasPassword && !secondFactor.enrolled)
    return <p className="text-14 text-ink-2">请先在“我的账号”开启二次验证，或在学生端设置登录密码。</p>
  const both = hasPassword && secondFactor.enrolled
  return (
    <div className="space-y-3 pt-2">
      {byCode ? (
        <FactorForm action="确认" error={problem} running={running} onSubmit={(code) => void run({ code })} />
      ) : (
        <form
          className="space-y-3.5"
          onSubmit={(event) => {
            event.preventDefault()
            if (password) void run({ password })
            else setProblem('请输入密码')
          }}
        >
          <PasswordField
            label="登录密码"
            autoComplete="current-password"
            value={password}
            onChange={(next) => {
              setPassword(next)
              setProblem('')
            }}
            error={problem || undefined}
          />
          <Button type="submit" block loading={running}>
            确认
          </Button>
        </form>
      )}
      {both && (
        <button
          type="button"
          onClick={() => {
            setByCode(!byCode)
            setProblem('')
          }}
          className="tap mx-auto block w-fit rounded-item text-13 text-primary"
        >
          {byCode ? '改用登录密码' : '改用动态验证码'}
        </button>
      )}
    </div>
  )
}
