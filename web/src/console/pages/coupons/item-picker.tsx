import type { ItemBrief } from '@dxx/contract/calls/staff/coupons'
import X from 'lucide-react/icons/x'
import { useDeferredValue, useState } from 'react'
import { useStaffCall } from '../../api/hooks'
import { TextField } from '../../kit/fields'
import { formatPrice } from '../work/money'

export const kindNames: Record<ItemBrief['kind'], string> = {
  course: '课程',
  ebook: '电子书',
  textbook: '教材',
  bank: '题库',
}

interface ItemPickerProps {
  label: string
  hint: string
  items: readonly ItemBrief[]
  onChange(items: ItemBrief[]): void
  error?: string
  /** Call that finds items: the pages have different permissions. */
  call?: 'GET /staff/v1/item_search' | 'GET /staff/v1/shelf_items'
  /** Only items of this kind. */
  kind?: ItemBrief['kind']
  /** The parent lists the chosen items. */
  isListed?: boolean
}

/** Chooses courses, books and question banks by title. */
export function ItemPicker(props: ItemPickerProps) {
  const { label, hint, items, onChange, error, call = 'GET /staff/v1/item_search', kind, isListed } = props
  const [keyword, setKeyword] = useState('')
  const deferredKeyword = useDeferredValue(keyword.trim())
  const { data } = useStaffCall(call, { keyword: deferredKeyword, kind }, { enabled: deferredKeyword !== '' })
  const others = (data?.list ?? []).filter(({ id }) => !items.some((item) => item.id === id)).slice(0, 8)
  return (
    <div>
      {!isListed && items.length > 0 && (
        <ul aria-label={label} className="mb-2 flex flex-wrap gap-1.5">
          {items.map((item) => (
            <li
              key={item.id}
              className="inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-cover bg-primary-soft pl-2.5 text-12 text-primary desk:min-h-7.5"
            >
              <span className="truncate">{item.title}</span>
              <button
                type="button"
                aria-label={`去掉${item.title}`}
                onClick={() => onChange(items.filter(({ id }) => id !== item.id))}
                className="tap grid size-7 place-items-center"
              >
                <X size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <TextField
        label={label}
        value={keyword}
        onChange={setKeyword}
        placeholder="输入名称查找"
        hint={hint}
        error={error}
      />
      {deferredKeyword !== '' && data && (
        <ul aria-label="查找结果" className="mt-1 divide-y divide-line rounded-cover inset-ring inset-ring-line">
          {others.map((item) => (
            <li key={item.id}>
              <button
                type="button"
                onClick={() => {
                  onChange([...items, item])
                  setKeyword('')
                }}
                className="flex min-h-11 w-full items-center gap-2 px-3 text-left hover:bg-fill desk:min-h-9"
              >
                <span className="text-12 text-ink-3">{kindNames[item.kind]}</span>
                <span className="min-w-0 flex-1 truncate">{item.title}</span>
                <span className="tabular-nums text-12 text-ink-2">
                  {item.payCents === 0 ? '免费' : formatPrice(item.payCents)}
                </span>
              </button>
            </li>
          ))}
          {others.length === 0 && <li className="px-3 py-2 text-ink-3">没有名称含“{deferredKeyword}”的其他内容</li>}
        </ul>
      )}
    </div>
  )
}
