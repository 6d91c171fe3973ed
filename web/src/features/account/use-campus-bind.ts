import type { UserInfo } from '@dxx/contract/calls/accounts'
import { ResponseCode } from '@dxx/contract/envelope'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '../../api/error'
import { loadUser } from '../../api/session'
import { useAction } from '../../api/use-action'
import { invalidateCalls } from '../../api/use-call'
import { toast } from '../../state/flash'
import { openCampusLogin, showCampusError, takeCampusReturn } from './campus-return'
import { storeReturnedUser } from './complete-login'
import { settleConflict } from './conflict'

/** Binds a campus account to the logged-in account. `route`: URL of the page, to which the school returns. */
export function useCampusBind(route: string, onBound?: (user: UserInfo) => void) {
  const [leaving, setLeaving] = useState(false)
  const bind = useAction('POST /v1/campus_bind', {
    onDone: (user) => {
      storeReturnedUser(user)
      void loadUser()
      void invalidateCalls('GET /v1/campus_bindings')
      void invalidateCalls('GET /v1/student_auth_info')
      toast(user.studentStatus === 'passed' ? '校园账号已绑定，学生认证已通过' : '校园账号已绑定')
      onBound?.(user)
    },
    onError: (error) => {
      if (error.code === ResponseCode.conflict)
        void settleConflict(error, () => void bind.run({ proof: String(error.data.proof), merge: true }))
      else showCampusError(error)
    },
  })
  const look = useEffectEvent(() => {
    const returned = takeCampusReturn('campus-bind')
    if (returned) void bind.run(returned)
  })
  useEffect(() => look(), [])
  return {
    running: bind.running || leaving,
    async start(schoolId: string) {
      setLeaving(true)
      try {
        await openCampusLogin(schoolId, 'campus-bind', route)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (!error.shown) toast(error.msg)
      } finally {
        setLeaving(false)
      }
    },
  }
}
