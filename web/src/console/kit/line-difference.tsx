import { useMemo } from 'react'
import { cx } from '../../ui/cx'

interface DiffLine {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** Texts with more lines than this are compared only between their common start and end. */
const mostLines = 1500

/** Lines of two texts: unchanged, added and removed, by their longest common subsequence. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [a, b] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const same = (text: string): DiffLine => ({ kind: 'same', text })
  const [old, now] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  return [...a.slice(0, start).map(same), ...changed(old, now), ...a.slice(a.length - end).map(same)]
}

function changed(old: string[], now: string[]): DiffLine[] {
  if (old.length > mostLines || now.length > mostLines)
    return [
      ...old.map((text): DiffLine => ({ kind: 'removed', text })),
      ...now.map((text): DiffLine => ({ kind: 'added', text })),
    ]
  const width = now.length + 1
  const common = new Uint16Array((old.length + 1) * width)
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      common[i * width + j] =
        old[i] === now[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!)
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      lines.push({ kind: 'same', text: old[i]! })
      i++
      j++
    } else if (i < old.length && (j === now.length || common[(i + 1) * width + j]! >= common[i * width + j + 1]!))
      lines.push({ kind: 'removed', text: old[i++]! })
    else lines.push({ kind: 'added', text: now[j++]! })
  }
  return lines
}

/** Unchanged lines shown around a change. */
const around = 2

/** Difference of two texts, line by line; long unchanged passages are folded. */
export function LineDifference({ before, after }: { before: string; after: string }) {
  const lines = useMemo(() => diffLines(before, after).map((line, at) => ({ ...line, at })), [before, after])
  const isNear = (at: number) =>
    lines.slice(Math.max(0, at - around), at + around + 1).some(({ kind }) => kind !== 'same')
  if (lines.every(({ kind }) => kind === 'same')) return <p className="text-ink-3">没有不同</p>
  return (
    <ol className="overflow-x-auto rounded-cover bg-fill py-2 font-mono text-12 leading-relaxed">
      {lines.map(({ kind, text, at }) => {
        if (!isNear(at)) {
          return at === 0 || isNear(at - 1) ? (
            <li key={at} className="px-3 text-ink-3">
              …
            </li>
          ) : null
        }
        return (
          <li
            key={at}
            className={cx(
              'px-3 whitespace-pre-wrap',
              kind === 'added' && 'bg-success-soft text-success',
              kind === 'removed' && 'bg-danger-soft text-danger',
            )}
          >
            <span aria-hidden="true" className="mr-2 select-none">
              {kind === 'added' ? '+' : kind === 'removed' ? '−' : ' '}
            </span>
            {kind !== 'same' && <span className="sr-only">{kind === 'added' ? '新增：' : '删去：'}</span>}
            {text || ' '}
          </li>
        )
      })}
    </ol>
  )
}
