import { type FormEvent, useState } from 'react'
import { useAction } from '../../api/use-call'
import { afterLogin, navigateBack } from '../../router/navigation'
import { usePage } from '../../router/page-context'
import { login } from '../../state/session'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { Logo } from '../../ui/logo'
import { NavBar } from '../../ui/nav-bar'

export default function LoginPage() {
  const { redirect } = usePage().query
  const [mobile, setMobile] = useState('')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState('')
  const { run, running } = useAction('POST /v1/login_password', {
    onDone: (data) => {
      login(data)
      void afterLogin(redirect)
    },
    onError: ({ msg }) => setProblem(msg),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setProblem('')
    void run({ mobile, password })
  }

  return (
    <>
      <NavBar title="" back={() => void navigateBack()} />
      <form onSubmit={submit} className="mx-auto max-w-100 space-y-3 px-7 pt-4">
        <Logo />
        <h1 className="pt-2 text-23 font-bold">欢迎来到多享学</h1>
        <Field
          label="手机号"
          hideLabel
          placeholder="手机号"
          inputMode="tel"
          autoComplete="username"
          left="+86"
          value={mobile}
          onChange={setMobile}
        />
        <Field
          label="密码"
          hideLabel
          placeholder="密码"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={problem || undefined}
        />
        <Button type="submit" block loading={running} className="mt-3">
          登录
        </Button>
      </form>
    </>
  )
}
