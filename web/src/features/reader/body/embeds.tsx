import type { CodeLanguage } from '@dxx/contract/calls/runcode'
import type { Chapter } from '@dxx/contract/calls/study'
import { type ReactNode, type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { ScrollingPre } from '../../../ui/scrolling-pre'
import { useMounts } from '../../../ui/use-mounts'
import { lazyFeature } from '../lazy-feature'
import { ResourceCard } from './resource-card'
import { TextTabs } from './text-tabs'

const CodeCell = lazyFeature(() => import('../../code-cell/code-cell').then(({ CodeCell }) => CodeCell))

const EmbeddedQuestion = lazyFeature(() =>
  import('../../questions/embedded-question').then(({ EmbeddedQuestion }) => EmbeddedQuestion),
)

interface Mount {
  key: string
  place: Element
  content: ReactNode
}

/**
 * Embedded content of the text: code cells, questions, files, videos, tabs and discussion counts. Each has its own
 * element (`data-mount`), which is not part of the text. The source of a code cell stays in the text, hidden, so that
 * it can be searched.
 */
export function Embeds({
  chapter,
  html,
  body,
  onDiscuss,
  onSized,
}: {
  chapter: Chapter
  html: string
  body: RefObject<HTMLElement | null>
  onDiscuss(pid: string): void
  onSized(): void
}) {
  const mounts = useMounts(body, html, (text) => mountAll(text, chapter))

  return (
    <>
      {mounts.map(({ key, place, content }) => createPortal(content, place, key))}
      <Counts counts={chapter.discussions} html={html} body={body} onDiscuss={onDiscuss} onSized={onSized} />
    </>
  )
}

function mountAll(body: HTMLElement, chapter: Chapter): Mount[] {
  const mounts: Mount[] = []
  const add = (key: string, place: Element, content: ReactNode) => mounts.push({ key, place, content })
  for (const pre of body.querySelectorAll<HTMLElement>('pre[data-cell]')) {
    const cell = pre.dataset.cell!
    add(`cell ${cell}`, placeInsteadOf(pre), <Cell pre={pre} chapter={chapter} />)
  }
  for (const tabs of body.querySelectorAll('[data-tabs]')) {
    const place = mountPoint('div')
    tabs.prepend(place)
    add(`tabs ${mounts.length}`, place, <TextTabs tabs={tabs} id={`tabs-${mounts.length}`} />)
  }
  const questions = [...body.querySelectorAll<HTMLElement>('div[data-question]')]
  questions.forEach((box, at) => {
    const label = `随堂测 ${at + 1}/${questions.length}`
    add(
      `question ${at}`,
      placeIn(box),
      <Suspense fallback={<div className="reader-card h-88 animate-shimmer rounded-card" />}>
        <EmbeddedQuestion questionId={box.dataset.question!} label={label} />
      </Suspense>,
    )
  })
  for (const box of body.querySelectorAll<HTMLElement>('div[data-resource]')) {
    const resource = chapter.resources.find(({ id }) => id === box.dataset.resource)
    if (resource) add(`resource ${mounts.length}`, placeIn(box), <ResourceCard resource={resource} chapter={chapter} />)
  }
  return mounts
}

function mountPoint(tag: 'div' | 'span'): HTMLElement {
  const place = document.createElement(tag)
  place.dataset.mount = ''
  return place
}

function placeIn(box: Element): HTMLElement {
  const place = mountPoint('div')
  box.replaceChildren(place)
  return place
}

/** Adds an element after the code for its editor, and hides the code without removing it from the text. */
function placeInsteadOf(pre: HTMLElement): HTMLElement {
  const place = mountPoint('div')
  pre.after(place)
  pre.hidden = true
  return place
}

function Cell({ pre, chapter }: { pre: HTMLElement; chapter: Chapter }) {
  const { cell = '', language = 'python', stdin, db } = pre.dataset
  const code = pre.querySelector('code') ?? pre
  return (
    // Until the editor is loaded, the plain code is shown at the same height.
    <Suspense fallback={<ScrollingPre className="text-left">{code.textContent}</ScrollingPre>}>
      <CodeCell
        cell={`${chapter.id}:${cell}`}
        language={language as CodeLanguage}
        source={code.textContent ?? ''}
        html={code.innerHTML}
        stdin={stdin}
        setup={db ? chapter.datasets[db] : undefined}
      />
    </Suspense>
  )
}

interface CountsProps {
  counts: Chapter['discussions']
  html: string
  body: RefObject<HTMLElement | null>
  onDiscuss(pid: string): void
  onSized(): void
}

/** Blocks that cannot contain their discussion count; the count is inserted after them. */
const closed = new Set(['PRE', 'TABLE', 'FIGURE', 'AUDIO', 'VIDEO'])

/** Number of discussions, in the margin beside each paragraph's last line. */
function Counts({ counts, html, body, onDiscuss, onSized }: CountsProps) {
  const [places, setPlaces] = useState<{ pid: string; place: HTMLElement }[]>([])
  const counted = useRef<{ html: string; pids: string; made: { place: HTMLElement }[] } | null>(null)
  const pids = Object.keys(counts)
    .filter((pid) => pid && counts[pid])
    .join(' ')

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the text or the discussed paragraphs change
  useLayoutEffect(() => {
    if (counted.current?.html === html && counted.current.pids === pids) return
    for (const { place } of counted.current?.made ?? []) place.remove()
    const made = pids.split(' ').flatMap((pid) => {
      const block = pid && body.current?.querySelector(`[data-p="${CSS.escape(pid)}"]`)
      if (!block) return []
      const place = mountPoint('span')
      place.className = 'reader-margin'
      if (closed.has(block.tagName)) block.after(place)
      else block.append(place)
      return [{ pid, place }]
    })
    counted.current = { html, pids, made }
    setPlaces(made)
    onSized()
  }, [html, pids])

  return places.map(({ pid, place }) =>
    createPortal(
      <button
        type="button"
        onClick={() => onDiscuss(pid)}
        className="reader-count tap"
        aria-label={`${counts[pid]} 条讨论`}
      >
        {counts[pid]! > 99 ? '99+' : counts[pid]}
      </button>,
      place,
      pid,
    ),
  )
}
