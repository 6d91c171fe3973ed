import type { Sort } from '@dxx/contract/calls/catalogue'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowDownUp from 'lucide-react/icons/arrow-down-up'
import ArrowUp from 'lucide-react/icons/arrow-up'
import type { ReactNode } from 'react'
import { cx } from '../../ui/cx'
import {
  choiceOf,
  type ListQuery,
  type PriceFilter,
  priceChoices,
  type SortChoice,
  sortAfter,
  sortChoices,
} from './list-query'

interface FiltersProps {
  value: ListQuery
  onSort(sort: Sort): void
  onPrice(price: PriceFilter): void
}

/** Sort tabs (综合 最新 人气 价格) and the price filter. */
export function ListFilters({ value, onSort, onPrice }: FiltersProps) {
  const chosen = choiceOf(value.sort)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <fieldset aria-label="排序" className="-ml-2 flex">
        {sortChoices.map((choice) => (
          <Choice
            key={choice.value}
            on={choice.value === chosen}
            label={choice.value === 'price' ? priceLabel(value.sort) : undefined}
            onClick={() => onSort(sortAfter(choice.value, value.sort))}
          >
            {choice.title}
            {choice.value === 'price' && <PriceArrow sort={value.sort} chosen={chosen} />}
          </Choice>
        ))}
      </fieldset>
      <fieldset aria-label="价格" className="-mr-2 flex">
        {priceChoices.map((choice) => (
          <Choice key={choice.value} on={choice.value === value.price} onClick={() => onPrice(choice.value)}>
            {choice.title}
          </Choice>
        ))}
      </fieldset>
    </div>
  )
}

const priceLabel = (sort: Sort) =>
  ({ 'price-up': '价格，从低到高，点按改为从高到低', 'price-down': '价格，从高到低，点按改为从低到高' })[
    sort as 'price-up'
  ] ?? '按价格从低到高'

function PriceArrow({ sort, chosen }: { sort: Sort; chosen: SortChoice }) {
  const Icon = chosen !== 'price' ? ArrowDownUp : sort === 'price-up' ? ArrowUp : ArrowDown
  return <Icon aria-hidden="true" size={13} />
}

interface ChoiceProps {
  on: boolean
  label?: string
  onClick(): void
  children: ReactNode
}

function Choice({ on, label, onClick, children }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={on}
      aria-label={label}
      onClick={onClick}
      className={cx(
        'inline-flex min-h-11 min-w-11 items-center justify-center gap-0.5 rounded-item px-2 text-13 -outline-offset-2',
        on ? 'font-semibold text-primary' : 'text-ink-2',
      )}
    >
      {children}
    </button>
  )
}
