import type { CodeLanguage } from '@dxx/contract/calls/runcode'
import { lazy, type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Prose } from '../../ui/prose'
import { ScrollingPre } from '../../ui/scrolling-pre'

const CodeCell = lazy(() => import('../code-cell/code-cell').then((module) => ({ default: module.CodeCell })))

interface AnswerProps {
  /** Names the cells in it. */
  turnId: string
  /** Rendered and cleaned by the server. */
  html: string
}

/** A finished answer; its code can be changed and run. */
export function Answer({ turnId, html }: AnswerProps) {
  const box = useRef<HTMLDivElement>(null)
  const [cells, setCells] = useState<{ place: Element; content: ReactNode }[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the places are made once for each text
  useLayoutEffect(() => {
    const found = [...(box.current?.querySelectorAll<HTMLElement>('pre[data-cell]') ?? [])]
    setCells(
      found.map((pre) => {
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
  }, [html, turnId])
  return (
    <div ref={box}>
      <Prose html={html} className="ai-answer text-15" />
      {cells.map(({ place, content }, i) => createPortal(content, place, String(i)))}
    </div>
  )
}
