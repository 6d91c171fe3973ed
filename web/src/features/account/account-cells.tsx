import type { UserInfo } from '@dxx/contract/calls/accounts'
import { ResponseCode } from '@dxx/contract/envelope'
import { maskMobile } from '@dxx/contract/rules/mask'
import { useState } from 'react'
import { loadUser, requireMobile } from '../../api/session'
import { useAction } from '../../api/use-action'
import { isInWechat } from '../../platform/wechat'
import { navigateTo } from '../../router/navigation'
import { usePage } from '../../router/page-context'
import { wechatApp } from '../../router/wechat-oauth'
import { toast } from '../../state/flash'
import { showModal, useStore } from '../../state/store'
import { Cell, CellGroup } from '../../ui/cell'
import { CampusCells } from './campus-cells'
import { storeReturnedUser } from './complete-login'
import { confirmMerge, offerSwitch } from './conflict'
import { useHasWechat, useWechat } from './use-wechat'

const settings = '/pages/setting/index'

/** Account settings: profile, mobile number and login methods. */
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
      <CampusCells />
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
  const [mergeable, setMergeable] = useState<{ ticket: string; msg: string; nickname: string } | null>(null)
  const bind = useAction('POST /v130/bind_wechat', {
    onDone: (userinfo) => {
      setMergeable(null)
      storeReturnedUser(userinfo)
      void loadUser()
      toast('微信已绑定')
    },
    onError: (error) => {
      const { msg, data } = error
      // A merge ticket is valid once: after a failure the user must authorize at WeChat again.
      setMergeable(null)
      if (error.code !== ResponseCode.conflict) return error.shown ? undefined : toast(msg)
      if (data.canMerge === true && typeof data.mergeTicket === 'string')
        setMergeable({ ticket: data.mergeTicket, msg, nickname: String(data.nickname ?? '') })
      void offerSwitch(error)
    },
  })
  const unbind = useAction('POST /v130/unbind_wechat', {
    onDone: () => {
      storeReturnedUser({ ...user, wechatBound: false })
      void loadUser()
      toast('微信已解绑')
    },
  })
  // Uses the WeChat code only if this page started the binding (query `bindWechat`).
  const toBind = useWechat(
    'bind',
    (code) => {
      if (query.bindWechat) void bind.run({ wechat_code: code, app: wechatApp() })
    },
    () => toast('绑定没有完成，请从设置里重新绑定'),
  )
  const toUnbind = useWechat('unbind', (code) => void unbind.run({ wechat_code: code, app: wechatApp() }))

  async function change() {
    if (!user.wechatBound) return toBind.start(`${settings}?bindWechat=1`)
    // Without a mobile number, WeChat is the only login method.
    if (requireMobile()) return
    const answer = await showModal({
      content: '解绑后不能再用这个微信登录，确定解绑吗？',
      confirmText: '解绑',
      type: 2,
    })
    if (answer !== 'confirm') return
    if (isInWechat()) toUnbind.start(settings)
    else void unbind.run({})
  }

  async function merge({ ticket, msg }: NonNullable<typeof mergeable>) {
    if (await confirmMerge(msg)) void bind.run({ mergeTicket: ticket })
  }

  // Without a WeChat configuration no WeChat account can be bound; an existing binding stays visible and can be
  // removed.
  const offered = useHasWechat()
  if (!offered && !user.wechatBound) return null
  const busy = [bind, unbind, toBind, toUnbind].some(({ running }) => running)
  return (
    <>
      <Cell
        title="微信"
        value={busy ? '请稍候…' : user.wechatBound ? '已绑定' : '未绑定'}
        onClick={() => !busy && void change()}
      />
      {mergeable && (
        <Cell
          title="合并账号"
          value={`与「${mergeable.nickname}」合并`}
          onClick={() => !busy && void merge(mergeable)}
        />
      )}
    </>
  )
}
