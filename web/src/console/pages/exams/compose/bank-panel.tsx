import type { QuestionBrief } from '@dxx/contract/calls/staff/exam-shapes'
import Check from 'lucide-react/icons/check'
import Eye from 'lucide-react/icons/eye'
import Library from 'lucide-react/icons/library'
import Plus from 'lucide-react/icons/plus'
import { useRef, useState } from 'react'
import { cx } from '../../../../ui/cx'
import { useStaffList } from '../../../api/hooks'
import { SearchField } from '../../../kit/filter-bar'
import { KeyLabel } from '../../../kit/key'
import { useShortcut } from '../../../kit/shortcuts'
import { Failure, NoMatchingRows, RegionState, TableSkeleton } from '../../../kit/states'
import { type BankFilterState, BankFilters, useBankFilters } from './bank-filters'
import { briefFacts } from './brief-facts'
import { addQuestions, placeOf } from './draft-edits'
import { difficultyNames } from './draft-figures'
import { QuestionPeek } from './question-peek'
import { QuestionTypeTag } from './type-tag'
import { useOpenDraft } from './use-draft'

function filterWords({ values, banks = [] }: BankFilterState): string[] {
  const bank = banks.find(({ id }) => id === values.bank)
  return [
    values.keyword && `含“${values.keyword}”`,
    values.bank && `题库“${bank?.title ?? ''}”`,
    values.chapter && `章节“${bank?.chapters.find(({ id }) => id === values.chapter)?.title ?? ''}”`,
    values.type && '题型',
    values.difficulty && `难度“${difficultyNames[Number(values.difficulty) - 1] ?? ''}”`,
    values.tag && `标签“${values.tag}”`,
    values.unused && '没考过',
  ].filter((text): text is string => Boolean(text))
}

interface BankPanelProps {
  /** Without title and frame, for a drawer that has its own. */
  plain?: boolean
}

/** Question bank with search and filters. An added question goes to the section of its type. */
export function BankPanel({ plain }: BankPanelProps) {
  const { view, edit } = useOpenDraft()
  const filters = useBankFilters()
  const list = useStaffList('GET /staff/v1/exam_question_search', filters.filter)
  const [peek, setPeek] = useState<string | null>(null)
  const box = useRef<HTMLUListElement>(null)
  const add = (brief: QuestionBrief) => edit((body) => addQuestions(body, [brief], view.briefs), [brief])

  const step = (by: 1 | -1) => {
    const items = [...(box.current?.querySelectorAll<HTMLElement>('[data-question]') ?? [])]
    const at = items.indexOf(document.activeElement as HTMLElement)
    items[Math.min(items.length - 1, Math.max(0, at + by))]?.focus()
  }
  useShortcut('j', '题库里的下一题', () => step(1), { group: '题库' })
  useShortcut('k', '题库里的上一题', () => step(-1), { group: '题库' })

  const words = filterWords(filters)
  const onPaper = list.rows.filter(({ id }) => placeOf(view.body, id)).length
  return (
    <section
      aria-label="题库"
      className={cx('flex min-h-0 flex-col', plain ? '-mx-5 h-full' : 'overflow-hidden rounded-card bg-card')}
    >
      <div className={cx('space-y-2.5 px-4 pb-3', !plain && 'pt-3.5')}>
        {!plain && (
          <h2 className="flex items-baseline gap-2 text-15 font-semibold">
            题库
            <span className="text-12 font-normal text-ink-3">
              {filters.banks && `${filters.banks.reduce((sum, { questions }) => sum + questions, 0)} 题`}
            </span>
          </h2>
        )}
        <SearchField
          full
          label="搜索题目"
          placeholder="题干、选项里的字"
          value={filters.values.keyword}
          onChange={(keyword) => filters.set({ keyword })}
        />
        <BankFilters {...filters} />
      </div>
      <p role="status" className="flex min-h-8 items-center border-y border-line bg-fill px-4 text-12 text-ink-3">
        {list.total === undefined ? '正在查找…' : `找到 ${list.total} 题${onPaper > 0 ? `，已入卷 ${onPaper} 题` : ''}`}
      </p>
      {list.isPending ? (
        <TableSkeleton height={76} />
      ) : list.error && list.rows.length === 0 ? (
        <Failure error={list.error} noun="题库" onRetry={list.refetch} />
      ) : list.rows.length === 0 ? (
        words.length > 0 ? (
          <NoMatchingRows noun="题目" filters={words} onClear={filters.clear} />
        ) : (
          <RegionState tone="blue" icon={<Library size={24} />} title="没有可以用的题库" text="题库发布以后才能选题" />
        )
      ) : (
        <ul
          ref={box}
          aria-busy={list.isOld || undefined}
          onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
            if (scrollTop + clientHeight > scrollHeight - 400) list.loadMore()
          }}
          className={cx('min-h-0 flex-1 overflow-y-auto overscroll-contain', list.isOld && 'opacity-60')}
        >
          {list.rows.map((brief) => (
            <BankRow
              key={brief.id}
              brief={brief}
              isOnPaper={placeOf(view.body, brief.id) !== null}
              onAdd={() => add(brief)}
              onPeek={() => setPeek(brief.id)}
            />
          ))}
        </ul>
      )}
      <p
        aria-hidden="true"
        className="flex min-h-10 items-center gap-1.5 border-t border-line px-4 text-12 text-ink-3 max-desk:hidden"
      >
        <KeyLabel>J</KeyLabel>
        <KeyLabel>K</KeyLabel>选题 <KeyLabel>Enter</KeyLabel>入卷 <KeyLabel>空格</KeyLabel>看全题
      </p>
      {peek && (
        <QuestionPeek
          id={peek}
          onClose={() => setPeek(null)}
          onAdd={placeOf(view.body, peek) ? undefined : (brief) => add(brief)}
        />
      )}
    </section>
  )
}

