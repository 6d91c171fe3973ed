import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import Keyboard from 'lucide-react/icons/keyboard'
import LogOut from 'lucide-react/icons/log-out'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import UserRound from 'lucide-react/icons/user-round'
import { useLocation } from 'wouter'
import { setTheme } from '../../ui/theme'
import { callStaff } from '../api/client'
import { endSession } from '../api/session'
import { consoleToken } from '../api/token'
import { keepDraftsOf } from '../kit/drafts'
import { PersonAvatar } from '../kit/face'
import { PopMenu } from '../kit/menu'
import { roleNames, useSignedInStaff } from './me'
import { useOverlays } from './overlays'

/** Logs out in this browser at once. If the call that ends the session on the server fails, the session expires. */
export function logOut(): void {
  const token = consoleToken.get()
  void callStaff('POST /staff/v1/session_close', {}).catch(() => {})
  keepDraftsOf('')
  endSession(token, '已退出管理台。')
}

/** Name and roles of the staff member at the bottom of the navigation; opens the personal menu. */
export function PersonMenu({ folded }: { folded: boolean }) {
  const me = useSignedInStaff()
  const [, go] = useLocation()
  const openHelp = () => useOverlays.getState().open('help')
  return (
    <div className="w-full border-t border-line pt-2">
      <PopMenu
        side="top"
        align="start"
        trigger={
          <button
            type="button"
            className={
              folded
                ? 'mx-auto grid size-10 place-items-center rounded-full'
                : 'flex w-full items-center gap-2.5 rounded-cover px-1.5 py-1 text-left hover:bg-fill'
            }
          >
            <PersonAvatar id={me.person.id} name={me.person.nickname} src={me.person.avatar} size={32} />
            <span className="sr-only">账号菜单</span>
            {!folded && (
              <>
                <span className="min-w-0 flex-1 leading-tight">
                  <b className="block truncate text-13 font-semibold">{me.person.nickname}</b>
                  <span className="block truncate text-11 text-ink-3">{roleNames(me)}</span>
                </span>
                <ChevronsUpDown size={14} className="text-ink-3" />
              </>
            )}
          </button>
        }
        items={[
          { label: '我的账号', icon: <UserRound size={16} />, onSelect: () => go('/account') },
          { label: '浅色', icon: <Sun size={16} />, onSelect: () => setTheme('light') },
          { label: '深色', icon: <Moon size={16} />, onSelect: () => setTheme('dark') },
          { label: '跟随系统', icon: <Monitor size={16} />, onSelect: () => setTheme('system') },
          { label: '快捷键', icon: <Keyboard size={16} />, onSelect: openHelp },
          { label: '退出管理台', icon: <LogOut size={16} />, onSelect: logOut, danger: true },
        ]}
      />
    </div>
  )
}
