import ChevronRight from 'lucide-react/icons/chevron-right'
import LogOut from 'lucide-react/icons/log-out'
import { useState } from 'react'
import { Link } from 'wouter'
import { Segmented } from '../../ui/segmented'
import { setTheme, storedTheme, type Theme } from '../../ui/theme'
import { PersonAvatar } from '../kit/face'
import { PageHead } from '../kit/page-head'
import { hasAnyPermission, roleNames, useSignedInStaff } from './me'
import { pages } from './pages'
import { logOut } from './person-menu'
import { SchoolSwitch } from './school-switch'

const themes: { value: Theme; title: string }[] = [
  { value: 'light', title: '浅色' },
  { value: 'dark', title: '深色' },
  { value: 'system', title: '跟随系统' },
]

/** Page 更多 on phones: links to all pages, and the personal settings. */
export function MorePage() {
  const me = useSignedInStaff()
  const [theme, choose] = useState(storedTheme)
  return (
    <>
      <PageHead title="更多" />
      <div className="flex items-center gap-3 rounded-card bg-card p-4">
        <PersonAvatar id={me.person.id} name={me.person.nickname} src={me.person.avatar} size={44} />
        <div className="min-w-0">
          <p className="truncate text-15 font-semibold">{me.person.nickname}</p>
          <p className="text-ink-3">{roleNames(me)}</p>
        </div>
      </div>
      {me.schools.length > 1 && <SchoolSwitch />}
      <nav aria-label="全部页面" className="overflow-hidden rounded-card bg-card">
        {pages
          .filter(({ permissions }) => hasAnyPermission(me, permissions))
          .map(({ path, title, icon: Icon }) => (
            <Link
              key={path}
              href={`/${path}`}
              className="flex min-h-12 items-center gap-3 border-b border-line px-4 text-15 -outline-offset-2 last:border-0 active:bg-fill"
            >
              <Icon size={18} />
              <span className="flex-1">{title}</span>
              <ChevronRight size={16} className="text-ink-3" />
            </Link>
          ))}
      </nav>
      <Segmented
        label="外观"
        options={themes}
        value={theme}
        onChange={(next) => {
          setTheme(next)
          choose(next)
        }}
      />
      <button
        type="button"
        onClick={logOut}
        className="flex min-h-12 items-center justify-center gap-2 rounded-card bg-card text-15 text-danger active:bg-fill"
      >
        <LogOut size={18} />
        退出管理台
      </button>
    </>
  )
}
