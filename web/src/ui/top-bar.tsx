import { appConstants, texts } from '@dxx/contract/rules/constants'
import Bell from 'lucide-react/icons/bell'
import Search from 'lucide-react/icons/search'
import type { ReactNode } from 'react'
import { Avatar } from './avatar'
import { Badge } from './badge'
import { cx } from './cx'
import { openInPlace } from './open-in-place'

export interface TopBarProps {
  items: readonly { path: string; title: string }[]
  /** Current route, to highlight its item. */
  current: string
  onSelect(path: string): void
  unread?: number
  user?: { nickname: string; avatar?: string | null } | null
  /** Search input; without it, a link to the search page. */
  search?: ReactNode
  /** Name for screen readers. */
  label?: string
}

/** Desktop navigation of 64 px height: brand, main pages, search, messages, profile. */
export function TopBar({ items, current, onSelect, unread = 0, user, search, label: name = '主导航' }: TopBarProps) {
  const link = (path: string, className: string, children: ReactNode, label?: string) => (
    <a
      href={`#/${path}`}
      aria-label={label}
      aria-current={path === current ? 'page' : undefined}
      onClick={(event) => openInPlace(event, () => onSelect(path))}
      className={className}
    >
      {children}
    </a>
  )
  return (
    <header className="hairline-b shrink-0 bg-card">
      <div className="frame flex min-h-16 flex-wrap items-center gap-x-4 gap-y-1 text-15 desk:gap-x-9">
        {link(
          'pages/index/index',
          'tap rounded-item text-19 font-extrabold tracking-wider text-primary',
          appConstants.name,
        )}
        <nav aria-label={name}>
          <ul className="flex flex-wrap gap-x-4 desk:gap-x-9">
            {items.map(({ path, title }) => (
              <li key={path}>
                {link(
                  path,
                  cx(
                    'tap grid min-h-11 place-items-center rounded-item whitespace-nowrap hover:text-primary',
                    path === current && 'font-semibold text-primary',
                  ),
                  title,
                )}
              </li>
            ))}
          </ul>
        </nav>
        {search ??
          link(
            'pages/search/index',
            'tap ml-6 flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded-full bg-fill px-4 text-14 text-ink-3',
            <>
              <Search aria-hidden="true" size={18} />
              <span className="truncate">{texts.searchPlaceholder}</span>
            </>,
          )}
        <div className="flex items-center gap-3">
          {link(
            'pages/message/index',
            'grid h-11 min-w-11 place-items-center rounded-full hover:bg-fill',
            <Badge count={unread}>
              <Bell aria-hidden="true" size={22} strokeWidth={1.8} />
            </Badge>,
            unread ? `消息，${unread} 条未读` : '消息',
          )}
          {link(
            'pages/my/index',
            'grid size-11 place-items-center rounded-full',
            user ? <Avatar name={user.nickname} src={user.avatar} size={34} /> : '登录',
            user ? `我的${user.nickname && `，${user.nickname}`}` : '登录',
          )}
        </div>
      </div>
    </header>
  )
}
