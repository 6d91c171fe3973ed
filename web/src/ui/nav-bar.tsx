import ChevronLeft from 'lucide-react/icons/chevron-left'
import type { ReactNode } from 'react'
import { cx } from './cx'
import { IconButton } from './icon-button'

export interface NavBarProps {
  title: ReactNode
  /** Shows a back arrow if given. */
  back?: () => void
  right?: ReactNode
  /** For a bar over a picture: no background, white icons. */
  transparent?: boolean
}

/**
 * Phones: bar of 44 px plus the safe area; the title is centred and shrinks before the buttons do. Wider windows: the
 * page's title at the left (nav-bar.css).
 */
export function NavBar({ title, back, right, transparent }: NavBarProps) {
  return (
    <header className={cx('pt-safe relative z-10 shrink-0', transparent ? 'text-white' : 'bg-page text-ink')}>
      <div className="nav-bar">
        <div>
          {back && (
            <IconButton label="返回" onClick={back}>
              <ChevronLeft aria-hidden="true" size={24} />
            </IconButton>
          )}
        </div>
        <h1 className="truncate">{title}</h1>
        <div data-head-slot className="flex items-center justify-end">
          {right}
        </div>
      </div>
    </header>
  )
}
