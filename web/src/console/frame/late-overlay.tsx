import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { toast } from '../../state/flash'

interface OverlayProps {
  onClose(): void
}

interface LateOverlayProps extends OverlayProps {
  load(): Promise<ComponentType<OverlayProps>>
}

/** Loads the code of an overlay when it opens. If that fails, shows a toast and closes; the page stays unchanged. */
export function LateOverlay({ load, onClose }: LateOverlayProps) {
  const [Loaded, setLoaded] = useState<ComponentType<OverlayProps> | null>(null)
  const begin = useEffectEvent(load)
  const giveUp = useEffectEvent(() => {
    onClose()
    toast('网络断开，暂时打不开，请稍后再试')
  })
  useEffect(() => {
    let isGone = false
    begin().then(
      (component) => {
        if (!isGone) setLoaded(() => component)
      },
      () => {
        if (!isGone) giveUp()
      },
    )
    return () => {
      isGone = true
    }
  }, [])
  return Loaded && <Loaded onClose={onClose} />
}
