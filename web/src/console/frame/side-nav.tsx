import PanelLeftClose from 'lucide-react/icons/panel-left-close'
import PanelLeftOpen from 'lucide-react/icons/panel-left-open'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { cx } from '../../ui/cx'
import { hasAnyPermission, useSignedInStaff } from './me'
import { type ConsolePage, pages } from './pages'
import { PersonMenu } from './person-menu'
import { SchoolSwitch } from './school-switch'
import { useNavCount } from './work-counts'

interface SideNavProps {
  /** Folded to a rail of icons 64 pixels wide, with the page names as tooltips. */
  folded: boolean
  canUnfold: boolean
  onFold(folded: boolean): void
}

/** Navigation on the left: the pages that the staff member may open, in groups. */
export function SideNav({ folded, canUnfold, onFold }: SideNavProps) {
  const me = useSignedInStaff()
  const open = pages.filter(({ permissions, personal }) => !personal && hasAnyPermission(me, permissions))
  const groups = [...new Set(open.map(({ group }) => group))]
  return (
    <aside
      className={cx(
        'flex shrink-0 flex-col border-r border-line bg-card pb-3',
        folded ? 'w-16 items-center' : 'w-52 px-3',
      )}
    >
      <div className="flex h-15 items-center gap-2.5 px-1.5">
        <span
          aria-hidden="true"
          className="grid size-8 place-items-center rounded-[9px] bg-linear-150 from-[#3d7bff] to-[#1d46c9] text-15 font-bold text-white"
        >
          享
        </span>
        {!folded && (
          <div className="min-w-0 leading-tight">
            <b className="block text-15 font-semibold tracking-wide">多享学</b>
            <span className="text-11 text-ink-3">管理台</span>
          </div>
        )}
      </div>
      {!folded && <SchoolSwitch />}
      {/* The scrollbar shows that more pages follow: the navigation of the owner is taller than a laptop window. */}
      <nav aria-label="主导航" className="min-h-0 w-full flex-1 overflow-y-auto [scrollbar-width:thin]">
        {groups.map((group) => (
          <div key={group} className={folded ? 'flex flex-col items-center gap-0.5' : ''}>
            {group && !folded && <p className="px-2.5 pt-3 pb-1 text-11 tracking-wide text-ink-3">{group}</p>}
            {group && folded && <hr className="my-1.5 w-6 border-line" />}
            {open
              .filter((page) => page.group === group)
              .map((page) => (
                <NavLink key={page.path} page={page} folded={folded} />
              ))}
          </div>
        ))}
      </nav>
      {canUnfold && (
        <button
          type="button"
          aria-label={folded ? '展开导航' : '收起导航'}
          title={folded ? '展开导航' : '收起导航'}
          onClick={() => onFold(!folded)}
          className={cx(
            'mb-1.5 grid size-8.5 place-items-center rounded-cover text-ink-3 hover:bg-fill hover:text-ink',
            !folded && 'self-end',
          )}
        >
          {folded ? <PanelLeftOpen size={17} /> : <PanelLeftClose size={17} />}
        </button>
      )}
      <PersonMenu folded={folded} />
    </aside>
  )
}

function NavLink({ page: { path, title, icon: Icon }, folded }: { page: ConsolePage; folded: boolean }) {
  const waiting = useNavCount(path)
  const [location] = useLocation()
  const isHere = location === `/${path}` || location.startsWith(`/${path}/`)
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    // jsdom has no scrollIntoView.
    if (isHere) link.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isHere])
  return (
    <Link
      ref={link}
      href={`/${path}`}
      aria-current={isHere ? 'page' : undefined}
      title={folded ? title : undefined}
      className={cx(
        'relative flex items-center rounded-cover text-14 -outline-offset-2 transition-colors',
        folded ? 'h-9.5 w-10 justify-center' : 'mb-px h-8.5 gap-2.5 px-2.5',
        isHere ? 'bg-primary-soft font-semibold text-primary' : 'text-ink-2 hover:bg-fill',
      )}
    >
      <Icon size={17} />
      {folded ? <span className="sr-only">{title}</span> : <span className="min-w-0 flex-1 truncate">{title}</span>}
      {waiting > 0 && folded && (
        <span className="absolute top-1.75 right-1.75 size-1.75 rounded-full bg-primary ring-2 ring-card" />
      )}
      {waiting > 0 && !folded && (
        <span className="tabular-nums text-12">
          {waiting}
          <span className="sr-only"> 件等待处理</span>
        </span>
      )}
    </Link>
  )
}
