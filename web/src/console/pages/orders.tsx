import type { StaffOrder } from '@dxx/contract/calls/staff/orders'
import { type OrderStatus, orderStatusText } from '@dxx/contract/rules/order-state'
import Receipt from 'lucide-react/icons/receipt-text'
import { useLocation, useSearch } from 'wouter'
import { useStaffList } from '../api/hooks'
import { useUrlState } from '../kit/address'
import type { Column } from '../kit/columns'
import { DataTable } from '../kit/data-table'
import { FilterSelect } from '../kit/fields'
import { FilterBar } from '../kit/filter-bar'
import { PageHead } from '../kit/page-head'
import { NoMatchingRows, RegionState } from '../kit/states'
import { timeText } from '../kit/time'
import { OrderPane } from './orders/order-pane'
import { OrderState } from './orders/order-state'
import { formatPrice } from './work/money'

const columns: Column<StaffOrder>[] = [
  {
    id: 'title',
    title: '内容',
    width: 180,
    grows: true,
    fixed: true,
    card: 'title',
    cell: ({ title }) => <b className="truncate font-semibold">{title}</b>,
  },
  { id: 'state', title: '状态', width: 130, fixed: true, card: 'side', cell: (order) => <OrderState order={order} /> },
  {
    id: 'person',
    title: '买家',
    width: 130,
    card: 'line',
    cell: ({ person }) => <span className="truncate text-12 text-ink-2">{person?.nickname ?? '账号已注销'}</span>,
  },
  {
    id: 'cents',
    title: '实付',
    width: 100,
    align: 'right',
    card: 'line',
    cell: ({ payCents }) => <span className="tabular-nums">{formatPrice(payCents)}</span>,
  },
  {
    id: 'created',
    title: '下单',
    width: 150,
    cell: ({ createdAt }) => <span className="text-12 text-ink-2">{timeText(createdAt)}</span>,
  },
  {
    id: 'no',
    title: '订单号',
    width: 180,
    cell: ({ no }) => <span className="tabular-nums text-12 text-ink-2">{no}</span>,
  },
]

const statuses = [
  { value: '', label: '全部' },
  ...Object.entries(orderStatusText).map(([value, label]) => ({ value, label })),
]

/** 订单: finds purchase orders by number, buyer or content, shows payments and refunds, and refunds fully or partly. */
export function OrdersPage({ id }: { id?: string }) {
  const [, go] = useLocation()
  const search = useSearch()
  const [{ keyword, status }, setFilters] = useUrlState(['keyword', 'status'])
  const isStatus = statuses.some(({ value }) => value !== '' && value === status)
  const list = useStaffList('GET /staff/v1/order_search', {
    keyword,
    status: isStatus ? (Number(status) as OrderStatus) : undefined,
  })
  const withFilters = (path: string) => (search ? `${path}?${search}` : path)
  const words = [
    keyword && `“${keyword}”`,
    isStatus && `状态“${orderStatusText[Number(status) as OrderStatus]}”`,
  ].filter((text): text is string => Boolean(text))
  return (
    <>
      <PageHead title="订单" facts="退款要再次确认身份，金额大的要两位同事同意" />
      <div className="flex min-h-0 flex-1 gap-4">
        <DataTable
          id="orders"
          noun="订单"
          list={list}
          columns={columns}
          rowId={(order) => order.no}
          openId={id}
          onOpen={(order) => go(withFilters(`/orders/${order.no}`), { replace: Boolean(id) })}
          empty={
            words.length > 0 ? (
              <NoMatchingRows noun="订单" filters={words} onClear={() => setFilters({ keyword: '', status: '' })} />
            ) : (
              <RegionState tone="blue" icon={<Receipt size={24} />} title="还没有订单" text="有人下单后会出现在这里" />
            )
          }
          bar={(columnMenu) => (
            <FilterBar
              search={{
                label: '订单号、手机号、昵称或内容',
                placeholder: '订单号、手机、昵称、内容',
                value: keyword,
                onChange: (next) => setFilters({ keyword: next }, { replace: true }),
              }}
              tools={columnMenu}
            >
              <FilterSelect
                label="状态"
                value={isStatus ? status : ''}
                onChange={(next) => setFilters({ status: next })}
                options={statuses}
              />
              <span className="flex-1" />
            </FilterBar>
          )}
        />
        <OrderPane no={id} onClose={() => go(withFilters('/orders'))} />
      </div>
    </>
  )
}
