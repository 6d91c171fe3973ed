import type { AiTurn } from '@dxx/contract/calls/ai'
import { useEffect, useRef } from 'react'
import { cx } from '../../ui/cx'
import { Prose } from '../../ui/prose'

interface SourcesPanelProps {
  turn: AiTurn | undefined
  /** Link of the citation that was chosen in the answer. */
  chosen: string | null
}

/** Sources of one answer in full, beside the conversation. */
export function SourcesPanel({ turn, chosen }: SourcesPanelProps) {
  const box = useRef<HTMLOListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever another citation is chosen
  useEffect(() => {
    box.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' })
  }, [chosen, turn?.id])
  if (!turn) return <p className="text-13 text-ink-3">回答引用的原文会显示在这里，点一下就能打开。</p>
  return (
    <>
      <p className="mb-2 line-clamp-2 text-12 text-ink-3">{turn.question}</p>
      <ol ref={box} className="space-y-2.5">
        {turn.sources.map(({ n, title, html, link }) => (
          <li key={n} aria-current={`#/${link}` === chosen || undefined}>
            <a
              href={`#/${link}`}
              className={cx(
                'block rounded-card bg-card p-3.5',
                `#/${link}` === chosen && 'outline-2 -outline-offset-2 outline-primary',
              )}
            >
              <span className="block text-13 font-semibold">
                [{n}] {title}
              </span>
              <Prose html={html} className="mt-1 text-13! leading-[1.7]! text-ink-2" />
              <span className="mt-1 block text-13 text-primary">打开原文</span>
            </a>
          </li>
        ))}
      </ol>
    </>
  )
}
