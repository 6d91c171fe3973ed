import type { AiPurpose } from '@dxx/contract/calls/staff/ai'
import Sparkles from 'lucide-react/icons/sparkles'
import { Link } from 'wouter'
import type { StaffData } from '../api/client'
import { useStaffCall } from '../api/hooks'
import { hasAnyPermission, useSignedInStaff } from '../frame/me'
import { useUrlState } from '../kit/address'
import { FilterSelect } from '../kit/fields'
import { PageHead } from '../kit/page-head'
import { PeriodBars } from '../kit/period-bars'
import { Failure, RegionState, TableSkeleton } from '../kit/states'
import { leftOf, tokensText, yuanText } from './ai/texts'

type Spending = StaffData<'GET /staff/v1/ai_spending'>

const spans = ['7', '30', '90']

const purposeNames: Record<AiPurpose, string> = {
  ask: '提问',
  hint: '再给个提示',
  guide: '引导我想',
  explain: '完整讲解',
  practice: '出练习',
  why: '讲错题',
  smaller: '小一点的题',
  grade: '批阅建议',
  drafts: '题目草稿',
}

/** AI 用量: tokens and cost of the model by day, purpose and user, and the rest of today's budget. */
export function AiSpendingPage() {
  const [address, setAddress] = useUrlState(['days'])
  const days = spans.includes(address.days) ? address.days : '30'
  const { data, error, refetch } = useStaffCall('GET /staff/v1/ai_spending', { days: Number(days) })
  return (
    <>
      <PageHead
        title="AI 用量"
        facts="大模型的 token 和花费，不含向量和重排；单价和预算在服务器的环境变量里设置"
        actions={
          <FilterSelect
            label="时间"
            value={days}
            onChange={(next) => setAddress({ days: next })}
            options={spans.map((one) => ({ value: one, label: `最近 ${one} 天` }))}
          />
        }
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without focus, the keyboard could not scroll the figures */}
      <div tabIndex={0} className="space-y-4 -outline-offset-2 desk:min-h-0 desk:flex-1 desk:overflow-y-auto">
        {data ? (
          <Loaded data={data} />
        ) : error ? (
          <Failure error={error} noun="AI 用量" onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton height={56} />
        )}
      </div>
    </>
  )
}

function Loaded({ data }: { data: Spending }) {
  const isUsed = data.days.some(({ tokens }) => tokens > 0)
  return (
    <>
      <Cards data={data} />
      {isUsed ? (
        <>
          <section aria-label="每天的 token" className="rounded-card bg-card p-5">
            <h2 className="text-15 font-semibold">每天的 token</h2>
            <PeriodBars
              empty="最近 30 天还没有"
              title="每天的 token"
              unit="个"
              data={data.days.map(({ day, tokens }) => barOf(day, tokens))}
            />
          </section>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 wide:grid-cols-2">
            <SumTable
              title="各种用途"
              heads={['用途', '次数', 'token', '花费']}
              rows={data.purposes.map(({ purpose, requests, ...sum }) => ({
                id: purpose,
                name: purposeNames[purpose],
                requests,
                ...sum,
              }))}
            />
            <Users users={data.users} />
          </div>
        </>
      ) : (
        <section aria-label="每天的 token" className="flex flex-col rounded-card bg-card">
          <RegionState
            tone="violet"
            icon={<Sparkles size={24} />}
            title={data.model ? '这段时间没有用过大模型' : '没有接入大模型'}
            text={
              data.model
                ? '换一段时间看看'
                : '在服务器上设置 DXX_AI_URL 以后，这里显示用量；现在学生得到的是资料里的原文'
            }
          />
        </section>
      )}
    </>
  )
}

const barOf = (day: string, value: number) => ({ label: day.slice(5).replace('-', '/'), value })

function Cards({ data: { model, price, budget, today } }: { data: Spending }) {
  const hasPrice = price.input > 0 || price.output > 0
  const cards = [
    {
      name: '今天的 token',
      value: tokensText(today.tokens),
      note: leftOf(today.tokens, budget.site.tokens, tokensText),
    },
    {
      name: '今天的花费',
      value: hasPrice ? yuanText(today.micros) : '没有设置单价',
      note: leftOf(today.micros, budget.site.micros, yuanText),
    },
    {
      name: '每人每天的预算',
      value: budget.user.tokens > 0 ? tokensText(budget.user.tokens) : '不限 token',
      note: budget.user.micros > 0 ? `花费 ${yuanText(budget.user.micros)}` : '不限花费',
    },
    {
      name: '模型',
      value: model || '没有接入',
      note: hasPrice ? `每百万 token：输入 ${price.input} 元，输出 ${price.output} 元` : '',
    },
  ]
  return (
    <dl className="grid gap-4 desk:grid-cols-2 wide:grid-cols-4">
      {cards.map(({ name, value, note }) => (
        <div key={name} className="min-w-0 rounded-card bg-card p-5">
          <dt className="text-ink-3">{name}</dt>
          <dd className="text-19 font-semibold tabular-nums break-words">{value}</dd>
          {note && <dd className="text-12 text-ink-3">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}

interface SumRow {
  id: string
  name: string
  requests?: number
  tokens: number
  micros: number
  href?: string
}

function SumTable({ title, heads, rows }: { title: string; heads: string[]; rows: SumRow[] }) {
  const cell = 'px-3 py-2 text-right tabular-nums'
  return (
    <section aria-label={title} className="min-w-0 overflow-hidden rounded-card bg-card">
      <h2 className="px-5 pt-4 pb-2 text-15 font-semibold">{title}</h2>
      {rows.length === 0 ? (
        <p className="px-5 pb-4 text-ink-3">这段时间还没有</p>
      ) : (
        <div className="overflow-x-auto">
          <table className="w-full">
            <thead className="bg-fill text-12 text-ink-3">
              <tr>
                {heads.map((head, at) => (
                  <th
                    key={head}
                    scope="col"
                    className={at === 0 ? 'px-5 py-2 text-left font-normal' : `${cell} font-normal`}
                  >
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {rows.map(({ id, name, requests, tokens, micros, href }) => (
                <tr key={id}>
                  <th scope="row" className="max-w-60 truncate px-5 py-2 text-left font-normal">
                    {href ? (
                      <Link href={href} className="tap rounded-item text-primary">
                        {name}
                      </Link>
                    ) : (
                      name
                    )}
                  </th>
                  {requests !== undefined && <td className={cell}>{requests}</td>}
                  <td className={cell}>{tokensText(tokens)}</td>
                  <td className={`${cell} pr-5`}>{yuanText(micros)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

function Users({ users }: { users: Spending['users'] }) {
  const me = useSignedInStaff()
  const mayOpen = hasAnyPermission(me, ['user.read'])
  return (
    <SumTable
      title="用得最多的人"
      heads={['用户', 'token', '花费']}
      rows={users.map((user) => ({ ...user, href: mayOpen ? `/users/${user.id}` : undefined }))}
    />
  )
}
