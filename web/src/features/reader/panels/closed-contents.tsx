import type { ChapterRow } from '@dxx/contract/calls/catalogue'
import type { TextKind } from '../kinds'
import { readUrl } from '../read-url'
import { ContentsPanel } from './contents-panel'

interface ClosedContentsProps {
  kind: TextKind
  id: string
  rows: readonly ChapterRow[]
  current: string
  onChapter(id: string): void
}

/** Table of contents beside a chapter that is loading or locked, at its usual position. */
export function ClosedContents({ kind, id, rows, current, onChapter }: ClosedContentsProps) {
  return (
    <aside aria-label="目录" className="w-60 shrink-0 overflow-y-auto border-r border-line xl:w-72 print:hidden">
      <p className="px-4 pt-3 text-14 font-semibold">目录</p>
      <ContentsPanel
        rows={rows}
        current={current}
        hrefOf={(chapterId, pid) => readUrl(kind, { id, chapterId, pid })}
        onChapter={onChapter}
        textbook={kind === 'textbook' ? id : undefined}
      />
    </aside>
  )
}
