import type { StudioBrief } from '@dxx/contract/calls/staff/studio-shapes'
import type { CurriculumKind } from '@dxx/contract/shapes'
import BookOpen from 'lucide-react/icons/book-open'
import CircleCheck from 'lucide-react/icons/circle-check'
import Clock from 'lucide-react/icons/clock'
import EyeOff from 'lucide-react/icons/eye-off'
import FilePen from 'lucide-react/icons/file-pen'
import Plus from 'lucide-react/icons/plus'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useStaffList } from '../../api/hooks'
import { useUrlState } from '../../kit/address'
import { ConsoleButton } from '../../kit/button'
import type { Column } from '../../kit/columns'
import { DataTable } from '../../kit/data-table'
import { FilterSelect } from '../../kit/fields'
import { FilterBar } from '../../kit/filter-bar'
import { PageHead } from '../../kit/page-head'
import { useShortcut } from '../../kit/shortcuts'
import { EmptyList } from '../../kit/states'
import { StateTag } from '../../kit/tag'
import { timeText } from '../../kit/time'
import { CreateContentDialog } from './create-dialog'
import { kindNames } from './kinds'

const names = ['keyword', 'kind', 'drafts'] as const
const kinds = Object.keys(kindNames) as CurriculumKind[]

/** 内容工作室: courses, books, textbooks and banks that the staff member may edit. */
export function StudioList() {
  const [, go] = useLocation()
  const [values, set] = useUrlState(names)
  const kind = kinds.find((one) => one === values.kind)
  const drafts = values.drafts === '1' || undefined
  const list = useStaffList('GET /staff/v1/studio_list', { keyword: values.keyword || undefined, kind, drafts })
  const [creating, setCreating] = useState(false)
  useShortcut('n', '新建内容', () => setCreating(true))
  const words = [
    kind && `类别“${kindNames[kind]}”`,
    drafts && '有草稿',
    values.keyword && `名称含“${values.keyword}”`,
  ].filter((text): text is string => Boolean(text))
  const create = (
    <ConsoleButton kind="primary" icon={<Plus size={16} />} hotkey="N" onClick={() => setCreating(true)}>
      新建
    </ConsoleButton>
  )
  return (
    <>
      <PageHead
        title="内容工作室"
        facts={list.total === undefined ? undefined : `${list.total} 门内容，最近修改的在前`}
        actions={create}
      />
      <DataTable
        id="studio"
        noun="内容"
        list={list}
        columns={columns}
        rowHeight={56}
        rowId={({ id }) => id}
        onOpen={({ id }) => go(`/studio/${id}`)}
        empty={
          <EmptyList
            noun="内容"
            filters={words}
            onClear={() => set({ keyword: '', kind: '', drafts: '' })}
            icon={<BookOpen size={24} />}
            title="还没有可以编辑的内容"
            text="新建一本教材，或请管理员把课程、书授权给你"
          >
            {create}
          </EmptyList>
        }
        bar={(columnMenu) => (
          <FilterBar
            search={{
              label: '名称或标识',
              placeholder: '名称、标识',
              value: values.keyword,
              onChange: (keyword) => set({ keyword }, { replace: true }),
            }}
            tools={columnMenu}
          >
            <FilterSelect
              label="类别"
              value={values.kind}
              onChange={(next) => set({ kind: next })}
              options={[{ value: '', label: '全部' }, ...kinds.map((one) => ({ value: one, label: kindNames[one] }))]}
            />
            <FilterSelect
              label="草稿"
              value={values.drafts}
              onChange={(next) => set({ drafts: next })}
              options={[
                { value: '', label: '全部' },
                { value: '1', label: '有没发布的改动' },
              ]}
            />
          </FilterBar>
        )}
      />
      {creating && <CreateContentDialog onClose={() => setCreating(false)} />}
    </>
  )
}

export function ContentStateTag({
  item: { publication, draft, onShelf },
}: {
  item: Pick<StudioBrief, 'publication' | 'draft' | 'onShelf'>
}) {
  if (publication?.state === 'failed')
    return (
      <StateTag tone="red" icon={<TriangleAlert size={12} />}>
        没有发布成
      </StateTag>
    )
  if (publication)
    return (
      <StateTag tone="amber" icon={<Clock size={12} />}>
        {publication.state === 'running' ? '正在发布' : `${timeText(publication.at)} 发布`}
      </StateTag>
    )
  if (draft && draft.files > 0)
    return (
      <StateTag tone="blue" icon={<FilePen size={12} />}>
        有草稿
      </StateTag>
    )
  if (!onShelf)
    return (
      <StateTag tone="grey" icon={<EyeOff size={12} />}>
        未上架
      </StateTag>
    )
  return (
    <StateTag tone="green" icon={<CircleCheck size={12} />}>
      已发布
    </StateTag>
  )
}

const columns: Column<StudioBrief>[] = [
  {
    id: 'title',
    title: '内容',
    width: 240,
    grows: true,
    fixed: true,
    card: 'title',
    cell: ({ title, slug }) => (
      <span className="block min-w-0">
        <span className="block truncate font-semibold">{title}</span>
        <span className="block truncate text-12 text-ink-3">{slug}</span>
      </span>
    ),
  },
  { id: 'kind', title: '类别', width: 84, card: 'line', cell: ({ kind }) => kindNames[kind] },
  {
    id: 'state',
    title: '状态',
    width: 150,
    fixed: true,
    card: 'side',
    cell: (item) => <ContentStateTag item={item} />,
  },
  { id: 'chapters', title: '章节', width: 64, align: 'right', cell: ({ chapters }) => chapters },
  { id: 'questions', title: '题目', width: 64, align: 'right', cell: ({ questions }) => questions },
  {
    id: 'draft',
    title: '没发布的改动',
    width: 170,
    card: 'line',
    cell: ({ draft }) =>
      draft && draft.files > 0 ? (
        <span className="text-ink-2">
          {draft.files} 个文件，{draft.updatedBy}
        </span>
      ) : (
        ''
      ),
  },
  {
    id: 'updated',
    title: '修改',
    width: 116,
    cell: ({ updatedAt }) => <span className="text-ink-3">{timeText(updatedAt)}</span>,
  },
]
