import type { Broadcast } from '@dxx/contract/calls/staff/broadcasts'
import Ban from 'lucide-react/icons/ban'
import CircleCheck from 'lucide-react/icons/circle-check'
import Clock from 'lucide-react/icons/clock'
import Megaphone from 'lucide-react/icons/megaphone'
import Send from 'lucide-react/icons/send'
import Undo2 from 'lucide-react/icons/undo-2'
import { useEffect, useState } from 'react'
import { serverNow } from '../../api/clock'
import { type PagedList, useStaffList } from '../api/hooks'
import { CardLabel } from '../kit/card-label'
import type { Column } from '../kit/columns'
import { DataTable } from '../kit/data-table'
import { useNewButton } from '../kit/new-button'
import { PageHead } from '../kit/page-head'
import { RegionState } from '../kit/states'
import { StateTag, type Tone } from '../kit/tag'
import { timeText } from '../kit/time'
import { useOpenRow } from '../kit/use-open-row'
import { BroadcastPane } from './broadcasts/broadcast-pane'
import { WriteDialog } from './broadcasts/write-dialog'

const looks: Record<Broadcast['state'], { name: string; tone: Tone; Icon: typeof Clock }> = {
  planned: { name: '等待发送', tone: 'blue', Icon: Clock },
  sending: { name: '正在发送', tone: 'amber', Icon: Send },
  sent: { name: '已发送', tone: 'green', Icon: CircleCheck },
  cancelled: { name: '已取消', tone: 'grey', Icon: Ban },
  recalled: { name: '已撤回', tone: 'rose', Icon: Undo2 },
}

function BroadcastState({ state }: Pick<Broadcast, 'state'>) {
  const { name, tone, Icon } = looks[state]
  return (
    <StateTag tone={tone} icon={<Icon size={12} />}>
      {name}
    </StateTag>
  )
}

const columns: Column<Broadcast>[] = [
  {
    id: 'title',
    title: '标题',
    width: 180,
    grows: true,
    fixed: true,
    card: 'title',
    cell: ({ title }) => <b className="truncate font-semibold">{title}</b>,
  },
  {
    id: 'state',
    title: '状态',
    width: 110,
    fixed: true,
    card: 'side',
    cell: ({ state }) => <BroadcastState state={state} />,
  },
  {
    id: 'audience',
    title: '发给',
    width: 180,
    card: 'line',
    cell: ({ audience }) => <span className="truncate text-12 text-ink-2">{audience}</span>,
  },
  {
    id: 'read',
    title: '读过 / 收到',
    width: 120,
    align: 'right',
    card: 'line',
    cell: ({ read, recipients }) => (
      <span className="tabular-nums">
        <CardLabel>读过</CardLabel>
        {read} / {recipients}
      </span>
    ),
  },
  {
    id: 'at',
    title: '发送时间',
    width: 150,
    cell: ({ sendAt }) => <span className="text-12 text-ink-2">{timeText(sendAt)}</span>,
  },
  {
    id: 'by',
    title: '发送人',
    width: 110,
    cell: ({ by }) => <span className="truncate text-12 text-ink-2">{by}</span>,
  },
]

/** Milliseconds between two requests: while a message is being sent, and while one is planned. */
const [soon, later] = [1000, 30_000]

/** Loads the list again while the server sends, so that recalling is offered without a reload. */
function useProgress({ rows, refetch }: PagedList<Broadcast>): void {
  const planned = rows.filter(({ state }) => state === 'planned')
  const isSending = rows.some(({ state }) => state === 'sending') || planned.some(({ sendAt }) => sendAt <= serverNow())
  const every = isSending ? soon : planned.length > 0 ? later : 0
  useEffect(() => {
    if (every === 0) return
    const timer = setInterval(refetch, every)
    return () => clearInterval(timer)
  }, [every, refetch])
}

/** 群发消息: messages to many users, sent now or at a time; unread ones can be recalled. */
export function BroadcastsPage() {
  const [writing, setWriting] = useState(false)
  const list = useStaffList('GET /staff/v1/broadcast_list', {})
  const { opened, table, close } = useOpenRow(list.rows)
  useProgress(list)
  const add = useNewButton('写消息', () => setWriting(true), <Megaphone size={16} />)
  return (
    <>
      <PageHead title="群发消息" facts="发到学生的消息中心；没读过的可以撤回" actions={add} />
      <div className="flex min-h-0 flex-1 gap-4">
        <DataTable
          id="broadcasts"
          noun="消息"
          list={list}
          columns={columns}
          {...table}
          empty={
            <RegionState
              tone="blue"
              icon={<Megaphone size={24} />}
              title="还没有群发过消息"
              text="写一条，先发给自己看看，再发给大家"
            >
              {add}
            </RegionState>
          }
        />
        <BroadcastPane message={opened} state={opened && <BroadcastState state={opened.state} />} onClose={close} />
      </div>
      {writing && <WriteDialog onClose={() => setWriting(false)} />}
    </>
  )
}
