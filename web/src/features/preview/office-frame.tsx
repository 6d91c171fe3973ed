import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Isolated document for converted Office files: styles do not leak in either direction, the sandbox forbids scripts and
 * its own content security policy forbids loading other resources.
 */
export function OfficeFrame({
  title,
  zoom,
  onReady,
}: {
  title: string
  zoom: number
  /** Called with the frame's body once the frame is loaded. */
  onReady(body: HTMLElement): void
}) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [loaded, setLoaded] = useState(false)
  const ready = useRef(onReady)
  useFrameLinks(frame, loaded)
  useEffect(() => {
    const body = frame.current?.contentDocument?.body
    if (loaded && body) body.style.zoom = String(zoom)
  }, [zoom, loaded])
  return (
    <iframe
      ref={frame}
      title={title}
      src="/office-frame.html"
      sandbox="allow-same-origin"
      onLoad={() => {
        const document = frame.current?.contentDocument
        // The initial blank document also fires a load event.
        if (!document?.body || document.URL === 'about:blank' || loaded) return
        setLoaded(true)
        ready.current(document.body)
      }}
      className="block h-[calc(100dvh-7rem)] w-full rounded-item border-0 bg-[#eef0f4]"
    />
  )
}

/** Opens web links in a new window, because the frame cannot navigate. */
function useFrameLinks(frame: RefObject<HTMLIFrameElement | null>, loaded: boolean): void {
  useEffect(() => {
    const document = frame.current?.contentDocument
    if (!loaded || !document) return
    const follow = (event: Event) => {
      const link = (event.target as Element | null)?.closest?.('a')
      const address = link?.getAttribute('href') ?? ''
      if (!link || address.startsWith('#')) return
      event.preventDefault()
      if (/^https?:\/\//i.test(address)) window.open(address, '_blank', 'noopener,noreferrer')
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [frame, loaded])
}
