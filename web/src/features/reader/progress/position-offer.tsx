import X from 'lucide-react/icons/x'
import { Button } from '../../../ui/button'
import { IconButton } from '../../../ui/icon-button'
import type { LastPlace } from '../highlights/store'

interface PositionOfferProps {
  offer: LastPlace
  /** Id of the open chapter. */
  chapterId: string
  onAccept(): void
  onDecline(): void
}

/** Offers to continue at the position of another device. */
export function PositionOffer({ offer: { chapterId: there, chapterTitle, locator }, ...props }: PositionOfferProps) {
  const { chapterId, onAccept, onDecline } = props
  const words = there === chapterId ? locator.exact.trim().slice(0, 16) || chapterTitle : chapterTitle
  return (
    <div className="absolute inset-x-3 top-[calc(env(safe-area-inset-top)+3.25rem)] z-10 mx-auto max-w-120 desk:top-3">
      <div
        role="status"
        className="reader-panel flex animate-rise items-center gap-2 rounded-card py-1.5 pr-1 pl-3.5 text-13 shadow-float"
      >
        <p className="line-clamp-2 min-w-0 flex-1">另一台设备读到了「{words}」</p>
        <Button size="small" onClick={onAccept}>
          去那里
        </Button>
        <IconButton label="留在这里" onClick={onDecline}>
          <X aria-hidden="true" size={18} />
        </IconButton>
      </div>
    </div>
  )
}
