import type { UserRow } from '@dxx/contract/calls/staff/users'
import Search from 'lucide-react/icons/search'
import { useLocation, useSearch } from 'wouter'
import { useDesktop } from '../../ui/use-media'
import { useStaffList } from '../api/hooks'
import { useUrlState } from '../kit/address'
import type { Column } from '../kit/columns'
import { DataTable } from '../kit/data-table'
import { PersonAvatar } from '../kit/face'
import { FilterBar } from '../kit/filter-bar'
import { PageHead } from '../kit/page-head'
import { NoMatchingRows, RegionState } from '../kit/states'
import { timeText } from '../kit/time'
import { UserPane } from './users/user-pane'
import { UserState } from './users/user-state'

const columns: Column<UserRow>[] = [
  {
    id: 'name',
    title: '昵称',
    width: 180,
    grows: true,
    fixed: true,
    card: 'title',
    cell: ({ id, nickname, avatar }) => (
      <span className="flex min-w-0 items-center gap-2">
        <PersonAvatar id={id} name={nickname} src={avatar} />
        <b className="truncate font-semibold">{nickname}</b>
      </span>
    ),
  },
  { id: 'state', title: '状态', width: 110, fixed: true, card: 'side', cell: (user) => <UserState user={user} /> },
  {
    id: 'mobile',
    title: '手机号',
    width: 120,
    card: 'line',
    cell: ({ mobile }) => <span className="tabular-nums text-12 text-ink-2">{mobile || '未绑定'}</span>,
  },
  {
    id: 'school',
    title: '学校',
    width: 150,
    grows: true,
    card: 'line',
    cell: ({ school }) => <span className="text-12 text-ink-2">{school || '–'}</span>,
  },
  {
    id: 'created',
    title: '注册',
    width: 150,
    cell: ({ createdAt }) => <span className="text-12 text-ink-2">{timeText(createdAt)}</span>,
  },
]

/** 用户: finds users by number, name or purchase order, shows their data and activity, and restricts them. */
export function UsersPage({ id }: { id?: string }) {
  const [, go] = useLocation()
  const desktop = useDesktop()
  const search = useSearch()
  const [{ keyword }, setFilters] = useUrlState(['keyword'])
  const list = useStaffList('GET /staff/v1/user_search', { keyword })
  const withFilters = (path: string) => (search ? `${path}?${search}` : path)
  return (
    <>
      <PageHead title="用户" facts="手机号只显示一部分，查看完整号码会被记录" />
      <div className="flex min-h-0 flex-1 gap-4">
        <DataTable
          id="users"
          noun="用户"
          list={list}
          columns={columns}
          rowId={(user) => user.id}
          openId={id}
          onOpen={(user) => go(withFilters(`/users/${user.id}`))}
          empty={
            keyword ? (
              <NoMatchingRows noun="用户" filters={[`“${keyword}”`]} onClear={() => setFilters({ keyword: '' })} />
            ) : (
              <RegionState tone="blue" icon={<Search size={24} />} title="还没有用户" />
            )
          }
          bar={(columnMenu) => (
            <FilterBar
              // On phones the top bar shows the title.
              title={desktop ? '用户' : undefined}
              search={{
                label: '手机号、订单号、学号或姓名',
                placeholder: '手机、订单、学号、姓名',
                value: keyword,
                onChange: (next) => setFilters({ keyword: next }, { replace: true }),
              }}
              tools={columnMenu}
            />
          )}
        />
        <UserPane id={id} onClose={() => go(withFilters('/users'))} />
      </div>
    </>
  )
}
