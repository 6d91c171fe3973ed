import type { ShelfItem } from '@dxx/contract/calls/staff/shelf'
import Store from 'lucide-react/icons/store'
import type { ReactNode } from 'react'
import { useStaffList } from '../../api/hooks'
import { useUrlState } from '../../kit/address'
import { CardLabel } from '../../kit/card-label'
import type { Column } from '../../kit/columns'
import { DataTable } from '../../kit/data-table'
import { FilterSelect } from '../../kit/fields'
import { FilterBar } from '../../kit/filter-bar'
import { PageHead } from '../../kit/page-head'
import { EmptyList } from '../../kit/states'
import { timeText } from '../../kit/time'
import { useOpenRow } from '../../kit/use-open-row'
import { kindNames } from '../coupons/item-picker'
import { formatPrice } from '../work/money'
import { ShelfPane } from './shelf-pane'
import { ShelfState, shelfStates } from './shelf-state'

const columns: Column<ShelfItem>[] = [
  {
    id: 'title',
    title: '内容',
    width: 180,
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
    cell: (item) => <ShelfState state={item.state} />,
  },
  {
    id: 'kind',
    title: '种类',
    width: 80,
    cell: ({ kind }) => <span className="text-12 text-ink-2">{kindNames[kind]}</span>,
  },
  {
    id: 'price',
    title: '售价',
    width: 150,
    align: 'right',
    card: 'line',
    cell: ({ payCents, priceCents }) => (
      <span className="tabular-nums">
        {payCents < priceCents && <s className="mr-1.5 text-12 text-ink-3">{formatPrice(priceCents)}</s>}
        {payCents === 0 ? '免费' : formatPrice(payCents)}
      </span>
    ),
  },
  {
    id: 'sold',
    title: '近 30 天',
    width: 140,
    align: 'right',
    card: 'line',
    cell: ({ sold, soldCents }) => (
      <span className="tabular-nums text-12 text-ink-2">
        <CardLabel>近 30 天</CardLabel>
        {sold === 0 ? '–' : `${sold} 单 ${formatPrice(soldCents)}`}
      </span>
    ),
  },
  {
    id: 'learners',
    title: '学习人数',
    width: 90,
    align: 'right',
    cell: ({ learners }) => <span className="tabular-nums text-12 text-ink-2">{learners}</span>,
  },
  {
    id: 'window',
    title: '销售结束',
    width: 140,
    cell: ({ endsAt }) => <span className="text-12 text-ink-2">{endsAt === null ? '–' : timeText(endsAt)}</span>,
  },
]

const kinds = [{ value: '', label: '全部' }, ...Object.entries(kindNames).map(([value, label]) => ({ value, label }))]
const states = [
  { value: '', label: '全部' },
  ...Object.entries(shelfStates).map(([value, { name }]) => ({ value, label: name })),
]

/** All curricula with price, sale window and sales of the last 30 days. */
export function ShelfList({ tabs }: { tabs: ReactNode }) {
  const [{ keyword, kind, state }, setAddress] = useUrlState(['keyword', 'kind', 'state'])
  const list = useStaffList('GET /staff/v1/shelf_list', {
    keyword,
    kind: kind in kindNames ? (kind as ShelfItem['kind']) : undefined,
    state: state in shelfStates ? (state as ShelfItem['state']) : undefined,
  })
  const { opened, table, close } = useOpenRow(list.rows)
  const filters = [
    keyword && `“${keyword}”`,
    kind && `种类“${kinds.find(({ value }) => value === kind)?.label ?? kind}”`,
    state && `状态“${states.find(({ value }) => value === state)?.label ?? state}”`,
  ].filter(Boolean)
  return (
    <>
      <PageHead title="上架" facts="改动 30 秒内对学生生效；在这里改过的字段，之后的文件导入会保留" />
      {tabs}
      <div className="flex min-h-0 flex-1 gap-4">
        <DataTable
          id="shelf"
          noun="内容"
          list={list}
          columns={columns}
          {...table}
          empty={
            <EmptyList
              noun="内容"
              filters={filters}
              onClear={() => setAddress({ keyword: '', kind: '', state: '' })}
              icon={<Store size={24} />}
              title="还没有内容"
              text="导入课程、书或题库后，在这里定价和上架"
            />
          }
          bar={(columnMenu) => (
            <FilterBar
              search={{
                label: '内容名称',
                placeholder: '内容名称',
                value: keyword,
                onChange: (next) => setAddress({ keyword: next }, { replace: true }),
              }}
              tools={columnMenu}
            >
              <FilterSelect label="种类" value={kind} onChange={(next) => setAddress({ kind: next })} options={kinds} />
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
        <ShelfPane key={opened?.id} item={opened} onClose={close} />
      </div>
    </>
  )
}
