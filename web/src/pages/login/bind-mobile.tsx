import type { UserInfo } from '@dxx/contract/calls/accounts'
import { ResponseCode } from '@dxx/contract/envelope'
import { maskMobile } from '@dxx/contract/rules/mask'
import { useState } from 'react'
import type { ApiError } from '../../api/error'
import { useAction } from '../../api/use-action'
import { completeLogin, storeReturnedUser } from '../../features/account/complete-login'
import { settleConflict } from '../../features/account/conflict'
import { FormCard } from '../../features/account/form-card'
import { MobileCodeForm } from '../../features/account/mobile-code-form'
import { WithUser } from '../../features/account/with-user'
import { useLeaveGuard } from '../../router/page-context'
import { returnAfterLogin } from '../../router/return-after-login'
import { toast } from '../../state/flash'
import { showModal, useStore } from '../../state/store'
import { Button } from '../../ui/button'
import { Empty } from '../../ui/empty'

/** Returns to the page that asked for the number. */
const goBack = () => void returnAfterLogin(useStore.getState().path)

export default function BindMobilePage() {
  return (
    <WithUser>
      {(user) =>
        user.mobile ? (
          <Empty text={`已绑定手机号 ${maskMobile(user.mobile)}`}>
            <Button className="min-w-36" onClick={goBack}>
              返回
            </Button>
          </Empty>
        ) : (
          <BindMobile user={user} />
        )
      }
    </WithUser>
  )
}

function BindMobile({ user }: { user: UserInfo }) {
  const [mobile, setMobile] = useState('')
  const [problem, setProblem] = useState('')
  const onError = (error: ApiError, { code }: { code: string }) => {
    if (error.code === ResponseCode.conflict) void settleConflict(error, () => bind(code, true))
    else setProblem(error.msg)
  }
  const byWechat = useAction('POST /v130/wechat_bind_mobile', {
    onDone: (data) => {
      toast('手机号已绑定')
      completeLogin({ ...data, isNew: false }, useStore.getState().path)
    },
    onError,
  })
  const plainly = useAction('POST /v1/user_bind_mobile', {
    onDone: (userinfo) => {
      storeReturnedUser(userinfo)
      toast('手机号已绑定')
      goBack()
    },
    onError,
  })

  function bind(code: string, merge = false) {
    // A WeChat user may be merged into the account that has this number; then the call returns a new session.
    void (user.wechatBound ? byWechat : plainly).run({ mobile, code, merge })
  }

  useLeaveGuard(mobile !== '', async () => {
    const answer = await showModal({
      content: '手机号还没有绑定，确定离开吗？',
      confirmText: '离开',
      cancelText: '继续绑定',
    })
    return answer === 'confirm'
  })

  return (
    <FormCard withHelp intro="绑定手机号后，可以购买、评论、参与讨论，换设备也能找回账号。">
      <MobileCodeForm
        scene="bind"
        mobile={mobile}
        onMobile={setMobile}
        error={problem}
        onError={setProblem}
        action="绑定"
        running={byWechat.running || plainly.running}
        onSubmit={(code) => bind(code)}
      >
        <Button kind="text" block onClick={goBack}>
          暂不绑定
        </Button>
      </MobileCodeForm>
    </FormCard>
  )
}
