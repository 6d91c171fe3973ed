import type { StaffPerson, StaffState } from '@dxx/contract/calls/staff/staff'
import { allRoles, type Role, roles } from '@dxx/contract/staff'
import LogOut from 'lucide-react/icons/log-out'
import Table2 from 'lucide-react/icons/table-2'
import UserPlus from 'lucide-react/icons/user-plus'
import Users from 'lucide-react/icons/users'
import X from 'lucide-react/icons/x'
import { type ReactNode, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useDesktop } from '../../ui/use-media'
import { useStaffList } from '../api/hooks'
import { useUrlState } from '../kit/address'
import { ConsoleButton } from '../kit/button'
import { DataTable } from '../kit/data-table'
import { FilterSelect } from '../kit/fields'
import { FilterBar } from '../kit/filter-bar'
import { PageHead } from '../kit/page-head'
import { useShortcut } from '../kit/shortcuts'
import { EmptyList } from '../kit/states'
import { BulkLogOut } from './staff/bulk-log-out'
import { staffColumns } from './staff/columns'
import { GrantDialog } from './staff/grant-dialog'
import { stateNames } from './staff/labels'
import { PersonPane } from './staff/person-pane'
import { RoleTable } from './staff/role-table'

const all = { value: '', label: '全部' }
const roleOptions = [all, ...allRoles.map((role) => ({ value: role, label: roles[role].name }))]
const stateOptions = [
  all,
  ...(Object.keys(stateNames) as StaffState[]).map((state) => ({ value: state, label: stateNames[state] })),
]

/** 员工与权限: staff members, their grants, and when the grants end. */
export function StaffPage({ id }: { id?: string }) {
  const [, go] = useLocation()
  const search = useSearch()
  const [{ keyword, role, state }, setFilters] = useFilters()
  const list = useStaffList('GET /staff/v1/people_list', {
    keyword: keyword || undefined,
    role: role in roles ? (role as Role) : undefined,
    state: state in stateNames ? (state as StaffState) : undefined,
  })
  const [granting, setGranting] = useState(false)
  const [showRoles, setShowRoles] = useState(false)
  const [ending, setEnding] = useState<{ people: StaffPerson[]; clear(): void } | null>(null)
  useShortcut('n', '授权', () => setGranting(true))

  const withFilters = (path: string) => (search ? `${path}?${search}` : path)
  const filters = [
    keyword && `姓名或手机号“${keyword}”`,
    role && `角色“${roles[role as Role]?.name ?? role}”`,
    state && `状态“${stateNames[state as StaffState] ?? state}”`,
  ].filter((text): text is string => Boolean(text))
  const clear = () => setFilters({ keyword: '', role: '', state: '' })

  return (
    <>
      <PageHead
        title="员工与权限"
        facts={`${list.total === undefined ? '' : `${filters.length > 0 ? '符合条件 ' : ''}${list.total} 人 · `}长期没有登录的员工自动停用`}
        actions={
          <>
            <ConsoleButton kind="page" icon={<Table2 size={16} />} onClick={() => setShowRoles(true)}>
              角色能做什么
            </ConsoleButton>
            <ConsoleButton kind="primary" icon={<UserPlus size={16} />} hotkey="N" onClick={() => setGranting(true)}>
              授权
            </ConsoleButton>
          </>
        }
      />
      <div className="flex min-h-0 flex-1 gap-4">
        <DataTable
          id="staff"
          noun="员工"
          list={list}
          columns={staffColumns}
          rowId={(person) => person.id}
          openId={id}
          onOpen={(person) => go(withFilters(`/staff/${person.id}`))}
          selectionBar={(people, clearSelection) => (
            <SelectionBar
              people={people}
              onLogOut={() => setEnding({ people, clear: clearSelection })}
              onClear={clearSelection}
            />
          )}
          empty={
            <EmptyList
              noun="员工"
              filters={filters}
              onClear={clear}
              icon={<Users size={24} />}
              title="还没有员工"
              text="按手机号找到用户，给一个角色和范围"
            >
              <ConsoleButton kind="primary" size="small" onClick={() => setGranting(true)}>
                授权第一位
              </ConsoleButton>
            </EmptyList>
          }
          bar={(columnMenu) => <StaffFilters tools={columnMenu} />}
        />
        <PersonPane id={id} onClose={() => go(withFilters('/staff'))} />
      </div>
      <GrantDialog open={granting} onClose={() => setGranting(false)} onGranted={(person) => go(`/staff/${person}`)} />
      <RoleTable open={showRoles} onClose={() => setShowRoles(false)} />
      {ending && (
        <BulkLogOut
          people={ending.people}
          onClose={() => setEnding(null)}
          onDone={() => {
            ending.clear()
            setEnding(null)
          }}
        />
      )}
    </>
  )
}

const useFilters = () => useUrlState(['keyword', 'role', 'state'])

function StaffFilters({ tools }: { tools: ReactNode }) {
  const desktop = useDesktop()
  const [{ keyword, role, state }, setFilters] = useFilters()
  return (
    <FilterBar
      // On phones the top bar shows the title.
      title={desktop ? '员工' : undefined}
      search={{
        label: '姓名或手机号',
        placeholder: '姓名、手机号',
        value: keyword,
        onChange: (next) => setFilters({ keyword: next }, { replace: true }),
      }}
      tools={tools}
    >
      <FilterSelect label="角色" value={role} onChange={(next) => setFilters({ role: next })} options={roleOptions} />
      <FilterSelect
        label="状态"
        value={state}
        onChange={(next) => setFilters({ state: next })}
        options={stateOptions}
      />
    </FilterBar>
  )
}

interface SelectionBarProps {
  people: StaffPerson[]
  onLogOut(): void
  onClear(): void
}

function SelectionBar({ people, onLogOut, onClear }: SelectionBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line bg-primary-soft px-5 py-2">
      <span className="flex-1 font-semibold text-primary">已选 {people.length} 人</span>
      <ConsoleButton
        kind="danger"
        size="small"
        icon={<LogOut size={15} />}
        disabled={people.every(({ isMe }) => isMe)}
        onClick={onLogOut}
      >
        让 {people.filter(({ isMe }) => !isMe).length} 人退出登录
      </ConsoleButton>
      <ConsoleButton kind="page" size="small" icon={<X size={15} />} onClick={onClear}>
        取消选择
      </ConsoleButton>
    </div>
  )
}
