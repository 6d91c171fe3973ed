import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { cx } from '../../../../ui/cx'

const isStyle = (node: Node): node is HTMLElement =>
  node instanceof HTMLStyleElement || (node instanceof HTMLLinkElement && node.rel === 'stylesheet')

/** Copies the styles of this document, including styles that load later, into the target document. */
function followStyles(target: Document): () => void {
  for (const { name, value } of document.documentElement.attributes) target.documentElement.setAttribute(name, value)
  const copy = (nodes: Iterable<Node>) => {
    for (const node of nodes) if (isStyle(node)) target.head.append(node.cloneNode(true))
  }
  copy(document.head.childNodes)
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) copy(addedNodes)
  })
  observer.observe(document.head, { childList: true })
  return () => observer.disconnect()
}

interface DocumentFrameProps {
  title: string
  className?: string
  children: ReactNode
}

/** Renders its children in an iframe, so that media queries use the width of the frame, as on a phone. */
export function DocumentFrame({ title, className, children }: DocumentFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [body, setBody] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    let stop = () => {}
    const begin = () => {
      const target = element.contentDocument
      if (!target?.body || target.readyState !== 'complete') return
      stop()
      stop = followStyles(target)
      setBody(target.body)
    }
    begin()
    // Some browsers replace the first empty document of an iframe, so the rendering starts again after the load event.
    element.addEventListener('load', begin)
    return () => {
      element.removeEventListener('load', begin)
      stop()
    }
  }, [])
  return (
    <>
      <iframe ref={frame} title={title} className={cx('border-0 bg-page', className)} />
      {body && createPortal(children, body)}
    </>
  )
}
