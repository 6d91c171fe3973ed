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

/** Bar of 44 px plus the safe area. The title is centred and shrinks before the buttons do. */
export function NavBar({ title, back, right, transparent }: NavBarProps) {
  return (
    <header className={cx('pt-safe relative z-10 shrink-0', transparent ? 'text-white' : 'bg-page text-ink')}>
      <div className="grid min-h-11 grid-cols-[minmax(44px,1fr)_minmax(0,auto)_minmax(44px,1fr)] items-center gap-x-2 px-1">
        <div>
          {back && (
            <IconButton label="返回" onClick={back}>
              <ChevronLeft aria-hidden="true" size={24} />
            </IconButton>
          )}
        </div>
        <h1 className="truncate text-17 font-semibold">{title}</h1>
        <div className="flex items-center justify-end">{right}</div>
      </div>
    </header>
  )
}
