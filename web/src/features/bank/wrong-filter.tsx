import type { WrongCause, WrongSource } from '@dxx/contract/calls/bank'
import type { QuestionType } from '@dxx/contract/questions'
import { typeNames } from '@dxx/contract/rules/question-names'
import type { CallData } from '../../api/use-call'
import type { QueryChange } from '../../router/page-query'
import { FilterGroups, type FilterOption } from '../../ui/filter-groups'
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

interface WrongFiltersProps {
  summary: CallData<'GET /v1/wrong_summary'>
  filter: WrongFilter
  onChange(change: QueryChange): void
}

/** Filters of 错题本 by due date, source, curriculum, type and cause. */
export function WrongFilters({ summary, filter, onChange }: WrongFiltersProps) {
  const option = (key: keyof WrongFilter, value: string, title: string, count: number): FilterOption => {
    const on = key === 'due' ? filter.due === true : filter[key] === value
    return { key: value, title, count, on, onToggle: () => onChange({ [key]: on ? undefined : value }) }
  }
  const { sources, curricula, types, causes, due } = summary
  return (
    <FilterGroups
      groups={[
        { label: '复习', options: due > 0 ? [option('due', '1', '今日到期', due)] : [] },
        {
          label: '来源',
          options: sources.map((one) => option('source', one.source, sourceNames[one.source], one.count)),
        },
        { label: '出处', options: curricula.map(({ id, title, count }) => option('curriculum', id, title, count)) },
        { label: '题型', options: types.map(({ type, count }) => option('type', type, typeNames[type], count)) },
        { label: '原因', options: causes.map(({ cause, count }) => option('cause', cause, causeNames[cause], count)) },
      ]}
    />
  )
}
