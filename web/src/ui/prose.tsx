import '../styles/prose.css'
import { useEffect } from 'react'
import { cx } from './cx'
import { loadFormulaStyles } from './formulas'

/** HTML from our own server, sanitised at import. */
export function Prose({ html, className }: { html: string; className?: string }) {
  useEffect(() => loadFormulaStyles(html), [html])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the only door for HTML, and it comes sanitised
  return <div className={cx('prose', className)} dangerouslySetInnerHTML={{ __html: html }} />
}
