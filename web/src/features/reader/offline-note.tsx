import { texts } from '@dxx/contract/rules/constants'
import WifiOff from 'lucide-react/icons/wifi-off'
import { useReach } from '../../state/reachability'

/**
 * Network state beside the page number. A line above the text would change the height of the pages, so that each lost
 * network would show another page than the one that is being read.
 */
export function OfflineNote() {
  const reach = useReach()
  return (
    <p role="status" className="reader-note">
      {reach !== 'ok' && (
        <>
          <WifiOff aria-hidden="true" size={12} />
          {reach === 'down' ? '暂时连不上服务器' : texts.offline}
        </>
      )}
    </p>
  )
}
