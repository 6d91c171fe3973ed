import School from 'lucide-react/icons/school'
import { type ReactNode, useState } from 'react'
import { useStaffCall } from '../../api/hooks'
import { wholeList } from '../../api/whole-list'
import { CardLabel } from '../../kit/card-label'
import type { Column } from '../../kit/columns'
import { DataTable } from '../../kit/data-table'
import { useNewButton } from '../../kit/new-button'
import { PageHead } from '../../kit/page-head'
import { RegionState } from '../../kit/states'
import { StateTag } from '../../kit/tag'
import { timeText } from '../../kit/time'
import { kindNames } from '../coupons/item-picker'
import { type Seats, SeatsDialog } from './seats-dialog'

const isOver = ({ endsAt }: Seats) => endsAt !== null && endsAt <= Date.now() / 1000

function StateOf({ seats }: { seats: Seats }) {
  if (isOver(seats)) return <StateTag tone="grey">已到期</StateTag>
  // The operator may lower the number of seats below the number that classes use; students keep their seats until the
  // school withdraws them.
  if (seats.granted > seats.seats) return <StateTag tone="red">超出 {seats.granted - seats.seats}</StateTag>
  return <StateTag tone="green">有效</StateTag>
}

const columns: Column<Seats>[] = [
  {
    id: 'school',
    title: '学校与内容',
    width: 260,
    grows: true,
    fixed: true,
    card: 'title',
    cell: ({ school, curriculum }) => (
      <span className="min-w-0">
        <b className="block truncate font-semibold">{school.name}</b>
        <span className="block truncate text-12 text-ink-3">
          {kindNames[curriculum.kind]} · {curriculum.title}
        </span>
      </span>
    ),
  },
  { id: 'state', title: '状态', width: 90, fixed: true, card: 'side', cell: (row) => <StateOf seats={row} /> },
  {
    id: 'granted',
    title: '已授予 / 名额',
    width: 130,
    align: 'right',
    card: 'line',
    cell: ({ granted, seats }) => (
      <span className="tabular-nums">
        <CardLabel>已授予</CardLabel>
        {granted} / {seats}
      </span>
    ),
  },
  {
    id: 'used',
    title: '在学',
    width: 80,
    align: 'right',
    cell: ({ used }) => <span className="tabular-nums">{used} 人</span>,
  },
  {
    id: 'ends',
    title: '到期',
    width: 150,
    card: 'line',
    cell: ({ endsAt }) => (
      <span className="text-12 text-ink-2">
        <CardLabel>到期</CardLabel>
        {endsAt === null ? '没有期限' : timeText(endsAt)}
      </span>
    ),
  },
]

/** Seats of paid content that schools have bought, and the number that their classes use. */
export function SchoolSeats({ tabs }: { tabs: ReactNode }) {
  const query = useStaffCall('GET /staff/v1/seats_list', {})
  const [edited, setEdited] = useState<Seats | 'new' | null>(null)
  const add = useNewButton('增加名额', () => setEdited('new'), null)
  return (
    <>
      <PageHead title="上架" facts="学校买的名额由学校授予班级，学生随班级得到内容" actions={add} />
      {tabs}
      <DataTable
        id="seats"
        noun="名额"
        list={wholeList(query, query.data?.list)}
        columns={columns}
        rowHeight={56}
        rowId={({ school, curriculum }) => `${school.id} ${curriculum.id}`}
        onOpen={(seats) => setEdited(seats)}
        empty={
          <RegionState
            tone="blue"
            icon={<School size={24} />}
            title="还没有学校的名额"
            text="学校付款后在这里登记，学校管理员就能授予班级"
          >
            {add}
          </RegionState>
        }
      />
      {edited !== null && query.data && (
        <SeatsDialog
          stored={edited === 'new' ? null : edited}
          schools={query.data.schools}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}
