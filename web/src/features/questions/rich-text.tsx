import '../../styles/code.css'
// With the page, because questions often have formulas, whose lines would change their height later.
import 'katex/dist/katex-swap.min.css'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { AlbumPreview } from '../../ui/album-preview'
import { cx } from '../../ui/cx'
import { Prose } from '../../ui/prose'

/** Stem, analysis or reference answer; its pictures open in full screen. */
export function RichText({ html, className, id }: { html: string; className?: string; id?: string }) {
  const root = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<{ src: string; alt: string } | null>(null)
  const pictures = html.includes('<img')

  // Makes pictures operable as buttons, also by keyboard.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new text
  useEffect(() => {
    for (const image of root.current?.querySelectorAll('img') ?? []) {
      image.tabIndex = 0
      image.setAttribute('role', 'button')
      image.setAttribute('aria-label', `放大图片${image.alt ? `：${image.alt}` : ''}`)
      image.style.cursor = 'zoom-in'
    }
  }, [html])

  function open(target: EventTarget): boolean {
    if (!(target instanceof HTMLImageElement)) return false
    setShown({ src: target.currentSrc || target.src, alt: target.alt })
    return true
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pictures inside are buttons; this handles their events
    <div
      ref={root}
      id={id}
      onClick={pictures ? (event: MouseEvent) => open(event.target) && event.preventDefault() : undefined}
      onKeyDown={(event) => {
        if ((event.key === 'Enter' || event.key === ' ') && open(event.target)) {
          event.preventDefault()
          event.stopPropagation()
        }
      }}
    >
      <Prose html={html} className={cx('question-text', className)} />
      {pictures &&
        createPortal(
          <AlbumPreview images={shown ? [shown] : []} shown={shown ? 0 : null} onClose={() => setShown(null)} />,
          document.body,
        )}
    </div>
  )
}
