import Ellipsis from 'lucide-react/icons/ellipsis'
import Merge from 'lucide-react/icons/merge'
import Plus from 'lucide-react/icons/plus'
import Split from 'lucide-react/icons/split'
import Trash from 'lucide-react/icons/trash-2'
import { type KeyboardEvent, memo, useRef, useState } from 'react'
import { cx } from '../../../../ui/cx'
import { ConsoleButton } from '../../../kit/button'
import { PopMenu } from '../../../kit/menu'
import { type CueProblem, type EditedCue, formatTime, readTime } from './subtitle-file'

/** Callbacks of a row. The object never changes, so that unchanged rows are not rendered again. */
export interface CueActions {
  change(key: number, change: Partial<EditedCue>, field: string): void
  split(key: number, position: number): void
  join(key: number): void
  add(key: number): void
  remove(key: number): void
  shiftFrom(key: number): void
  /** Moves the video to the start of the cue. */
  choose(key: number): void
  /** Sets a time to the video's current one. */
  takeTime(key: number, field: 'start' | 'end'): void
  /** Moves the focus to the text of the cue before or after. */
  step(key: number, by: 1 | -1): void
  toggle(): void
}

interface CueRowProps {
  cue: EditedCue
  number: number
  isCurrent: boolean
  problems: readonly CueProblem[]
  actions: CueActions
}

/** One cue: times, text and problems. */
export const CueRow = memo(function CueRow({ cue, number, isCurrent, problems, actions }: CueRowProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const { key } = cue
  const position = () => area.current?.selectionStart ?? 0
  function onKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const mod = event.ctrlKey || event.metaKey
    if (mod && event.key === 'Enter') actions.split(key, position())
    else if (mod && event.key === ' ') actions.toggle()
    else if (event.altKey && event.key === 'ArrowDown') actions.step(key, 1)
    else if (event.altKey && event.key === 'ArrowUp') actions.step(key, -1)
    else return
    event.preventDefault()
  }
  const worst = problems.some(({ level }) => level === 'error') ? 'text-danger' : 'text-amber'
  return (
    <li
      data-cue={key}
      aria-current={isCurrent ? 'true' : undefined}
      // Rows outside of the window are not laid out: an hour has more than a thousand.
      className={cx(
        'grid grid-cols-[2.5rem_minmax(0,1fr)_auto] items-start gap-x-2 gap-y-1.5 border-b border-line px-3 py-2 [contain-intrinsic-size:auto_96px] [content-visibility:auto] desk:grid-cols-[2.5rem_7.5rem_minmax(0,1fr)_auto]',
        isCurrent && 'bg-primary-soft',
      )}
    >
      <button
        type="button"
        aria-label={`第 ${number} 条，从这里播放`}
        onClick={() => actions.choose(key)}
        className="tap grid min-h-11 min-w-10 place-items-center rounded-item text-12 text-ink-3 tabular-nums hover:bg-fill desk:min-h-9"
      >
        {number}
      </button>
      <div className="col-span-2 flex flex-wrap gap-1.5 desk:col-span-1 desk:flex-col">
        <CueTime
          label={`第 ${number} 条的开始`}
          value={cue.start}
          onChange={(start) => actions.change(key, { start }, '')}
        />
        <CueTime label={`第 ${number} 条的结束`} value={cue.end} onChange={(end) => actions.change(key, { end }, '')} />
      </div>
      <div className="col-span-2 min-w-0 desk:col-span-1">
        {cue.id.startsWith('§') && <p className="mb-1 truncate text-12 font-semibold text-ink-2">{cue.id}</p>}
        <textarea
          ref={area}
          aria-label={`第 ${number} 条的文字`}
          value={cue.text}
          rows={2}
          maxLength={1000}
          onChange={(event) => actions.change(key, { text: event.target.value }, `text ${key}`)}
          onKeyDown={onKey}
          onFocus={() => actions.choose(key)}
          className="block w-full resize-y rounded-cover bg-fill px-2.5 py-1.5 text-[1rem] desk:text-14"
        />
        {problems.length > 0 && (
          <p className={cx('mt-1 text-12', worst)}>{problems.map(({ text }) => text).join('；')}</p>
        )}
      </div>
      <PopMenu
        trigger={
          <ConsoleButton
            kind="quiet"
            size="small"
            aria-label={`第 ${number} 条的更多操作`}
            className="min-w-11 desk:min-w-9"
          >
            <Ellipsis size={16} />
          </ConsoleButton>
        }
        items={[
          { label: '在光标处拆开', icon: <Split size={15} />, onSelect: () => actions.split(key, position()) },
          { label: '和下一条合并', icon: <Merge size={15} />, onSelect: () => actions.join(key) },
          { label: '在后面加一条', icon: <Plus size={15} />, onSelect: () => actions.add(key) },
          { label: '开始用视频现在的时间', onSelect: () => actions.takeTime(key, 'start') },
          { label: '结束用视频现在的时间', onSelect: () => actions.takeTime(key, 'end') },
          { label: '从这一条起平移…', onSelect: () => actions.shiftFrom(key) },
          { label: '删除', icon: <Trash size={15} />, danger: true, onSelect: () => actions.remove(key) },
        ]}
      />
    </li>
  )
})

/** Field for a time, which is applied on blur or Enter; an invalid text is replaced by the last time. */
function CueTime({ label, value, onChange }: { label: string; value: number; onChange(ms: number): void }) {
  const [typed, setTyped] = useState<string | null>(null)
  function take() {
    const ms = typed === null ? null : readTime(typed)
    setTyped(null)
    if (ms !== null && ms !== value) onChange(ms)
  }
  return (
    <input
      aria-label={label}
      value={typed ?? formatTime(value, true)}
      inputMode="decimal"
      maxLength={13}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
      className={cx(
        'h-11 w-28 rounded-cover bg-fill px-2 text-[1rem] tabular-nums desk:h-8 desk:text-13',
        typed !== null && readTime(typed) === null && 'inset-ring inset-ring-danger',
      )}
    />
  )
}
