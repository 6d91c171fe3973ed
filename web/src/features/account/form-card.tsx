import type { ReactNode } from 'react'
import { SideCard } from '../../ui/side-card'

interface FormCardProps {
  intro?: ReactNode
  /** For pages before a login, which have no menu beside the form: shows what to do if the login does not work. */
  withHelp?: boolean
  children: ReactNode
}

/** Column layout for account forms. */
export function FormCard({ intro, withHelp, children }: FormCardProps) {
  return (
    <div className={withHelp ? 'desk:grid desk:grid-cols-[minmax(0,1fr)_minmax(280px,400px)] desk:gap-6' : undefined}>
      <div className={`text-column ${withHelp ? 'w-full desk:max-w-none desk:pr-0' : ''} px-4 pt-3 pb-10`}>
        {intro && <p className="px-1 pb-3 text-13 text-ink-2">{intro}</p>}
        <div className="space-y-4 rounded-card bg-card p-4 desk:p-7">{children}</div>
      </div>
      {withHelp && <Help />}
    </div>
  )
}

function Help() {
  return (
    <aside className="hidden pt-11 pr-4 desk:block">
      <SideCard title="遇到问题">
        <ul className="list-disc space-y-1.5 pl-4.5 text-13 text-ink-2">
          <li>没有收到验证码：看看短信有没有被手机拦截，一分钟后可以重新获取。</li>
          <li>手机号已经停用：换绑需要核对身份，请联系客服。</li>
        </ul>
        <p className="mt-3 flex gap-5 text-14">
          <a href="#/pages/help/index" className="tap rounded-tag text-primary">
            帮助
          </a>
          <a href="#/pages/help/cs" className="tap rounded-tag text-primary">
            联系客服
          </a>
        </p>
      </SideCard>
    </aside>
  )
}
