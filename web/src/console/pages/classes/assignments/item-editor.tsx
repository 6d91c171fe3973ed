import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { randomUuid } from '../../../../api/random-uuid'
import { ConsoleButton } from '../../../kit/button'
import type { DraftItem } from './draft-item'
import { itemKinds } from './labels'
import { PickItem } from './pick-item'
import { SmallNumber } from './small-number'

interface ItemEditorProps {
  items: DraftItem[]
  classes: string[]
  onChange(items: DraftItem[]): void
}

/** List of the items of an assignment with their points, and a picker that adds items. */
export function ItemEditor({ items, classes, onChange }: ItemEditorProps) {
  const [picking, setPicking] = useState(false)
  const change = (key: string, changed: Partial<DraftItem>) =>
    onChange(items.map((item) => (item.key === key ? { ...item, ...changed } : item)))
  return (
    <section aria-label="内容" className="rounded-cover bg-fill p-3">
      <h3 className="mb-1 flex items-center text-15 font-semibold">
        内容
        <span className="ml-2 flex-1 text-12 font-normal text-ink-3">
          {items.length} 项，共 {items.reduce((sum, { points }) => sum + points, 0)} 分
        </span>
      </h3>
      <ol>
        {items.map((item) => (
          <li key={item.key} className="flex flex-wrap items-center gap-2 border-t border-line py-1.5">
            <span className="min-w-40 flex-1">
              {item.title || '（没有标题）'}
              <span className="block text-12 text-ink-3">
                {itemKinds[item.kind]}
                {item.amount > 0 && ` ${item.amount} 题`}
              </span>
            </span>
            {(item.kind === 'test' || item.kind === 'code') && (
              <SmallNumber
                label={`${item.title}至少得百分之几`}
                prefix="至少"
                unit="%"
                value={item.minPercent}
                most={100}
                onChange={(minPercent) => change(item.key, { minPercent })}
              />
            )}
            <SmallNumber
              label={`${item.title}的分值`}
              unit="分"
              value={item.points}
              least={1}
              most={1000}
              onChange={(points) => change(item.key, { points })}
            />
            <button
              type="button"
              aria-label={`去掉${item.title}`}
              onClick={() => onChange(items.filter(({ key }) => key !== item.key))}
              className="tap grid size-8 place-items-center rounded-full text-ink-3 hover:bg-track"
            >
              <X size={16} />
            </button>
          </li>
        ))}
      </ol>
      {picking ? (
        <PickItem
          classes={classes}
          onAdd={(added) => {
            onChange([...items, ...added.map((item) => ({ ...item, key: randomUuid() }))])
            setPicking(false)
          }}
          onClose={() => setPicking(false)}
        />
      ) : (
        <ConsoleButton kind="line" size="small" className="mt-2" onClick={() => setPicking(true)}>
          添加内容
        </ConsoleButton>
      )}
    </section>
  )
}
