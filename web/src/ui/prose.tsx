import '../styles/prose.css'
import { useEffect } from 'react'
import { cx } from './cx'
import { loadFormulaStyles } from './formulas'

/** Renders HTML from our own server, which sanitised it at import. */
export function Prose({ html, className }: { html: string; className?: string }) {
  useEffect(() => loadFormulaStyles(html), [html])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised this HTML
  return <div className={cx('prose', className)} dangerouslySetInnerHTML={{ __html: html }} />
}
