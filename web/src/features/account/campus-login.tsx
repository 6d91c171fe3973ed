import type { LoggedIn } from '@dxx/contract/calls/accounts'
import { ResponseCode } from '@dxx/contract/envelope'
import School from 'lucide-react/icons/school'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ApiError } from '../../api/error'
import { useAction } from '../../api/use-action'
import { useCall } from '../../api/use-call'
import { isInMiniProgram } from '../../platform/wechat'
import { toast } from '../../state/flash'
import { Spinner } from '../../ui/spinner'
import { openCampusLogin, showCampusError, takeCampusReturn } from './campus-return'
import { CampusSchools } from './campus-schools'
import { settleClaim } from './claimed-number'
import { LoginMethod } from './login-method'
import { offerLinkCopy } from './offer-link-copy'

interface CampusLoginProps {
  /** URL of the login page, to which the school returns. */
  route: string
  /** Runs the action after the user has accepted the agreements. */
  whenAgreed(action: () => void): void
  onIn(data: LoggedIn): void
}

/**
 * Login by campus account: asks for the school, opens its login page, and logs in with the code that the school
 * returns, or shows why there is none.
 */
export function CampusLogin({ route, whenAgreed, onIn }: CampusLoginProps) {
  const [choosing, setChoosing] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const { data: schools } = useCall('GET /v1/campus_schools', {}, { supporting: true })
  const { run, running } = useAction('POST /v1/campus_login', {
    onDone: onIn,
    onError: (error) => {
      if (error.code === ResponseCode.conflict) settle(error)
      else showCampusError(error)
    },
  })
  const look = useEffectEvent(() => {
    const returned = takeCampusReturn('campus')
    if (returned) void run(returned)
  })
  useEffect(() => look(), [])

  function settle({ msg, data }: ApiError) {
    const proof = String(data.proof ?? '')
    void settleClaim({ msg, proof }, () => void run({ proof, separate: true }))
  }

  async function choose(schoolId: string) {
    setChoosing(false)
    setLeaving(true)
    try {
      await openCampusLogin(schoolId, 'campus', route)
    } catch (error) {
      toast((error as ApiError).msg)
    } finally {
      setLeaving(false)
    }
  }

  // Hidden in the frame of a learning platform: the school returns to the site's own page, and most schools refuse to
  // be framed.
  if (!schools?.length || location.pathname.startsWith('/lti/')) return null
  return (
    <>
      <LoginMethod
        title="校园账号"
        className="bg-amber-soft text-amber"
        onClick={() => whenAgreed(() => (isInMiniProgram() ? void openInBrowser() : setChoosing(true)))}
      >
        {running || leaving ? <Spinner /> : <School aria-hidden="true" size={22} />}
      </LoginMethod>
      <CampusSchools open={choosing} onClose={() => setChoosing(false)} onChoose={(id) => void choose(id)} />
    </>
  )
}

/** A mini-program may open pages of our own domain only. */
const openInBrowser = () =>
  offerLinkCopy('小程序里不能打开学校的登录页。请复制链接，在手机浏览器里用校园账号登录；或在这里用手机号登录。')
