import type { LoginDevice } from '@dxx/contract/calls/accounts'
import { formatTimeAgo } from '@dxx/contract/rules/time-from'
import Monitor from 'lucide-react/icons/monitor'
import Smartphone from 'lucide-react/icons/smartphone'
import { serverNow } from '../../api/clock'
import { useAction } from '../../api/use-action'
import { invalidateCalls, useCall } from '../../api/use-call'
import { QuietButton } from '../../features/account/quiet-button'
import { toast } from '../../state/flash'
import { showModal } from '../../state/store'
import { Button } from '../../ui/button'
import { Cell, CellGroup } from '../../ui/cell'
import { Empty } from '../../ui/empty'
import { Skeleton } from '../../ui/skeleton'
import { Tag } from '../../ui/tag'

export default function DevicesPage() {
  const { data, error, refetch } = useCall('GET /v1/device_list', {}, { fresh: true })
  const { run, running } = useAction('POST /v1/device_revoke', {
    onDone: () => {
      toast('已退出')
      void invalidateCalls('GET /v1/device_list')
    },
  })

  async function revoke(content: string, input: { id: string } | { others: true }) {
    if ((await showModal({ content, confirmText: '退出' })) === 'confirm') void run(input)
  }

  if (!data) {
    if (error) return <Empty type="error" text={error.msg} onRetry={() => refetch()} />
    return (
      <div className="text-column px-4 pt-2">
        <Skeleton className="h-48 rounded-card" />
      </div>
    )
  }
  return (
    <div className="text-column space-y-3 px-4 pt-2 pb-10">
      <p className="px-1 text-13 text-ink-2">有不认识的设备？让它退出，再修改密码。</p>
      <CellGroup>
        {data.map((device) => (
          <DeviceCell
            key={device.id}
            device={device}
            onRevoke={() => void revoke(`让「${device.device}」退出登录？`, { id: device.id })}
          />
        ))}
      </CellGroup>
      {data.length > 1 && (
        <QuietButton
          aria-busy={running || undefined}
          onClick={() => void revoke('除这台设备外，其他设备都要重新登录，确定吗？', { others: true })}
        >
          退出其他设备
        </QuietButton>
      )}
    </div>
  )
}

function DeviceCell({ device, onRevoke }: { device: LoginDevice; onRevoke(): void }) {
  const Icon = /手机|iPhone|Android|iPad|平板/.test(device.device) ? Smartphone : Monitor
  return (
    <Cell
      icon={<Icon aria-hidden="true" size={20} />}
      title={device.device}
      note={`${device.place} · ${device.current ? '现在' : formatTimeAgo(device.lastSeenAt, serverNow())}`}
      value={
        device.current ? (
          <Tag tone="green">当前设备</Tag>
        ) : (
          <Button kind="text" size="small" onClick={onRevoke}>
            退出<span className="sr-only">{device.device}</span>
          </Button>
        )
      }
    />
  )
}
