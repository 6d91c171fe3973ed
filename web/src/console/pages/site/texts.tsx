import type { SiteTextBrief } from '@dxx/contract/calls/staff/site-texts'
import CircleCheck from 'lucide-react/icons/circle-check'
import Clock from 'lucide-react/icons/clock'
import FilePen from 'lucide-react/icons/file-pen'
import FileText from 'lucide-react/icons/file-text'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { toast } from '../../../state/flash'
import { useStaffAction, useStaffList } from '../../api/hooks'
import { useUrlState } from '../../kit/address'
import { ConsoleButton } from '../../kit/button'
import { CardLabel } from '../../kit/card-label'
import type { Column } from '../../kit/columns'
import { DataTable } from '../../kit/data-table'
import { FilterSelect } from '../../kit/fields'
import { FilterBar } from '../../kit/filter-bar'
import { PageHead } from '../../kit/page-head'
import { useShortcut } from '../../kit/shortcuts'
import { EmptyList } from '../../kit/states'
import { StateTag } from '../../kit/tag'
import { timeText } from '../../kit/time'
import { CreateTextDialog } from './create-text-dialog'

const names = ['keyword', 'deleted'] as const

/** Articles or help: published texts, drafts, and texts that staff deleted. */
export function Texts({ section, tabs }: { section: 'articles' | 'help'; tabs: ReactNode }) {
  const [, go] = useLocation()
  const [values, set] = useUrlState(names)
  const deleted = values.deleted === '1'
  const noun = section === 'help' ? '帮助' : '文章'
  const list = useStaffList('GET /staff/v1/site_text_list', {
    section,
    keyword: values.keyword || undefined,
    deleted: deleted || undefined,
  })
  const [creating, setCreating] = useState(false)
  const revive = useStaffAction('POST /staff/v1/site_text_revive', {
    changes: ['GET /staff/v1/site_text_list'],
    onDone: () => toast('已恢复'),
  })
  useShortcut('n', `新建${noun}`, () => setCreating(true))
  const create = (
    <ConsoleButton kind="primary" icon={<Plus size={16} />} hotkey="N" onClick={() => setCreating(true)}>
      新建{noun}
    </ConsoleButton>
  )
  const words = [deleted && '已删除', values.keyword && `标题含“${values.keyword}”`].filter((text): text is string =>
    Boolean(text),
  )
  const columns =
    section === 'help' ? [title, category, state, changed, updated] : [title, state, shown, changed, updated]
  return (
    <>
      <PageHead
        title="站点内容"
        facts="改的是草稿，发布后学生才看得到；在这里发布过的，之后的文件导入会保留"
        actions={create}
      />
      {tabs}
      <DataTable
        id={`site-${section}`}
        noun={noun}
        list={list}
        columns={columns}
        rowHeight={56}
        rowId={({ slug }) => slug}
        onOpen={({ slug }) => (deleted ? void revive.run({ section, slug }) : go(`/site/${section}/${slug}`))}
        empty={
          <EmptyList
            noun={noun}
            filters={words}
            onClear={() => set({ keyword: '', deleted: '' })}
            icon={<FileText size={24} />}
            title={`还没有${noun}`}
            text={section === 'help' ? '学生在帮助中心看到它们' : '学生在文章里看到它们，新的在前'}
          >
            {create}
          </EmptyList>
        }
        bar={(columnMenu) => (
          <FilterBar
            search={{
              label: '标题或标识',
              placeholder: '标题、标识',
              value: values.keyword,
              onChange: (keyword) => set({ keyword }, { replace: true }),
            }}
            tools={columnMenu}
          >
            <FilterSelect
              label="显示"
              value={values.deleted}
              onChange={(next) => set({ deleted: next })}
              options={[
                { value: '', label: '在用的' },
                { value: '1', label: '已删除，点开恢复' },
              ]}
            />
          </FilterBar>
        )}
      />
      {creating && <CreateTextDialog section={section} onClose={() => setCreating(false)} />}
    </>
  )
}

const looks = {
  draft: { name: '草稿', tone: 'blue', Icon: FilePen },
  planned: { name: '到时间显示', tone: 'amber', Icon: Clock },
  shown: { name: '已发布', tone: 'green', Icon: CircleCheck },
  deleted: { name: '已删除', tone: 'grey', Icon: Trash2 },
} as const

export function TextStateTag({ state: which }: Pick<SiteTextBrief, 'state'>) {
  const { name, tone, Icon } = looks[which]
  return (
    <StateTag tone={tone} icon={<Icon size={12} />}>
      {name}
    </StateTag>
  )
}

const title: Column<SiteTextBrief> = {
  id: 'title',
  title: '标题',
  width: 240,
  grows: true,
  fixed: true,
  card: 'title',
  cell: (text) => (
    <span className="block min-w-0">
      <span className="block truncate font-semibold">{text.title}</span>
      <span className="block truncate text-12 text-ink-3">{text.kept ? '在管理台改过，导入时保留' : text.slug}</span>
    </span>
  ),
}
const category: Column<SiteTextBrief> = {
  id: 'category',
  title: '分类',
  width: 110,
  card: 'line',
  cell: (text) => text.category,
}
const state: Column<SiteTextBrief> = {
  id: 'state',
  title: '状态',
  width: 130,
  fixed: true,
  card: 'side',
  cell: (text) => <TextStateTag state={text.state} />,
}
const shown: Column<SiteTextBrief> = {
  id: 'shown',
  title: '显示的时间',
  width: 130,
  card: 'line',
  cell: ({ publishedAt }) => (publishedAt === null ? '' : timeText(publishedAt)),
}
const changed: Column<SiteTextBrief> = {
  id: 'changed',
  title: '没发布的改动',
  width: 120,
  card: 'line',
  cell: (text) =>
    text.changed && text.state !== 'draft' ? (
      <span className="text-amber">
        <CardLabel>没发布的改动</CardLabel>有
      </span>
    ) : (
      ''
    ),
}
const updated: Column<SiteTextBrief> = {
  id: 'updated',
  title: '修改',
  width: 170,
  cell: ({ updatedAt, updatedBy }) => (
    <span className="text-ink-3">{updatedAt === null ? '' : `${timeText(updatedAt)} ${updatedBy}`}</span>
  ),
}
