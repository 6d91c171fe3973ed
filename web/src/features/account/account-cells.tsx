import type { UserInfo } from '@dxx/contract/calls/accounts'
import { Code } from '@dxx/contract/envelope'
import { maskMobile } from '@dxx/contract/rules/mask'
import { useAction } from '../../api/use-action'
import { inWechat } from '../../platform/wechat'
import { wechatApp } from '../../platform/wechat-oauth'
import { navigateTo } from '../../router/navigation'
import { usePage } from '../../router/page-context'
import { toast } from '../../state/flash'
import { loadUser, needMobile } from '../../state/session'
import { showModal, useStore } from '../../state/store'
import { Cell, CellGroup } from '../../ui/cell'
import { settleConflict } from './conflict'
import { takeUser } from './enter'
import { useHasWechat, useWechat } from './use-wechat'

const settings = '/pages/setting/index'

/** The ways into the account. */
export function AccountCells({ user }: { user: UserInfo }) {
  return (
    <CellGroup title="账号与安全">
      <Cell title="个人资料" value={user.nickname} href="#/pages/my/edit-info" />
      {user.mobile ? (
        <Cell title="手机号" value={maskMobile(user.mobile)} href="#/pages/setting/edit-phone" />
      ) : (
        <Cell title="手机号" value="未绑定" onClick={bindMobile} />
      )}
      <WechatCell user={user} />
      <Cell
        title="登录密码"
        value={user.hasPassword ? '修改' : '未设置'}
        href={user.hasPassword ? '#/pages/setting/edit-password' : '#/pages/login/set-password'}
      />
      <Cell title="登录设备" href="#/pages/setting/devices" />
    </CellGroup>
  )
}

function bindMobile() {
  useStore.setState({ path: settings })
  navigateTo('/pages/login/bind-mobile')
}

function WechatCell({ user }: { user: UserInfo }) {
  const { query } = usePage()
  const bind = useAction('POST /v130/bind_wechat', {
    onDone: (userinfo) => {
      takeUser(userinfo)
      void loadUser()
      toast('微信已绑定')
    },
    onError: (error) => {
      if (error.code === Code.conflict) void settleConflict(error, (mergeTicket) => void bind.run({ mergeTicket }))
      else if (!error.shown) toast(error.msg)
    },
  })
  const unbind = useAction('POST /v130/unbind_wechat', {
    onDone: () => {
      takeUser({ ...user, wechatBound: false })
      void loadUser()
      toast('微信已解绑')
    },
  })
  // Only the page that was left to bind takes the code: `bindWechat` says so.
  const toBind = useWechat('bind', (code) => {
    if (query.bindWechat) void bind.run({ wechat_code: code, app: wechatApp() })
  })
  const toUnbind = useWechat('unbind', (code) => void unbind.run({ wechat_code: code, app: wechatApp() }))

  async function change() {
    if (!user.wechatBound) return toBind.start(`${settings}?bindWechat=1`)
    // Without a number WeChat is the only way in.
    if (needMobile()) return
    const answer = await showModal({ content: '解绑后不能再用这个微信登录，确定解绑吗？', confirmText: '解绑' })
    if (answer !== 'confirm') return
    if (inWechat()) toUnbind.start(settings)
    else void unbind.run({})
  }

  // Where it is not configured there is nothing to bind; a binding from before may still be looked at and undone.
  const offered = useHasWechat()
  if (!offered && !user.wechatBound) return null
  const busy = [bind, unbind, toBind, toUnbind].some(({ running }) => running)
  return (
    <Cell
      title="微信"
      value={busy ? '请稍候…' : user.wechatBound ? '已绑定' : '未绑定'}
      onClick={() => !busy && void change()}
    />
  )
}
