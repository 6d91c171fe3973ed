import { texts } from '@dxx/contract/rules/constants'
import WifiOff from 'lucide-react/icons/wifi-off'
import { useSyncExternalStore } from 'react'

function subscribe(changed: () => void) {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** One line while the network is gone; nothing otherwise. */
export function OfflineBanner() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status" className="shrink-0">
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-amber-soft px-4 py-2 text-13 text-amber">
          <WifiOff aria-hidden="true" size={16} />
          {texts.offline}
        </p>
      )}
    </div>
  )
}
