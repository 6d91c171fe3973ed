import type { ServerProcess } from '@dxx/contract/calls/staff/site'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import { bytesText } from '../../../ui/bytes-text'
import { ageText } from '../../kit/age'
import { StateTag } from '../../kit/tag'
import { timeText } from '../../kit/time'
import { Figure, HealthCard, HealthFigures } from './figure'

/** State of the server processes, as each process reports it. */
export function ServersCard({ servers, now }: { servers: ServerProcess[]; now: number }) {
  return (
    <HealthCard title="服务器" note="每个进程每 5 秒报告一次">
      {servers.length === 0 && <p className="text-ink-3">最近一天没有进程报告过；刚启动的进程几秒后出现在这里。</p>}
      <ul className="divide-y divide-line">
        {servers.map((server) => (
          <li key={server.id} className="py-3 first:pt-0 last:pb-0">
            <p className="mb-2 flex flex-wrap items-center gap-x-2 gap-y-1">
              <b className="font-semibold">{server.host}</b>
              <span className="text-12 text-ink-3">
                进程 {server.pid} · 版本 {server.version}
              </span>
              {server.silent ? (
                <StateTag tone="red" icon={<CircleX size={13} />}>
                  失联
                </StateTag>
              ) : (
                <StateTag tone="green" icon={<CircleCheck size={13} />}>
                  运行中
                </StateTag>
              )}
              <span className="text-12 text-ink-3">报告于 {ageText(server.seenAt, now)}</span>
            </p>
            <HealthFigures>
              <Figure name="启动于">{timeText(server.startedAt, now)}</Figure>
              <Figure name="事件循环延迟（99%）">{server.loopDelayMs} 毫秒</Figure>
              <Figure name="内存">{bytesText(server.memoryBytes)}</Figure>
              <Figure name="数据库连接">
                {server.connections.used} / {server.connections.max}
                {server.connections.waiting > 0 && `，${server.connections.waiting} 个在等`}
              </Figure>
              <Figure name="学生程序">
                运行 {server.runs.running} / {server.runs.slots}，排队 {server.runs.waiting}
              </Figure>
              <Figure name="磁盘剩余">
                {server.disk.bytes > 0
                  ? `${bytesText(server.disk.freeBytes)}（共 ${bytesText(server.disk.bytes)}）`
                  : '读不到'}
              </Figure>
            </HealthFigures>
          </li>
        ))}
      </ul>
    </HealthCard>
  )
}
