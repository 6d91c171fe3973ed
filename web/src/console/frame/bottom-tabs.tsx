import Menu from 'lucide-react/icons/menu'
import { Link, useLocation } from 'wouter'
import { cx } from '../../ui/cx'
import { hasAnyPermission, useSignedInStaff } from './me'
import { pages } from './pages'

/** Tabs at the bottom on phones: the first three pages that a phone shows best, and 更多 for all others. */
export function BottomTabs() {
  const me = useSignedInStaff()
  const [location] = useLocation()
  const allowedPages = pages.filter(({ permissions, personal }) => !personal && hasAnyPermission(me, permissions))
  const open = [
    ...allowedPages.filter(({ yieldsTab }) => !yieldsTab),
    ...allowedPages.filter(({ yieldsTab }) => yieldsTab),
  ].slice(0, 3)
  const isAt = (path: string) => location === `/${path}` || location.startsWith(`/${path}/`)
  const tabs = [
    ...open.map(({ path, title, icon }) => ({ path, title, icon, isHere: isAt(path) })),
    { path: 'more', title: '更多', icon: Menu, isHere: !open.some(({ path }) => isAt(path)) },
  ]
  return (
    <nav aria-label="主导航" className="pb-safe shrink-0 border-t border-line bg-card">
      <ul className="flex h-15.5 items-stretch">
        {tabs.map(({ path, title, icon: Icon, isHere }) => (
          <li key={path} className="flex-1">
            <Link
              href={`/${path}`}
              aria-current={isHere ? 'page' : undefined}
              className={cx(
                'flex h-full flex-col items-center justify-center gap-0.75 text-11 -outline-offset-2',
                isHere ? 'font-semibold text-primary' : 'text-ink-3',
              )}
            >
              <Icon size={20} />
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
