import '../styles/prose.css'
import { cx } from './cx'

/** HTML from our own server, sanitised there when it was imported. */
export function Prose({ html, className }: { html: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the only door for HTML, and it comes sanitised
  return <div className={cx('prose', className)} dangerouslySetInnerHTML={{ __html: html }} />
}
