import { showModal } from '../../state/store'
import { countPending, type PendingCounts, sendOutbox } from './send-outbox'

/** Milliseconds that logging out waits for pending data to be sent. */
const patience = 4000

/** Asks before logging out. Pending data is sent first; unsent data is reported and stays on this device. */
export async function confirmLogout(nickname: string): Promise<boolean> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, patience))
  await Promise.race([sendOutbox().catch(() => {}), late])
  const content = `确定退出「${nickname}」吗？${fate(await countPending())}`
  return (await showModal({ content, confirmText: '退出' })) === 'confirm'
}

function fate({ highlights, heartbeats }: PendingCounts): string {
  const left = [highlights > 0 && `${highlights} 处划线或笔记`, heartbeats > 0 && `${heartbeats} 段学习时长`].filter(
    Boolean,
  )
  return left.length > 0
    ? `还有${left.join('、')}没能同步，会留在这台设备上，下次登录这个账号时自动发送。`
    : '学习记录和草稿都会保留。'
}
