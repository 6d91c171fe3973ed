import type { LoggedIn } from '@dxx/contract/calls/accounts'
import { ResponseCode } from '@dxx/contract/envelope'
import { useEffect, useState } from 'react'
import { ApiError } from '../../api/error'
import { useAction } from '../../api/use-action'
import { AgreeBox, useAgree } from '../../features/account/agree'
import { AgreementSheet } from '../../features/account/agreement-sheet'
import { MobileCodeForm } from '../../features/account/mobile-code-form'
import { PasswordForm } from '../../features/account/password-form'
import { Button } from '../../ui/button'
import { TabPanel, Tabs } from '../../ui/tabs'
import { callStaff } from '../api/client'
import { staffQueryClient } from '../api/hooks'
import { startSession, useLogoutMessage } from '../api/session'
import { OfflineBar } from '../kit/states'
import { FactorForm } from './factor-form'
import { LoginCard } from './login-card'

/**
 * Login page of the console: the login form of the student app, then the second factor. The student session stays in
 * memory only, until the server exchanges it for a console session.
 */
export function LoginPage() {
  const farewell = useLogoutMessage(({ text }) => text)
  const [student, setStudent] = useState<string | null>(null)
  const [needsCode, setNeedsCode] = useState(false)
  const [problem, setProblem] = useState('')
  const [running, setRunning] = useState(false)
  useEffect(() => {
    document.title = '登录 · 多享学管理台'
  }, [])

  async function open(token: string, code?: string) {
    setProblem('')
    setRunning(true)
    try {
      const { token: staffToken, me } = await callStaff('POST /staff/v1/session_open', { code }, { token })
      startSession(staffToken)
      staffQueryClient.setQueryData(['GET /staff/v1/me', {}], me)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === ResponseCode.proof) setNeedsCode(true)
      else if (error.code === ResponseCode.login) setStudent(null)
      if (error.code !== ResponseCode.proof || code) setProblem(error.msg)
    } finally {
      setRunning(false)
    }
  }

  const onIn = ({ token }: LoggedIn) => {
    setStudent(token)
    void open(token)
  }
  const restart = () => {
    setStudent(null)
    setNeedsCode(false)
    setProblem('')
  }

  if (student && needsCode) {
    return (
      <LoginCard title="二次验证" note="打开身份验证器，输入多享学的 6 位动态验证码">
        <FactorForm
          action="进入管理台"
          error={problem}
          running={running}
          onSubmit={(code) => void open(student, code)}
        />
        <Button kind="text" block onClick={restart}>
          换一个账号
        </Button>
      </LoginCard>
    )
  }
  return (
    <>
      <OfflineBar />
      <LoginCard title="管理台" note={farewell || '教师、学校和运营人员由此进入'}>
        {student && problem ? (
          <div className="space-y-3">
            <p role="alert" className="rounded-card bg-amber-soft px-4 py-3 text-14 text-amber">
              {problem}
            </p>
            <Button block onClick={() => void open(student)} loading={running}>
              再试一次
            </Button>
            <Button kind="text" block onClick={restart}>
              换一个账号
            </Button>
          </div>
        ) : (
          <Forms onIn={onIn} opening={running} />
        )}
      </LoginCard>
      <AgreementSheet />
    </>
  )
}

/** Login by password or SMS code; both forms share the mobile number. */
function Forms({ onIn, opening }: { onIn(data: LoggedIn): void; opening: boolean }) {
  const [way, setWay] = useState<'password' | 'code'>('password')
  const [mobile, setMobile] = useState('')
  const Form = way === 'code' ? CodeForm : PasswordLogin
  return (
    <>
      <Tabs
        id="login"
        label="登录方式"
        items={[
          { id: 'password', title: '密码登录' },
          { id: 'code', title: '验证码登录' },
        ]}
        value={way}
        onChange={setWay}
      />
      <div className="pt-3">
        <TabPanel tabs="login" value={way}>
          <Form mobile={mobile} onMobile={setMobile} onIn={onIn} opening={opening} />
        </TabPanel>
      </div>
    </>
  )
}

interface FormProps {
  mobile: string
  onMobile(mobile: string): void
  onIn(data: LoggedIn): void
  opening: boolean
}

const PasswordLogin = (props: FormProps) => <PasswordForm {...props} forgetUrl="/#/pages/login/forget" />

/** Login by SMS code. It also registers an unknown number, so the user must accept the agreement. */
function CodeForm({ mobile, onMobile, onIn, opening }: FormProps) {
  const agree = useAgree()
  const [problem, setProblem] = useState('')
  const { run, running } = useAction('POST /v1/login_code', { onDone: onIn, onError: ({ msg }) => setProblem(msg) })
  return (
    <MobileCodeForm
      scene="login"
      mobile={mobile}
      onMobile={onMobile}
      error={problem}
      onError={setProblem}
      action="登录"
      running={running || opening}
      onSubmit={(code) => agree.whenAgreed(() => void run({ mobile, code }))}
    >
      <AgreeBox agree={agree} />
    </MobileCodeForm>
  )
}
