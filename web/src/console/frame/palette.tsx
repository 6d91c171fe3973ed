import Search from 'lucide-react/icons/search'
import { useEffect, useId, useRef, useState } from 'react'
import { cx } from '../../ui/cx'
import { useDialog } from '../../ui/use-dialog'
import { type Hit, useHits } from './palette-hits'

/** Command palette: finds pages, users, staff, exams, purchase orders and actions. */
export function Palette({ onClose }: { onClose(): void }) {
  const id = useId()
  const dialog = useDialog(true, onClose)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const { hits, looking } = useHits(text.trim())
  const chosen = Math.min(at, hits.length - 1)
  const list = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls whenever another hit is chosen
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' })
  }, [chosen])

  const run = (hit: Hit | undefined) => {
    if (!hit) return
    onClose()
    hit.run()
  }
  const move = (step: number) => setAt((chosen + step + hits.length) % Math.max(1, hits.length))

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click on the backdrop closes; on the keyboard Esc does
    <dialog
      {...dialog}
      aria-label="搜索"
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="dialog console-palette"
    >
      <div className="flex max-h-[min(480px,80dvh)] flex-col bg-card">
        <div className="flex items-center gap-2.5 border-b border-line px-4">
          <Search size={17} className="shrink-0 text-ink-3" />
          <input
            data-autofocus
            role="combobox"
            aria-label="搜索页面、人、考试和订单"
            aria-expanded={hits.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={hits[chosen] ? `${id}-${chosen}` : undefined}
            autoComplete="off"
            placeholder="页面、用户、员工、考试或订单号"
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setAt(0)
            }}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return
              const act = { ArrowDown: () => move(1), ArrowUp: () => move(-1), Enter: () => run(hits[chosen]) }[
                event.key
              ]
              if (!act) return
              event.preventDefault()
              act()
            }}
            className="h-13 min-w-0 flex-1 bg-transparent text-[1rem] outline-none desk:text-15"
          />
        </div>
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label="结果"
          className="min-h-0 flex-1 overflow-y-auto p-1.5"
        >
          {hits.map((hit, index) => (
            <Option
              key={hit.id}
              id={`${id}-${index}`}
              hit={hit}
              isFirst={hit.group !== hits[index - 1]?.group}
              chosen={index === chosen}
              onRun={() => run(hit)}
              onPoint={() => setAt(index)}
            />
          ))}
        </div>
        {(hits.length === 0 || looking) && (
          <p role="status" className="px-4 pb-4 text-center text-ink-3">
            {looking ? '正在查找…' : '没有找到'}
          </p>
        )}
      </div>
    </dialog>
  )
}

interface OptionProps {
  id: string
  hit: Hit
  /** Whether the hit is the first of its group and gets the heading of the group above it. */
  isFirst: boolean
  chosen: boolean
  onRun(): void
  onPoint(): void
}

function Option({ id, hit, isFirst, chosen, onRun, onPoint }: OptionProps) {
  return (
    <div>
      {isFirst && (
        <p aria-hidden="true" className="px-2.5 pt-2 pb-1 text-11 text-ink-3">
          {hit.group}
        </p>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the combobox */}
      <div
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={chosen}
        onClick={onRun}
        onPointerMove={onPoint}
        className={cx(
          'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-item px-2.5 desk:min-h-9',
          chosen && 'bg-primary-soft text-primary',
        )}
      >
        {hit.icon}
        <span className="min-w-0 flex-1 truncate text-14">{hit.title}</span>
        <span className="truncate text-12 text-ink-2">{hit.note}</span>
      </div>
    </div>
  )
}
