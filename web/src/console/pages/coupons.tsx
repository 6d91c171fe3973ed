import { useLocation } from 'wouter'
import { PageTabs } from '../kit/page-tabs'
import { CodeList } from './coupons/code-list'
import { DiscountList } from './coupons/discount-list'

const tabs = [
  { id: '', name: '优惠券' },
  { id: 'codes', name: '兑换码' },
] as const

/** 优惠与兑换码: discount coupons and batches of exchange codes. */
export function CouponsPage({ id = '' }: { id?: string }) {
  const [, go] = useLocation()
  const tab = id === 'codes' ? 'codes' : ''
  const bar = (
    <PageTabs label="种类" tabs={tabs} value={tab} onChange={(next) => go(next ? `/coupons/${next}` : '/coupons')} />
  )
  return tab === 'codes' ? <CodeList tabs={bar} /> : <DiscountList tabs={bar} />
}
