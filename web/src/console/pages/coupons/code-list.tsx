import type { CodeBatch } from '@dxx/contract/calls/staff/coupons'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleSlash from 'lucide-react/icons/circle-slash'
import Ticket from 'lucide-react/icons/ticket'
import { type ReactNode, useState } from 'react'
import { toast } from '../../../state/flash'
import { useStaffAction, useStaffList } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { CardLabel } from '../../kit/card-label'
import type { Column } from '../../kit/columns'
import { Confirm } from '../../kit/confirm'
import { DataTable } from '../../kit/data-table'
import { DetailPane } from '../../kit/detail-pane'
import { useNewButton } from '../../kit/new-button'
import { PageHead } from '../../kit/page-head'
import { RegionState } from '../../kit/states'
import { StateTag } from '../../kit/tag'
import { timeText } from '../../kit/time'
import { useOpenRow } from '../../kit/use-open-row'
import { Facts } from '../work/facts'
import { CodeDialog } from './code-dialog'

const stateOf = ({ revokedAt, expiresAt }: CodeBatch) =>
  revokedAt !== null ? '已停用' : expiresAt * 1000 <= Date.now() ? '已过期' : '可兑换'

function BatchState({ batch }: { batch: CodeBatch }) {
  const state = stateOf(batch)
  return state === '可兑换' ? (
    <StateTag tone="green" icon={<CircleCheck size={12} />}>
      {state}
    </StateTag>
  ) : (
    <StateTag tone="grey" icon={<CircleSlash size={12} />}>
      {state}
    </StateTag>
  )
}

const columns: Column<CodeBatch>[] = [
  {
    id: 'title',
    title: '名称',
    width: 160,
    grows: true,
    fixed: true,
    card: 'title',
    cell: ({ title }) => <b className="truncate font-semibold">{title}</b>,
  },
  { id: 'state', title: '状态', width: 100, fixed: true, card: 'side', cell: (batch) => <BatchState batch={batch} /> },
  {
    id: 'used',
    title: '已用 / 总数',
    width: 120,
    align: 'right',
    card: 'line',
    cell: ({ used, total }) => (
      <span className="tabular-nums">
        <CardLabel>已用</CardLabel>
        {used} / {total}
      </span>
    ),
  },
  {
    id: 'items',
    title: '开通内容',
    width: 200,
    grows: true,
    card: 'line',
    cell: ({ items }) => (
      <span className="truncate text-12 text-ink-2">{items.map(({ title }) => title).join('、')}</span>
    ),
  },
  {
    id: 'expires',
    title: '到期',
    width: 150,
    cell: ({ expiresAt }) => <span className="text-12 text-ink-2">{timeText(expiresAt)}</span>,
  },
  {
    id: 'created',
    title: '生成',
    width: 150,
    cell: ({ createdAt }) => <span className="text-12 text-ink-2">{timeText(createdAt)}</span>,
  },
]

/** Batches of exchange codes. The codes themselves are shown once, after they were created. */
export function CodeList({ tabs }: { tabs: ReactNode }) {
  const [creating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState(false)
  const list = useStaffList('GET /staff/v1/code_batch_list', {})
  const { opened, table, close } = useOpenRow(list.rows)
  const unused = (opened?.total ?? 0) - (opened?.used ?? 0)
  const revoke = useStaffAction('POST /staff/v1/code_batch_revoke', {
    changes: ['GET /staff/v1/code_batch_list'],
    onDone: (answer) => {
      setRevoking(false)
      toast(`已停用 ${answer.unused} 个没用过的码`)
    },
  })
  const add = useNewButton('生成兑换码', () => setCreating(true))
  return (
    <>
      <PageHead title="优惠与兑换码" facts="优惠券在结算时减钱，兑换码直接开通内容" actions={add} />
      {tabs}
      <div className="flex min-h-0 flex-1 gap-4">
        <DataTable
          id="code-batches"
          noun="兑换码"
          list={list}
          columns={columns}
          {...table}
          empty={
            <RegionState
              tone="blue"
              icon={<Ticket size={24} />}
              title="还没有兑换码"
              text="生成一批，印在卡片上或发给学生"
            >
              {add}
            </RegionState>
          }
        />
        <DetailPane
          open={opened !== undefined}
          onClose={close}
          title={opened?.title ?? '兑换码'}
          actions={
            opened?.revokedAt === null &&
            unused > 0 && (
              <ConsoleButton kind="danger" onClick={() => setRevoking(true)}>
                停用没用过的 {unused} 个…
              </ConsoleButton>
            )
          }
        >
          {opened && (
            <div className="space-y-4">
              <BatchState batch={opened} />
              <Facts
                rows={[
                  ['开通', opened.items.map(({ title }) => title).join('、')],
                  ['已用', `${opened.used} 个，剩 ${unused} 个`],
                  ['到期', timeText(opened.expiresAt)],
                  ['生成', timeText(opened.createdAt)],
                  ...(opened.revokedAt === null ? [] : [['停用', timeText(opened.revokedAt)] as [string, string]]),
                ]}
              />
              <p className="text-12 text-ink-3">库里只存码的指纹，码丢了不能再看；可以停用后重新生成。</p>
            </div>
          )}
        </DetailPane>
      </div>
      {creating && <CodeDialog onClose={() => setCreating(false)} />}
      <Confirm
        open={revoking}
        onClose={() => setRevoking(false)}
        title={`停用“${opened?.title ?? ''}”？`}
        effect={`没用过的 ${unused} 个码不能再兑换，不能恢复。已经兑换的 ${opened?.used ?? 0} 位不受影响。`}
        confirm={`停用 ${unused} 个码`}
        reason={{ label: '原因（只记在操作记录里）' }}
        running={revoke.running}
        onConfirm={(reason) => opened && void revoke.run({ id: opened.id, reason })}
      />
    </>
  )
}
