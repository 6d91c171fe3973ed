import { typeNames } from '@dxx/contract/rules/question-names'
import { cx } from '../../../../ui/cx'
import { useStaffCall } from '../../../api/hooks'
import { useUrlState } from '../../../kit/address'
import { FilterSelect } from '../../../kit/fields'
import { difficultyNames } from './draft-figures'
import { questionTypeOf, questionTypes } from './question-types'
import { type TagCount, TagFilter } from './tag-filter'

const names = ['keyword', 'bank', 'chapter', 'type', 'difficulty', 'tag', 'unused'] as const

/** Filters of the question bank, kept in the URL. */
export function useBankFilters() {
  const [values, set] = useUrlState(names)
  const { data: banks } = useStaffCall('GET /staff/v1/exam_bank_list', {}, { staleTime: 300_000 })
  const difficulty = Number(values.difficulty)
  return {
    banks,
    values,
    set: (changed: Partial<typeof values>) => set(changed, { replace: true }),
    clear: () => set(Object.fromEntries(names.map((name) => [name, ''])), { replace: true }),
    filter: {
      // The URL may contain any text; the server accepts 100 characters.
      keyword: values.keyword.slice(0, 100) || undefined,
      bank: values.bank || undefined,
      chapter: values.chapter || undefined,
      type: questionTypeOf(values.type),
      difficulty: difficulty >= 1 && difficulty <= 5 ? difficulty : undefined,
      tag: values.tag || undefined,
      unused: values.unused === '1' || undefined,
    },
  }
}

export type BankFilterState = ReturnType<typeof useBankFilters>

/** Tags of several banks, each once with the number of its questions. */
function sumTags(tags: readonly TagCount[]): TagCount[] {
  const sums = new Map<string, number>()
  for (const { tag, questions } of tags) sums.set(tag, (sums.get(tag) ?? 0) + questions)
  return [...sums].map(([tag, questions]) => ({ tag, questions }))
}

export function BankFilters({ banks = [], values, set }: BankFilterState) {
  const all = { value: '', label: '全部' }
  const bank = banks.find(({ id }) => id === values.bank)
  const types = bank ? bank.types : questionTypes.map((type) => ({ type, questions: 0 }))
  const tags = bank?.tags ?? sumTags(banks.flatMap((one) => one.tags))
  const counted = (label: string, questions: number) => (questions > 0 ? `${label} ${questions}` : label)
  return (
    <div className="flex flex-wrap gap-1.5">
      <FilterSelect
        label="题库"
        value={values.bank}
        onChange={(next) => set({ bank: next, chapter: '', tag: '' })}
        options={[all, ...banks.map(({ id, title, questions }) => ({ value: id, label: counted(title, questions) }))]}
      />
      {bank && bank.chapters.length > 0 && (
        <FilterSelect
          label="章节"
          value={values.chapter}
          onChange={(next) => set({ chapter: next })}
          options={[
            all,
            ...bank.chapters.map(({ id, title, questions }) => ({ value: id, label: counted(title, questions) })),
          ]}
        />
      )}
      <FilterSelect
        label="题型"
        value={values.type}
        onChange={(next) => set({ type: next })}
        options={[
          all,
          ...types.map(({ type, questions }) => ({ value: type, label: counted(typeNames[type], questions) })),
        ]}
      />
      <FilterSelect
        label="难度"
        value={values.difficulty}
        onChange={(next) => set({ difficulty: next })}
        options={[all, ...difficultyNames.map((label, at) => ({ value: String(at + 1), label }))]}
      />
      <TagFilter tags={tags} value={values.tag} onChange={(next) => set({ tag: next })} />
      <button
        type="button"
        aria-pressed={values.unused === '1'}
        onClick={() => set({ unused: values.unused === '1' ? '' : '1' })}
        className={cx(
          'h-7.5 rounded-cover px-3 text-13',
          values.unused === '1' ? 'bg-primary-soft font-semibold text-primary' : 'bg-fill text-ink hover:bg-track',
        )}
      >
        没考过
      </button>
    </div>
  )
}
