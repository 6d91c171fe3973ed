import type { UserInfo } from '@dxx/contract/calls/accounts'
import { useState } from 'react'
import { logout } from '../../api/session'
import { useCall } from '../../api/use-call'
import { AccountCells } from '../../features/account/account-cells'
import { CacheCell } from '../../features/account/cache-cell'
import { DataCells } from '../../features/account/data-cells'
import { NotifyCells } from '../../features/account/notify-cells'
import { QuietButton } from '../../features/account/quiet-button'
import { useCurrentUser } from '../../features/account/with-user'
import { confirmLogout } from '../../features/outbox/ask-to-leave'
import { openLoginPage, switchTab } from '../../router/navigation'
import { Button } from '../../ui/button'
import { Cell, CellGroup } from '../../ui/cell'
import { Empty } from '../../ui/empty'
import { ListPicker } from '../../ui/list-picker'
import { Skeleton } from '../../ui/skeleton'
import { setTheme, storedTheme, type Theme } from '../../ui/theme'

export default function SettingPage() {
  const { state, user, retry } = useCurrentUser()
  const isPending = useAccountCalls(user !== null)
  if (state === 'loading' || isPending) return <Waiting />
  return (
    <div className="text-column space-y-3 px-4 pt-2 pb-10">
      {state === 'guest' && <Guest />}
      {state === 'failed' && <Empty type="error" onRetry={retry} />}
      {user && <AccountCells user={user} />}
      {user && <NotifyCells />}
      <CellGroup title="通用">
        <Appearance />
        <CacheCell />
        {user && <Cell title="离线书架" note="下载的内容在这里管理" href="#/pages/study/offline" />}
        <Cell title="帮助与客服" href="#/pages/help/index" />
        <Cell title="关于我们" href="#/pages/setting/about" />
      </CellGroup>
      {user && <DataCells />}
      {user && <Leave user={user} />}
    </div>
  )
}

/** Whether a call that adds cells to the account or the notification settings has not returned yet. */
function useAccountCalls(enabled: boolean): boolean {
  const calls = [
    useCall('GET /v1/notify_settings', {}, { enabled }),
    useCall('GET /v1/get_config', {}, { enabled, supporting: true }),
    useCall('GET /v1/campus_bindings', {}, { enabled }),
    useCall('GET /v1/campus_schools', {}, { enabled, supporting: true }),
  ]
  return enabled && calls.some(({ isPending }) => isPending)
}

/** Replaced as a whole, because the height of the account and the notification settings depends on the user. */
function Waiting() {
  return (
    <div aria-hidden="true" className="text-column space-y-3 px-4 pt-2 pb-10">
      <Skeleton className="h-71 rounded-card" />
      <Skeleton className="h-38 rounded-card" />
      <Skeleton className="h-70 rounded-card" />
    </div>
  )
}

function Guest() {
  return (
    <div className="flex items-center gap-4 rounded-card bg-card p-4">
      <p className="min-w-0 flex-1">
        <b className="text-15 font-semibold">登录后管理账号</b>
        <span className="block text-12 text-ink-3">手机号、密码、微信和登录设备都在这里</span>
      </p>
      <Button size="small" onClick={() => openLoginPage()}>
        登录
      </Button>
    </div>
  )
}

const themes: { value: Theme; title: string }[] = [
  { value: 'system', title: '跟随系统' },
  { value: 'light', title: '浅色' },
  { value: 'dark', title: '深色' },
]

function Appearance() {
  const [theme, choose] = useState(storedTheme)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Cell title="外观" value={themes.find(({ value }) => value === theme)?.title} onClick={() => setOpen(true)} />
      <ListPicker
        open={open}
        onClose={() => setOpen(false)}
        label="外观"
        options={themes}
        value={theme}
        onChange={(next) => {
          setTheme(next)
          choose(next)
        }}
      />
    </>
  )
}

function Leave({ user }: { user: UserInfo }) {
  async function leave() {
    if (!(await confirmLogout(user.nickname))) return
    void logout()
    void switchTab('/pages/my/index')
  }
  return <QuietButton onClick={() => void leave()}>退出登录</QuietButton>
}
