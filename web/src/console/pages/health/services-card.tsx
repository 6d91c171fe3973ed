import type { ServiceState } from '@dxx/contract/calls/staff/site'
import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { ageText } from '../../kit/age'
import { StateTag } from '../../kit/tag'
import { HealthCard } from './figure'

/** Errors of external services during the last 24 hours. */
export function ServicesCard({ services, now }: { services: ServiceState[]; now: number }) {
  return (
    <HealthCard title="外部服务" note="最近 24 小时的错误，不含个人信息">
      <ul className="divide-y divide-line">
        {services.map(({ service, name, provider, errors, lastAt, lastMessage }) => (
          <li key={service} className="py-2.5 first:pt-0 last:pb-0">
            <p className="flex flex-wrap items-center gap-x-2">
              <b className="font-semibold">{name}</b>
              <span className="min-w-0 flex-1 truncate text-12 text-ink-3">{provider}</span>
              {errors > 0 ? (
                <StateTag tone="amber" icon={<TriangleAlert size={13} />}>
                  {errors} 次错误
                </StateTag>
              ) : (
                <StateTag tone="green" icon={<CircleCheck size={13} />}>
                  没有错误
                </StateTag>
              )}
            </p>
            {lastAt !== null && (
              <p className="mt-0.5 text-12 wrap-anywhere text-ink-2">
                {ageText(lastAt, now)}：{lastMessage}
              </p>
            )}
          </li>
        ))}
      </ul>
    </HealthCard>
  )
}
