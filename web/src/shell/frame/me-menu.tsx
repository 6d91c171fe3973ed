import Bell from 'lucide-react/icons/bell'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import Clock from 'lucide-react/icons/clock'
import GraduationCap from 'lucide-react/icons/graduation-cap'
import Headset from 'lucide-react/icons/headset'
import Heart from 'lucide-react/icons/heart'
import NotebookPen from 'lucide-react/icons/notebook-pen'
import ReceiptText from 'lucide-react/icons/receipt-text'
import Settings from 'lucide-react/icons/settings'
import Ticket from 'lucide-react/icons/ticket'
import User from 'lucide-react/icons/user'
import type { ComponentType } from 'react'
import { useUnread } from '../../api/use-unread'
import type { RoutePath } from '../../router/routes'
import { Badge } from '../../ui/badge'
import { cx } from '../../ui/cx'

interface Item {
  path: RoutePath
  title: string
  icon: ComponentType<{ size?: number; strokeWidth?: number }>
  /** Matches the pages that belong to this item. */
  covers: RegExp
}

const items: readonly Item[] = [
  { path: 'pages/my/index', title: '个人中心', icon: User, covers: /my\/(index|edit-info|home)/ },
  { path: 'pages/order/index', title: '我的订单', icon: ReceiptText, covers: /order\/|evaluate\// },
  { path: 'pages/my/collect', title: '我的收藏', icon: Heart, covers: /my\/collect/ },
  { path: 'pages/my/browse', title: '浏览记录', icon: Clock, covers: /my\/browse/ },
  { path: 'pages/my/notes', title: '我的笔记', icon: NotebookPen, covers: /my\/notes/ },
  { path: 'pages/message/index', title: '消息中心', icon: Bell, covers: /message\// },
  { path: 'pages/exchange/index', title: '兑换中心', icon: Ticket, covers: /exchange\/|my\/coupons/ },
  { path: 'pages/my/auth', title: '学生认证', icon: GraduationCap, covers: /my\/auth/ },
  { path: 'pages/setting/index', title: '设置', icon: Settings, covers: /setting\// },
  { path: 'pages/help/index', title: '帮助', icon: CircleHelp, covers: /help\/(index|feedback)/ },
  { path: 'pages/help/cs', title: '联系客服', icon: Headset, covers: /help\/cs/ },
]

/** Menu of the me area, left of its pages from 960 px on. */
export function MeMenu({ path }: { path: string }) {
  const unread = useUnread()?.total ?? 0
  return (
    <nav
      aria-label="个人中心"
      data-side-menu
      // 我的 has no title between the top bar and the menu.
      className={cx('sticky top-0 hidden pb-4 pl-4 desk:block', path === 'pages/my/index' ? 'pt-6' : 'pt-2')}
    >
      <ul className="rounded-card bg-card p-2">
        {items.map(({ path: target, title, icon: Icon, covers }) => {
          const here = covers.test(path)
          return (
            <li key={target}>
              <a
                href={`#/${target}`}
                aria-current={here ? 'page' : undefined}
                className={cx(
                  'flex min-h-11 items-center gap-2.5 rounded-item px-3 text-14 -outline-offset-2',
                  here ? 'bg-primary-soft font-semibold text-primary' : 'text-ink-2',
                )}
              >
                <span aria-hidden="true" className="shrink-0">
                  <Icon size={18} strokeWidth={1.8} />
                </span>
                <span className="min-w-0 flex-1">{title}</span>
                {target === 'pages/message/index' && <Badge count={unread} unit="条未读消息" />}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
