import type { WrongCause, WrongSource } from '@dxx/contract/calls/bank'
import type { QuestionType } from '@dxx/contract/questions'
import { typeNames } from '@dxx/contract/rules/question-names'
import type { Data } from '../../api/use-call'
import type { QueryChange } from '../../router/page-query'
import { cx } from '../../ui/cx'
import { causeNames, sourceNames } from './wrong-labels'

export interface WrongFilter {
  source?: WrongSource
  type?: QuestionType
  cause?: WrongCause
  curriculum?: string
  due?: boolean
}

const known = <K extends string>(names: Record<K, unknown>, value: string | undefined): K | undefined =>
  value !== undefined && Object.hasOwn(names, value) ? (value as K) : undefined

/** Parses the filter from the page's query; invalid values are dropped. */
export function readFilter(query: Readonly<Record<string, string>>): WrongFilter {
  const { source, type, cause, curriculum, due } = query
  return {
    source: known(sourceNames, source),
    type: known(typeNames, type),
    cause: known(causeNames, cause),
    curriculum: curriculum && /^[0-9a-f-]{36}$/i.test(curriculum) ? curriculum : undefined,
    due: due === '1' || undefined,
  }
}

interface Chip {
  key: 'source' | 'type' | 'cause' | 'curriculum' | 'due'
  value: string
  title: string
  count: number
}

interface FilterChipsProps {
  summary: Data<'GET /v1/wrong_summary'>
  filter: WrongFilter
  onChange(change: QueryChange): void
}

/** One line of chips per filter dimension; a second tap clears the choice. */
export function FilterChips({ summary, filter, onChange }: FilterChipsProps) {
  const lines: { label: string; chips: Chip[] }[] = [
    {
      label: '来源',
      chips: summary.sources.map(({ source, count }) => ({
        key: 'source',
        value: source,
        title: sourceNames[source],
        count,
      })),
    },
    {
      label: '出处',
      chips: summary.curricula.map(({ id, title, count }) => ({ key: 'curriculum', value: id, title, count })),
    },
    {
      label: '题型',
      chips: summary.types.map(({ type, count }) => ({ key: 'type', value: type, title: typeNames[type], count })),
    },
    {
      label: '原因',
      chips: summary.causes.map(({ cause, count }) => ({
        key: 'cause',
        value: cause,
        title: causeNames[cause],
        count,
      })),
    },
  ]
  return (
    <div>
      {lines
        .filter(({ chips }) => chips.length > 0)
        .map(({ label, chips }) => (
          <fieldset key={label} aria-label={label} className="no-scrollbar flex min-w-0 gap-2 overflow-x-auto py-1.5">
            {chips.map(({ key, value, title, count }) => {
              const on = filter[key] === value
              return (
                <button
                  key={value}
                  type="button"
                  aria-pressed={on}
                  onClick={() => onChange({ [key]: on ? undefined : value })}
                  className={cx(
                    'tap tabular-nums min-h-8 max-w-56 shrink-0 rounded-full px-3 text-13 transition-colors',
                    on ? 'bg-primary text-on-primary' : 'bg-card text-ink-2',
                  )}
                >
                  <span className="block truncate">
                    {title} {count}
                  </span>
                </button>
              )
            })}
          </fieldset>
        ))}
    </div>
  )
}
