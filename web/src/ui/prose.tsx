import '../styles/prose.css'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { bindPunctuation } from './bind-punctuation'
import { cx } from './cx'
import { loadFormulaStyles } from './formulas'

/** Renders HTML from our own server, which sanitised it at import. */
export function Prose({ html, className }: { html: string; className?: string }) {
  const text = useRef<HTMLDivElement>(null)
  useEffect(() => loadFormulaStyles(html), [html])
  useLayoutEffect(() => {
    if (html.includes('class="katex')) bindPunctuation(text.current!)
  }, [html])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised this HTML
  return <div ref={text} className={cx('prose', className)} dangerouslySetInnerHTML={{ __html: html }} />
}
