import type { BankQuestion } from '@dxx/contract/calls/staff/bank'
import { typeNames } from '@dxx/contract/rules/question-names'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleOff from 'lucide-react/icons/circle-off'
import FilePen from 'lucide-react/icons/file-pen'
import Library from 'lucide-react/icons/library'
import Lock from 'lucide-react/icons/lock'
import Plus from 'lucide-react/icons/plus'
import Sparkles from 'lucide-react/icons/sparkles'
import Upload from 'lucide-react/icons/upload'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useStaffCall, useStaffList } from '../../api/hooks'
import { useUrlState } from '../../kit/address'
import { ConsoleButton, consoleButtonClass } from '../../kit/button'
import type { Column } from '../../kit/columns'
import { DataTable } from '../../kit/data-table'
import { FilterSelect } from '../../kit/fields'
import { FilterBar } from '../../kit/filter-bar'
import { PageHead } from '../../kit/page-head'
import { useShortcut } from '../../kit/shortcuts'
import { EmptyList } from '../../kit/states'
import { StateTag } from '../../kit/tag'
import { timeText } from '../../kit/time'
import { difficultyNames } from '../exams/compose/draft-figures'
import { questionTypeOf, questionTypes } from '../exams/compose/question-types'
import { QuestionTypeTag } from '../exams/compose/type-tag'
import { BulkBar } from './bulk-bar'
import { CreateQuestionDialog } from './create-dialog'
import { ImportQuestionsDialog } from './import-dialog'

const names = ['keyword', 'bank', 'chapter', 'type', 'difficulty', 'tag', 'state'] as const

const stateNames = {
  published: '已发布',
  draft: '有草稿',
  retired: '已停用',
  locked: '考试中',
  unused: '没考过',
  flagged: '太难或太易',
} as const
type StateFilter = keyof typeof stateNames

const stateOf = (text: string): StateFilter | undefined =>
  (Object.keys(stateNames) as StateFilter[]).find((state) => state === text)

/** Filters of the question list, kept in the URL. */
function useQuestionFilters() {
  const [values, set] = useUrlState(names)
  const { data: banks } = useStaffCall('GET /staff/v1/bank_list', {}, { staleTime: 60_000 })
  const bank = banks?.find(({ id }) => id === values.bank)
  const difficulty = Number(values.difficulty)
  const filter = {
    keyword: values.keyword || undefined,
    bank: values.bank || undefined,
    chapter: values.chapter || undefined,
    type: questionTypeOf(values.type),
    difficulty: difficulty >= 1 && difficulty <= 5 ? difficulty : undefined,
    tag: values.tag || undefined,
    state: stateOf(values.state),
  }
  const words = [
    bank && `题库“${bank.title}”`,
    values.chapter && `章节“${bank?.chapters.find(({ id }) => id === values.chapter)?.title ?? '未知'}”`,
    filter.type && `题型“${typeNames[filter.type]}”`,
    filter.difficulty && `难度“${difficultyNames[filter.difficulty - 1]}”`,
    values.tag && `标签“${values.tag}”`,
    filter.state && `状态“${stateNames[filter.state]}”`,
    values.keyword && `含“${values.keyword}”`,
  ].filter((text): text is string => Boolean(text))
  const clear = () => set(Object.fromEntries(names.map((name) => [name, ''])))
  return { values, set, banks, bank, filter, words, clear }
}

/** 题库: questions by bank, chapter, type, difficulty, tag and state. */
export function BankQuestionList() {
  const [, go] = useLocation()
  const filters = useQuestionFilters()
  const { banks = [], values, set, filter, words, clear } = filters
  const list = useStaffList('GET /staff/v1/bank_questions', filter)
  const [creating, setCreating] = useState(false)
  const [importing, setImporting] = useState(false)
  useShortcut('n', '新建题目', () => setCreating(true), { enabled: banks.length > 0 })
  const drafts = banks.reduce((sum, one) => sum + one.drafts, 0)
  return (
    <>
      <PageHead
        title="题库"
        facts={`${banks.length} 个题库和教材，${banks.reduce((sum, one) => sum + one.questions, 0)} 道题${drafts > 0 ? `，${drafts} 份草稿没有发布` : ''}`}
        actions={
          <>
            <DraftsLink />
            <ConsoleButton kind="page" icon={<Upload size={16} />} onClick={() => setImporting(true)}>
              从文件导入
            </ConsoleButton>
            <ConsoleButton kind="primary" icon={<Plus size={16} />} hotkey="N" onClick={() => setCreating(true)}>
              新建题目
            </ConsoleButton>
          </>
        }
      />
      <DataTable
        id="bank"
        noun="题目"
        list={list}
        columns={columns}
        rowHeight={56}
        rowId={({ id }) => id}
        onOpen={({ id }) => go(`/bank/${id}`)}
        selectionBar={(rows, clearRows) => <BulkBar questions={rows} banks={banks} onDone={clearRows} />}
        empty={
          <EmptyList
            noun="题目"
            filters={words}
            onClear={clear}
            icon={<Library size={24} />}
            title="还没有题目"
            text="新建一道，或导入 Word、Excel、Moodle、QTI 等文件"
          >
            <ConsoleButton kind="primary" size="small" onClick={() => setCreating(true)}>
              新建第一道题
            </ConsoleButton>
          </EmptyList>
        }
        bar={(columnMenu) => (
          <FilterBar
            search={{
              label: '题目里的文字',
              placeholder: '题干、选项、标识',
              value: values.keyword,
              onChange: (keyword) => set({ keyword }, { replace: true }),
            }}
            tools={columnMenu}
          >
            <QuestionFilterFields filters={filters} />
          </FilterBar>
        )}
      />
      {importing && <ImportQuestionsDialog banks={banks} bank={values.bank} onClose={() => setImporting(false)} />}
      {creating && <CreateQuestionDialog banks={banks} bank={values.bank} onClose={() => setCreating(false)} />}
    </>
  )
}

