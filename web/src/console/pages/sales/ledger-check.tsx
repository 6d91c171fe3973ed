import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useState } from 'react'
import { Link } from 'wouter'
import type { StaffData } from '../../api/client'
import { useStaffCall } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Failure } from '../../kit/states'
import { StateTag } from '../../kit/tag'
import { formatPrice } from '../work/money'

type Check = StaffData<'GET /staff/v1/ledger_check'>

/** Compares ledger, orders and daily sums on request, because it reads all orders. */
export function LedgerCheck() {
  const [asked, setAsked] = useState(false)
  const { data, error, isFetching, refetch } = useStaffCall(
    'GET /staff/v1/ledger_check',
    {},
    { enabled: asked, staleTime: 0 },
  )
  return (
    <section aria-label="账目核对" className="rounded-card bg-card p-5">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-15 font-semibold">账目核对</h2>
        {data && !isFetching && <Verdict {...data} />}
        <ConsoleButton
          size="small"
          className="ml-auto"
          loading={isFetching}
          onClick={() => (asked ? void refetch() : setAsked(true))}
        >
          {asked ? '再核对一次' : '核对'}
        </ConsoleButton>
      </div>
      <p className="mt-1 text-12 text-ink-3">
        每笔订单的收退款是否等于应有的金额，价格是否等于实付加优惠券，每日汇总是否等于总账。
      </p>
      {error && <Failure error={error} noun="核对结果" onRetry={() => void refetch()} />}
      {data && <Problems {...data} />}
    </section>
  )
}

const problemsOf = ({ mismatches, wrongPrices, wrongDays }: Check) =>
  mismatches.length + wrongPrices.length + wrongDays.length

function Verdict(check: Check) {
  return problemsOf(check) === 0 ? (
    <StateTag tone="green" icon={<CircleCheck size={12} />}>
      {check.orders} 笔订单一致，现有 {formatPrice(check.heldCents)}
    </StateTag>
  ) : (
    <StateTag tone="red" icon={<CircleAlert size={12} />}>
      {problemsOf(check)} 处不一致
    </StateTag>
  )
}

function Problems({ mismatches, wrongPrices, wrongDays }: Check) {
  const order = (no: string) => (
    <Link href={`/orders/${no}`} className="text-primary hover:underline">
      {no}
    </Link>
  )
  return (
    <ul className="mt-2 divide-y divide-line">
      {mismatches.map(({ no, held, expected }) => (
        <li key={no} className="py-2">
          订单 {order(no)}：账上 {formatPrice(held)}，应有 {formatPrice(expected)}
        </li>
      ))}
      {wrongPrices.map((no) => (
        <li key={no} className="py-2">
          订单 {order(no)}：价格不等于实付加优惠券
        </li>
      ))}
      {wrongDays.map((day) => (
        <li key={day} className="py-2">
          {day}：每日汇总不等于总账
        </li>
      ))}
    </ul>
  )
}