interface BankRowProps {
  brief: QuestionBrief
  isOnPaper: boolean
  onAdd(): void
  onPeek(): void
}

function BankRow({ brief, isOnPaper, onAdd, onPeek }: BankRowProps) {
  return (
    <li className="relative border-b border-line">
      <button
        type="button"
        data-question={brief.id}
        aria-disabled={isOnPaper || undefined}
        onClick={() => !isOnPaper && onAdd()}
        onKeyDown={(event) => {
          if (event.key !== ' ') return
          event.preventDefault()
          onPeek()
        }}
        className={cx(
          'group block w-full px-4 py-2.5 text-left -outline-offset-2 focus-visible:bg-primary-soft',
          isOnPaper ? 'cursor-default' : 'hover:bg-fill',
        )}
      >
        {!isOnPaper && <span className="sr-only">加入试卷：</span>}
        <span className="flex items-center gap-2 pr-8 text-12 text-ink-3">
          <QuestionTypeTag type={brief.type} />
          <span className="min-w-0 truncate">{briefFacts(brief)}</span>
          {isOnPaper ? (
            <span className="ml-auto flex shrink-0 items-center gap-1 text-success">
              <Check size={13} />
              已入卷
            </span>
          ) : (
            <span className="ml-auto grid size-6 shrink-0 place-items-center rounded-full text-primary inset-ring inset-ring-edge group-hover:bg-primary-soft">
              <Plus size={14} />
            </span>
          )}
        </span>
        <span className={cx('mt-1 line-clamp-2 leading-normal', isOnPaper && 'text-ink-3')}>{brief.text}</span>
      </button>
      <button
        type="button"
        aria-label={`看全题：${brief.text}`}
        title="看全题"
        onClick={onPeek}
        className="tap absolute top-2.5 right-3 grid size-6 place-items-center rounded-full text-ink-3 hover:bg-track"
      >
        <Eye size={14} />
      </button>
    </li>
  )
}
