import type { StaffDiscount } from '@dxx/contract/calls/staff/coupons'
import { discountLabel } from '@dxx/contract/rules/discount'
import TicketPercent from 'lucide-react/icons/ticket-percent'
import { type ReactNode, useState } from 'react'
import { useStaffList } from '../../api/hooks'
import { useUrlState } from '../../kit/address'
import { CardLabel } from '../../kit/card-label'
import type { Column } from '../../kit/columns'
import { DataTable } from '../../kit/data-table'
import { FilterSelect } from '../../kit/fields'
import { FilterBar } from '../../kit/filter-bar'
import { useNewButton } from '../../kit/new-button'
import { PageHead } from '../../kit/page-head'
import { EmptyList } from '../../kit/states'
import { timeText } from '../../kit/time'
import { useOpenRow } from '../../kit/use-open-row'
import { formatPrice } from '../work/money'
import { DiscountDialog } from './discount-dialog'
import { DiscountPane } from './discount-pane'
import { CouponState } from './state'

const columns: Column<StaffDiscount>[] = [
  {
    id: 'title',
    title: '名称',
    width: 150,
    grows: true,
    fixed: true,
    card: 'title',
    cell: ({ title }) => <b className="truncate font-semibold">{title}</b>,
  },
  {
    id: 'state',
    title: '状态',
    width: 100,
    fixed: true,
    card: 'side',
    cell: ({ state }) => <CouponState state={state} />,
  },
  {
    id: 'terms',
    title: '优惠',
    width: 150,
    card: 'line',
    cell: (coupon) => <span className="truncate">{discountLabel(coupon)}</span>,
  },
  {
    id: 'used',
    title: '已用 / 总量',
    width: 120,
    align: 'right',
    card: 'line',
    cell: ({ used, stock }) => (
      <span className="tabular-nums">
        <CardLabel>已用</CardLabel>
        {used} / {stock ?? '不限'}
      </span>
    ),
  },
  {
    id: 'off',
    title: '已让利',
    width: 110,
    align: 'right',
    cell: ({ totalOffCents }) => <span className="tabular-nums">{formatPrice(totalOffCents)}</span>,
  },
  {
    id: 'ends',
    title: '到期',
    width: 150,
    cell: ({ endsAt }) => <span className="text-12 text-ink-2">{timeText(endsAt)}</span>,
  },
]

const states = [
  { value: '', label: '全部' },
  { value: 'open', label: '未结束' },
  { value: 'over', label: '已结束' },
]

/** Discount coupons with their uses. The opened one is in the address. */
export function DiscountList({ tabs }: { tabs: ReactNode }) {
  const [{ keyword, state }, setAddress] = useUrlState(['keyword', 'state'])
  const [edited, setEdited] = useState<StaffDiscount | 'new' | null>(null)
  const list = useStaffList('GET /staff/v1/discount_list', {
    keyword,
    state: state === 'open' || state === 'over' ? state : 'all',
  })
  const add = useNewButton('新建优惠券', () => setEdited('new'))
  const filters = [
    keyword && `“${keyword}”`,
    state && `状态“${states.find(({ value }) => value === state)?.label ?? state}”`,
  ].filter(Boolean)
  const { opened, table, close } = useOpenRow(list.rows)
  return (
    <>
      <PageHead title="优惠与兑换码" facts="优惠券在结算时减钱，兑换码直接开通内容" actions={add} />
      {tabs}
      <div className="flex min-h-0 flex-1 gap-4">
        <DataTable
          id="discounts"
          noun="优惠券"
          list={list}
          columns={columns}
          {...table}
          empty={
            <EmptyList
              noun="优惠券"
              filters={filters}
              onClear={() => setAddress({ keyword: '', state: '' })}
              icon={<TicketPercent size={24} />}
              title="还没有优惠券"
              text="建一张，学生结算时会自动看到能用的"
            >
              {add}
            </EmptyList>
          }
          bar={(columnMenu) => (
            <FilterBar
              search={{
                label: '名称',
                placeholder: '名称',
                value: keyword,
                onChange: (next) => setAddress({ keyword: next }, { replace: true }),
              }}
              tools={columnMenu}
            >
              <FilterSelect
                label="状态"
                value={state}
                onChange={(next) => setAddress({ state: next })}
                options={states}
              />
              <span className="flex-1" />
            </FilterBar>
          )}
        />
        <DiscountPane coupon={opened} onClose={close} onEdit={() => opened && setEdited(opened)} />
      </div>
      {edited && <DiscountDialog coupon={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </>
  )
}