/** Opens AI 起草; not shown without a model. */
function DraftsLink() {
  const { data } = useStaffCall('GET /staff/v1/ai_draft_sources', {}, { staleTime: 300_000 })
  if (!data?.available) return null
  return (
    <Link href="/bank/drafts" className={consoleButtonClass('page')}>
      <Sparkles size={16} />
      AI 起草
    </Link>
  )
}

function QuestionFilterFields({
  filters: { banks = [], bank, values, set },
}: {
  filters: ReturnType<typeof useQuestionFilters>
}) {
  const all = { value: '', label: '全部' }
  const tags = bank?.tags ?? banks.flatMap((one) => one.tags)
  return (
    <>
      <FilterSelect
        label="题库"
        value={values.bank}
        onChange={(next) => set({ bank: next, chapter: '', tag: '' })}
        options={[all, ...banks.map(({ id, title, questions }) => ({ value: id, label: `${title} ${questions}` }))]}
      />
      {bank && bank.chapters.length > 0 && (
        <FilterSelect
          label="章节"
          value={values.chapter}
          onChange={(next) => set({ chapter: next })}
          options={[all, ...bank.chapters.map(({ id, title }) => ({ value: id, label: title }))]}
        />
      )}
      <FilterSelect
        label="题型"
        value={values.type}
        onChange={(next) => set({ type: next })}
        options={[all, ...questionTypes.map((type) => ({ value: type, label: typeNames[type] }))]}
      />
      <FilterSelect
        label="难度"
        value={values.difficulty}
        onChange={(next) => set({ difficulty: next })}
        options={[all, ...difficultyNames.map((label, at) => ({ value: String(at + 1), label }))]}
      />
      <FilterSelect
        label="标签"
        value={values.tag}
        onChange={(next) => set({ tag: next })}
        options={[all, ...[...new Set(tags.map(({ tag }) => tag))].map((tag) => ({ value: tag, label: tag }))]}
      />
      <FilterSelect
        label="状态"
        value={values.state}
        onChange={(next) => set({ state: next })}
        options={[all, ...Object.entries(stateNames).map(([value, label]) => ({ value, label }))]}
      />
    </>
  )
}

export function QuestionStateTag({
  question: { state, locked },
}: {
  question: Pick<BankQuestion, 'state' | 'locked'>
}) {
  if (locked)
    return (
      <StateTag tone="amber" icon={<Lock size={12} />}>
        考试中
      </StateTag>
    )
  if (state === 'retired')
    return (
      <StateTag tone="grey" icon={<CircleOff size={12} />}>
        已停用
      </StateTag>
    )
  if (state === 'published')
    return (
      <StateTag tone="green" icon={<CircleCheck size={12} />}>
        已发布
      </StateTag>
    )
  return (
    <StateTag tone="blue" icon={<FilePen size={12} />}>
      {state === 'new' ? '新草稿' : '有草稿'}
    </StateTag>
  )
}

const columns: Column<BankQuestion>[] = [
  {
    id: 'text',
    title: '题目',
    width: 260,
    grows: true,
    fixed: true,
    card: 'title',
    cell: ({ text, slug, tags }) => (
      <span className="block min-w-0">
        <span className="block truncate font-semibold">{text || '（没有题干）'}</span>
        <span className="block truncate text-12 text-ink-3">{[slug, ...tags].join(' · ')}</span>
      </span>
    ),
  },
  {
    id: 'type',
    title: '题型',
    width: 84,
    fixed: true,
    card: 'line',
    cell: ({ type }) => <QuestionTypeTag type={type} />,
  },
  {
    id: 'state',
    title: '状态',
    width: 88,
    fixed: true,
    card: 'side',
    cell: (question) => <QuestionStateTag question={question} />,
  },
  {
    id: 'place',
    title: '题库与章节',
    width: 170,
    card: 'line',
    cell: ({ bank, chapter }) => (
      <span className="block min-w-0">
        <span className="block truncate">{bank.title}</span>
        {chapter && <span className="block truncate text-12 text-ink-3 max-desk:hidden">{chapter.title}</span>}
      </span>
    ),
  },
  { id: 'difficulty', title: '难度', width: 64, cell: ({ difficulty }) => difficultyNames[difficulty - 1] },
  { id: 'points', title: '分值', width: 56, align: 'right', cell: ({ points }) => points },
  { id: 'exams', title: '考过', width: 60, align: 'right', cell: ({ exams }) => (exams > 0 ? `${exams} 次` : '') },
  {
    id: 'share',
    title: '得分率',
    width: 76,
    align: 'right',
    cell: ({ share, answers }) =>
      share === null ? (answers > 0 ? `${answers} 人` : '') : `${Math.round(share * 100)}%`,
  },
  {
    id: 'discrimination',
    title: '区分度',
    width: 70,
    align: 'right',
    cell: ({ discrimination }) =>
      discrimination === null ? (
        ''
      ) : (
        <span className={discrimination < 0 ? 'text-danger' : undefined}>{discrimination.toFixed(2)}</span>
      ),
  },
  {
    id: 'updated',
    title: '更新',
    width: 110,
    cell: ({ updatedAt }) => <span className="text-ink-3">{timeText(updatedAt)}</span>,
  },
]
