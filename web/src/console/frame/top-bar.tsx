import ChevronRight from 'lucide-react/icons/chevron-right'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import Search from 'lucide-react/icons/search'
import { Link, useLocation } from 'wouter'
import { Logo } from '../../ui/logo'
import { KeyLabel } from '../kit/key'
import { Bell } from './bell'
import { scopeName, useSignedInStaff } from './me'
import { useOverlays } from './overlays'
import { pages } from './pages'
import { useSchool } from './school'

/** Top bar: breadcrumbs (the page title on phones), search, help and the bell. */
export function TopBar() {
  const me = useSignedInStaff()
  const open = useOverlays((state) => state.open)
  const [location] = useLocation()
  const page = pages.find(({ path }) => location === `/${path}` || location.startsWith(`/${path}/`))
  const school = useSchool()
  const crumbs = [school?.name ?? scopeName(me), page?.group, page?.title].filter(Boolean)
  return (
    <header className="flex h-13 shrink-0 items-center gap-1.5 px-4 desk:px-6">
      <p aria-hidden="true" className="flex min-w-0 flex-1 items-center gap-2.5 text-17 font-semibold desk:hidden">
        <Logo className="size-8! shrink-0 text-15!" />
        <span className="truncate">{page?.title ?? '管理台'}</span>
      </p>
      <nav aria-label="位置" className="min-w-0 flex-1 max-desk:hidden">
        <ol className="flex items-center gap-1.5 overflow-hidden whitespace-nowrap text-ink-3">
          {crumbs.map((crumb, at) => (
            <li key={crumb} className="flex min-w-0 items-center gap-1.5">
              {at > 0 && <ChevronRight size={13} className="shrink-0" />}
              {at === crumbs.length - 1 && page && location !== `/${page.path}` ? (
                <Link href={`/${page.path}`} className="tap truncate rounded-item text-ink-2 hover:text-primary">
                  {crumb}
                </Link>
              ) : (
                <span
                  aria-current={at === crumbs.length - 1 ? 'page' : undefined}
                  className={at === crumbs.length - 1 ? 'truncate text-ink-2' : 'truncate'}
                >
                  {crumb}
                </span>
              )}
            </li>
          ))}
        </ol>
      </nav>
      <button
        type="button"
        aria-keyshortcuts="Control+K"
        onClick={() => open('palette')}
        className="flex items-center gap-2 rounded-full text-ink-3 max-desk:size-11 max-desk:justify-center desk:h-8 desk:w-67 desk:bg-card desk:pr-2.5 desk:pl-3 desk:hover:bg-track"
      >
        <Search size={15} className="max-desk:size-5" />
        <span className="flex-1 text-left max-desk:sr-only">搜索</span>
        <KeyLabel>Ctrl</KeyLabel>
        <KeyLabel>K</KeyLabel>
      </button>
      <button
        type="button"
        aria-label="快捷键"
        title="快捷键"
        onClick={() => open('help')}
        className="hidden size-8 place-items-center rounded-full text-ink-2 hover:bg-track desk:grid"
      >
        <CircleHelp size={18} />
      </button>
      <Bell />
    </header>
  )
}
