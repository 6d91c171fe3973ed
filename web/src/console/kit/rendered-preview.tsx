import CircleAlert from 'lucide-react/icons/circle-alert'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { type FollowedEditor, useFollowedEditor } from './followed-editor'

interface RenderedPreviewProps {
  words: number
  minutes: number
  problems: readonly { line: number; level: 'error' | 'warning'; text: string }[]
  /** Source lines of the elements of the rendered text. */
  blockLines: readonly number[]
  /** Editor that the preview scrolls with. */
  editor: FollowedEditor
  /** Opens a line of the text in the editor. */
  onLine(line: number): void
  /** The rendered text. */
  children: ReactNode
}

/** Preview beside an editor: the rendered text with its length, and its problems by line. */
export function RenderedPreview(props: RenderedPreviewProps) {
  const { words, minutes, problems, blockLines, editor, onLine, children } = props
  const scroller = useFollowedEditor(editor, blockLines)
  return (
    <section
      aria-label="预览"
      className="flex min-h-0 flex-col overflow-hidden rounded-card border border-line bg-card"
    >
      <p className="flex items-center gap-2 border-b border-line px-4 py-2 text-12 text-ink-3">
        学生看到的样子
        <span className="ml-auto">
          {words} 字，约 {minutes} 分钟
        </span>
      </p>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto bg-page px-5 py-4">
        {children}
      </div>
      {problems.length > 0 && (
        <ul aria-label="问题" className="max-h-36 shrink-0 space-y-1 overflow-y-auto border-t border-line px-4 py-2.5">
          {problems.map(({ line, level, text }) => (
            <li key={`${line} ${text}`}>
              <button
                type="button"
                onClick={() => onLine(line)}
                className={`tap flex gap-1.5 rounded-item text-left ${level === 'error' ? 'text-danger' : 'text-amber'}`}
              >
                {level === 'error' ? (
                  <CircleAlert size={15} className="mt-0.5 shrink-0" />
                ) : (
                  <TriangleAlert size={15} className="mt-0.5 shrink-0" />
                )}
                <span>
                  {line > 0 && `第 ${line} 行：`}
                  {text}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
