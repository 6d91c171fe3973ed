import { type SiteOptionKey, siteOptions } from '@dxx/contract/site-options'
import { useStaffCall } from '../api/hooks'
import { PageHead } from '../kit/page-head'
import { Failure, TableSkeleton } from '../kit/states'
import { EnvironmentCard } from './settings/environment-card'
import { SettingRow } from './settings/setting-row'

const groups = [
  { permission: 'site.manage', title: '运营', note: '改动立即保存，8 秒内可以撤销' },
  { permission: 'site.rules', title: '资金与安全规则', note: '只有所有者可以改，要再次确认身份' },
] as const

/** 设置: settings that can be changed without a restart, and the environment variables, read-only. */
export function SettingsPage() {
  const { data, error, refetch } = useStaffCall('GET /staff/v1/site_settings', {})
  return (
    <>
      <PageHead
        title="设置"
        facts={`改动在 ${data?.effectSeconds ?? 10} 秒内对所有服务器生效，记入操作记录；其余设置由环境变量决定`}
      />
      {!data && error ? (
        <Failure error={error} noun="设置" onRetry={() => void refetch()} />
      ) : !data ? (
        <TableSkeleton height={72} />
      ) : (
        <div className="grid max-w-280 gap-3.5">
          {groups.map(({ permission, title, note }) => (
            <section key={permission} aria-label={title} className="rounded-card bg-card p-5">
              <div className="flex flex-wrap items-baseline gap-x-3">
                <h2 className="text-15 font-semibold">{title}</h2>
                <span className="text-12 text-ink-3">{note}</span>
              </div>
              <ul className="divide-y divide-line">
                {data.settings
                  .filter(({ key }) => siteOptions[key as SiteOptionKey]?.permission === permission)
                  .map((setting) => (
                    <SettingRow key={setting.key} setting={setting} />
                  ))}
              </ul>
            </section>
          ))}
          <EnvironmentCard environment={data.environment} />
        </div>
      )}
    </>
  )
}
