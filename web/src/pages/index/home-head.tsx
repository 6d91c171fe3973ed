import { texts } from '@dxx/contract/rules/constants'
import Bell from 'lucide-react/icons/bell'
import Scan from 'lucide-react/icons/scan-line'
import Search from 'lucide-react/icons/search'
import { type ComponentType, useState } from 'react'
import { networkError } from '../../api/error'
import { useUnread } from '../../api/use-unread'
import { toast } from '../../state/flash'
import { Badge } from '../../ui/badge'
import { IconButton } from '../../ui/icon-button'

/** Home header on phones: search, scan, messages. */
export function HomeHead() {
  const unread = useUnread()?.total ?? 0
  return (
    <div className="pt-safe sticky top-0 z-10 bg-page">
      <div className="flex min-h-13 items-center gap-1 pr-2 pl-4">
        <a
          href="#/pages/search/index"
          className="tap flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded-full bg-card px-3.5 text-14 text-ink-3"
        >
          <Search aria-hidden="true" size={18} className="shrink-0" />
          <span className="truncate">{texts.searchPlaceholder}</span>
        </a>
        <ScanButton />
        <a
          href="#/pages/message/index"
          aria-label={unread > 0 ? `消息，${unread} 条未读` : '消息'}
          className="-ml-1 grid size-11 shrink-0 place-items-center rounded-full active:bg-track"
        >
          <Badge count={unread}>
            <Bell aria-hidden="true" size={22} strokeWidth={1.8} />
          </Badge>
        </a>
      </div>
    </div>
  )
}

/** Loads the scanner on demand, because its code is larger than this page. */
function ScanButton() {
  const [scanner, setScanner] = useState<{ Scanner: ComponentType<{ onClose(): void }> } | null>(null)
  const [open, setOpen] = useState(false)

  function start() {
    setOpen(true)
    import('../../features/scan/scanner').then(setScanner, () => {
      setOpen(false)
      toast(networkError().msg)
    })
  }

  return (
    <>
      <IconButton label="扫一扫" aria-busy={(open && !scanner) || undefined} onClick={start}>
        <Scan aria-hidden="true" size={22} strokeWidth={1.8} />
      </IconButton>
      {open && scanner && <scanner.Scanner onClose={() => setOpen(false)} />}
    </>
  )
}
