import { Combobox } from '@base-ui/react/combobox'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useMemo } from 'react'
import { cx } from '../../../../ui/cx'
import { useContainingDialog } from '../../../kit/use-containing-dialog'

export interface TagCount {
  tag: string
  questions: number
}

interface TagFilterProps {
  tags: readonly TagCount[]
  /** Chosen tag; empty for all. */
  value: string
  onChange(tag: string): void
}

const byName = new Intl.Collator('zh-CN')
const all = '全部'

/** Filter by tag: a list in order of pronunciation with a search field, because banks have hundreds of tags. */
export function TagFilter({ tags, value, onChange }: TagFilterProps) {
  const counts = useMemo(() => new Map(tags.map(({ tag, questions }) => [tag, questions])), [tags])
  const [triggerRef, dialog] = useContainingDialog()
  const items = useMemo(() => [all, ...[...counts.keys()].sort(byName.compare)], [counts])
  return (
    <Combobox.Root
      items={items}
      value={value || all}
      onValueChange={(next) => onChange(!next || next === all ? '' : next)}
    >
      <Combobox.Trigger
        ref={triggerRef}
        aria-label="标签"
        className={cx(
          'inline-flex h-7.5 min-w-0 shrink-0 items-center gap-1.5 rounded-cover px-3 text-13',
          value ? 'bg-primary-soft font-semibold text-primary' : 'bg-fill text-ink',
        )}
      >
        <span className="max-w-40 truncate">标签：{value || all}</span>
        <ChevronDown size={14} className={value ? '' : 'text-ink-3'} />
      </Combobox.Trigger>
      <Combobox.Portal container={dialog}>
        <Combobox.Positioner
          align="start"
          sideOffset={6}
          positionMethod={dialog ? 'fixed' : 'absolute'}
          className="z-40 outline-none"
        >
          <Combobox.Popup className="w-64 animate-rise rounded-card bg-card p-1.5 shadow-float inset-ring inset-ring-line outline-none">
            <Combobox.Input
              aria-label="找标签"
              placeholder="找标签"
              maxLength={50}
              className="mb-1 h-9 w-full rounded-cover bg-fill px-3 text-13"
            />
            <Combobox.Empty className="px-2.5 text-13 text-ink-3 not-empty:py-2">没有这样的标签</Combobox.Empty>
            <Combobox.List className="max-h-72 overflow-y-auto outline-none">
              {(tag: string) => (
                <Combobox.Item
                  key={tag}
                  value={tag}
                  className="flex min-h-8 cursor-default items-center gap-2 rounded-item px-2.5 text-13 outline-none data-highlighted:bg-fill max-desk:min-h-11"
                >
                  <span className="min-w-0 flex-1 truncate">{tag}</span>
                  <span className="tabular-nums text-12 text-ink-3">{counts.get(tag)}</span>
                  <Combobox.ItemIndicator className="text-primary">
                    <Check size={14} />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
