import type { CodeLanguage } from '@dxx/contract/calls/runcode'
import { lazy, Suspense, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Prose } from '../../ui/prose'
import { ScrollingPre } from '../../ui/scrolling-pre'
import { useMounts } from '../../ui/use-mounts'

const CodeCell = lazy(() => import('../code-cell/code-cell').then((module) => ({ default: module.CodeCell })))

interface AnswerProps {
  /** Makes the ids of the code cells in this answer unique. */
  turnId: string
  /** Rendered and sanitised by the server. */
  html: string
}

/** Complete answer; its code cells can be edited and run. */
export function AiAnswer({ turnId, html }: AnswerProps) {
  const box = useRef<HTMLDivElement>(null)
  const cells = useMounts(box, `${turnId} ${html}`, (text) =>
    [...text.querySelectorAll<HTMLElement>('pre[data-cell]')].map((pre) => {
      const place = document.createElement('div')
      pre.after(place)
      pre.hidden = true
      const source = pre.textContent ?? ''
      const { cell, language = 'python' } = pre.dataset
      return {
        place,
        content: (
          <Suspense fallback={<ScrollingPre>{source}</ScrollingPre>}>
            <CodeCell
              cell={`ai:${turnId}:${cell}`}
              language={language as CodeLanguage}
              source={source}
              html={pre.querySelector('code')?.innerHTML}
            />
          </Suspense>
        ),
      }
    }),
  )
  return (
    <div ref={box}>
      <Prose html={html} className="ai-answer text-15" />
      {cells.map(({ place, content }, i) => createPortal(content, place, String(i)))}
    </div>
  )
}
