import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from './icon-button'
import { useDialog } from './use-dialog'
import { scrollBehavior } from './use-media'

export interface AlbumPreviewProps {
  images: readonly { src: string; alt: string }[]
  /** Index to start with; null while closed. */
  shown: number | null
  onClose(): void
}

/** Full-screen pictures with swipe and arrow keys. */
export function AlbumPreview({ images, shown, onClose }: AlbumPreviewProps) {
  const dialog = useDialog(shown !== null, onClose)
  const strip = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)

  useLayoutEffect(() => {
    if (shown === null || !strip.current) return
    strip.current.scrollLeft = shown * strip.current.clientWidth
    setAt(shown)
  }, [shown])

  function walk(event: KeyboardEvent) {
    dialog.onKeyDown(event)
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step || !strip.current) return
    event.preventDefault()
    const next = Math.min(images.length - 1, Math.max(0, at + step))
    setAt(next)
    strip.current.scrollTo?.({ left: next * strip.current.clientWidth, behavior: scrollBehavior() })
  }

  return (
    <dialog {...dialog} onKeyDown={walk} aria-label="查看图片" className="dialog dialog-full">
      {shown !== null && (
        <>
          <div
            ref={strip}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
            tabIndex={0}
            onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => {
              if (clientWidth) setAt(Math.round(scrollLeft / clientWidth))
            }}
            className="no-scrollbar flex size-full snap-x snap-mandatory overflow-x-auto"
          >
            {images.map((image) => (
              <div key={image.src} className="grid size-full shrink-0 snap-center place-items-center">
                <img src={image.src} alt={image.alt} className="max-h-full max-w-full object-contain" />
              </div>
            ))}
          </div>
          <p role="status" className="tabular-nums absolute inset-x-0 top-4 text-center text-14">
            {at + 1} / {images.length}
          </p>
          <IconButton label="关闭" onClick={onClose} className="absolute top-2 right-2 bg-shade">
            <X aria-hidden="true" size={22} />
          </IconButton>
        </>
      )}
    </dialog>
  )
}
