import { type ComponentProps, useLayoutEffect } from 'react'
import { Button } from '../../ui/button'
import { logOut } from '../frame/person-menu'
import { EnrolSteps } from './enrol-steps'
import { LoginCard } from './login-card'

/** Shown instead of the console until the required second factor is enrolled. */
export function EnrolPage(steps: ComponentProps<typeof EnrolSteps>) {
  useLayoutEffect(() => {
    document.title = '开启二次验证 · 多享学管理台'
  }, [])
  return (
    <LoginCard title="开启二次验证" note="管理台要求密码之外的第二道验证，只需设置一次">
      <EnrolSteps {...steps} />
      <Button kind="text" block onClick={logOut}>
        退出
      </Button>
    </LoginCard>
  )
}
