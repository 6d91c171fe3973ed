import { roleNames, useSignedInStaff } from '../frame/me'
import { PersonAvatar } from '../kit/face'
import { PageHead } from '../kit/page-head'
import { StateTag } from '../kit/tag'
import { lastDayText, timeText } from '../kit/time'
import { FactorCard } from './account/factor-card'
import { SessionsCard } from './account/sessions-card'
import { roleTones } from './staff/labels'

/** 我的账号: grants, second factor and sessions of the logged-in staff member. */
export function AccountPage() {
  const me = useSignedInStaff()
  return (
    <>
      <PageHead title="我的账号" facts={`本次登录 ${timeText(me.session.endsAt)} 结束，60 分钟没有操作会提前结束`} />
      <div className="grid max-w-240 gap-4 wide:grid-cols-2">
        <section aria-label="身份" className="rounded-card bg-card p-5">
          <div className="flex items-center gap-3">
            <PersonAvatar id={me.person.id} name={me.person.nickname} src={me.person.avatar} size={44} />
            <div className="min-w-0">
              <p className="truncate text-15 font-semibold">{me.person.nickname}</p>
              <p className="text-12 text-ink-3">
                {roleNames(me)} · 手机 {me.person.mobile || '未绑定'}
              </p>
            </div>
          </div>
          <h2 className="mt-4 mb-1.5 text-15 font-semibold">我的授权</h2>
          <ul className="divide-y divide-line">
            {me.grants.map((grant) => (
              <li key={grant.id} className="flex items-center gap-2 py-2">
                <StateTag tone={roleTones[grant.role]}>{grant.roleName}</StateTag>
                <span className="min-w-0 flex-1 truncate">{grant.scope.name}</span>
                <span className="text-12 text-ink-3">
                  {grant.endsAt === null ? '长期有效' : `到 ${lastDayText(grant.endsAt)}`}
                </span>
              </li>
            ))}
          </ul>
        </section>
        <FactorCard />
        <SessionsCard />
      </div>
    </>
  )
}
