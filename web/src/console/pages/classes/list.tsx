import type { ClassBrief } from '@dxx/contract/calls/staff/classes'
import FileUp from 'lucide-react/icons/file-up'
import Plus from 'lucide-react/icons/plus'
import School from 'lucide-react/icons/school'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useStaffList } from '../../api/hooks'
import { hasAnyPermission, useSignedInStaff } from '../../frame/me'
import { useSchool } from '../../frame/school'
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
import { ClassDialog } from './class-dialog'
import { UploadRoster } from './roster/upload-dialog'

const columns: Column<ClassBrief>[] = [
  {
    id: 'name',
    title: '班级',
    width: 220,
    grows: true,
    fixed: true,
    card: 'title',
    cell: ({ name, college }) => (
      <span className="min-w-0">
        <b className="block truncate font-semibold">{name}</b>
        <span className="block truncate text-12 text-ink-3">{college || '没有写学院'}</span>
      </span>
    ),
  },
  {
    id: 'kind',
    title: '类型',
    width: 84,
    fixed: true,
    card: 'side',
    cell: ({ kind }) => (
      <StateTag tone={kind === 'home' ? 'blue' : 'violet'}>{kind === 'home' ? '行政班' : '教学班'}</StateTag>
    ),
  },
  {
    id: 'students',
    title: '学生',
    width: 80,
    align: 'right',
    card: 'line',
    cell: ({ students }) => <span className="tabular-nums">{students} 人</span>,
  },
  {
    id: 'verified',
    title: '已认证',
    width: 80,
    align: 'right',
    cell: ({ verified }) => <span className="tabular-nums text-ink-2">{verified}</span>,
  },
  {
    id: 'teachers',
    title: '教师',
    width: 160,
    grows: true,
    card: 'line',
    cell: ({ teachers }) => <span className="truncate text-12 text-ink-2">{teachers.join('、') || '还没有教师'}</span>,
  },
  {
    id: 'term',
    title: '学期',
    width: 130,
    cell: ({ term, year }) => <span className="text-12 text-ink-2">{term?.name ?? `${year} 级`}</span>,
  },
  {
    id: 'school',
    title: '学校',
    width: 140,
    cell: ({ school }) => <span className="truncate text-12 text-ink-2">{school.name}</span>,
  },
]

/** 班级: own classes of a teacher, or all classes of the school. */
export function ClassList() {
  const me = useSignedInStaff()
  const [, go] = useLocation()
  const school = useSchool()
  const canManage = hasAnyPermission(me, ['class.manage'])
  const [{ keyword, archived }, set] = useUrlState(['keyword', 'archived'])
  const list = useStaffList('GET /staff/v1/class_list', {
    keyword: keyword || undefined,
    archived: archived === 'yes',
    schoolId: school?.id,
  })
  const [adding, setAdding] = useState(false)
  const [uploading, setUploading] = useState(false)
  useShortcut('n', '新建班级', () => setAdding(true), { enabled: canManage })
  useShortcut('u', '导入名册', () => setUploading(true), { enabled: canManage })
  const filters = [keyword && `名称“${keyword}”`, archived && '已归档'].filter((text): text is string => Boolean(text))
  return (
    <>
      <PageHead
        title="班级"
        facts={list.total === undefined ? undefined : `${list.total} 个班`}
        actions={
          canManage && (
            <>
              <ConsoleButton kind="page" icon={<FileUp size={16} />} hotkey="U" onClick={() => setUploading(true)}>
                导入名册
              </ConsoleButton>
              <ConsoleButton kind="primary" icon={<Plus size={16} />} hotkey="N" onClick={() => setAdding(true)}>
                新建班级
              </ConsoleButton>
            </>
          )
        }
      />
      <DataTable
        id="classes"
        noun="班级"
        list={list}
        columns={columns}
        rowHeight={56}
        rowId={(row) => row.id}
        onOpen={(row) => go(`/classes/${row.id}`)}
        empty={
          <EmptyList
            noun="班级"
            filters={filters}
            onClear={() => set({ keyword: '', archived: '' })}
            icon={<School size={24} />}
            title="还没有班级"
            text={
              canManage ? '导入名册时会建好班级，也可以先新建一个' : '学校管理员把你加为任课教师后，班级会出现在这里'
            }
          >
            {canManage && (
              <ConsoleButton kind="primary" size="small" onClick={() => setUploading(true)}>
                导入名册
              </ConsoleButton>
            )}
          </EmptyList>
        }
        bar={(columnMenu) => (
          <FilterBar
            search={{
              label: '班级或学院',
              placeholder: '班级、学院',
              value: keyword,
              onChange: (next) => set({ keyword: next }, { replace: true }),
            }}
            tools={columnMenu}
          >
            <FilterSelect
              label="状态"
              value={archived}
              onChange={(next) => set({ archived: next })}
              options={[
                { value: '', label: '在读' },
                { value: 'yes', label: '已归档' },
              ]}
            />
          </FilterBar>
        )}
      />
      {adding && <ClassDialog onClose={() => setAdding(false)} onSaved={(id) => go(`/classes/${id}`)} />}
      {uploading && <UploadRoster onClose={() => setUploading(false)} onRead={(id) => go(`/classes/rosters/${id}`)} />}
    </>
  )
}
