import type { UserInfo } from '@dxx/contract/calls/accounts'
import { useState } from 'react'
import { useAction } from '../../api/use-action'
import { storeReturnedUser } from '../../features/account/complete-login'
import { FormCard } from '../../features/account/form-card'
import { NewPassword } from '../../features/account/new-password'
import { PasswordField } from '../../features/account/password-field'
import { WithUser } from '../../features/account/with-user'
import { navigateBack } from '../../router/navigation'
import { toast } from '../../state/flash'

export default function EditPasswordPage() {
  return <WithUser>{(user) => <EditPassword user={user} />}</WithUser>
}

function EditPassword({ user }: { user: UserInfo }) {
  const [oldPassword, setOldPassword] = useState('')
  const [problem, setProblem] = useState<{ field: 'old' | 'new'; msg: string } | null>(null)
  const { run, running } = useAction('POST /v1/user_edit_password', {
    onDone: () => {
      storeReturnedUser({ ...user, hasPassword: true })
      toast('密码已更新，其他设备需要重新登录')
      void navigateBack()
    },
    onError: ({ name, msg }) => setProblem({ field: name === 'password-wrong' ? 'old' : 'new', msg }),
  })

  function submit(password: string) {
    if (user.hasPassword && !oldPassword) setProblem({ field: 'old', msg: '请输入原密码' })
    else void run({ password, ...(user.hasPassword && { oldPassword }) })
  }

  return (
    <FormCard intro={user.hasPassword ? '修改后，其他设备需要重新登录。' : '设置密码后，可以用手机号和密码登录。'}>
      {user.hasPassword && (
        <PasswordField
          label="原密码"
          autoComplete="current-password"
          value={oldPassword}
          onChange={(text) => {
            setOldPassword(text)
            setProblem(null)
          }}
          error={problem?.field === 'old' ? problem.msg : undefined}
        />
      )}
      <NewPassword
        mobile={user.mobile}
        error={problem?.field === 'new' ? problem.msg : ''}
        running={running}
        action="保存"
        onSubmit={submit}
      />
      {user.hasPassword && (
        <p className="text-center">
          <a href="#/pages/setting/forget-password" className="tap rounded-item text-13 text-primary">
            忘记原密码？
          </a>
        </p>
      )}
    </FormCard>
  )
}
