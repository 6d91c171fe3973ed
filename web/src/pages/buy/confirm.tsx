import type { PayChannel } from '@dxx/contract/calls/commerce'
import { formatYuan, parseAmount } from '@dxx/contract/rules/amount'
import { instantRefundLimits } from '@dxx/contract/rules/order-state'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { type CallData, useCall } from '../../api/use-call'
import { AgreementLinks } from '../../features/account/agreement-links'
import { CurriculumRow } from '../../features/catalogue/curriculum-row'
import { curriculumKinds, studyHref } from '../../features/catalogue/kinds'
import { CouponPicker } from '../../features/checkout/coupon-picker'
import { PayChannels } from '../../features/checkout/pay-channels'
import { PriceLines } from '../../features/checkout/price-lines'
import { QrPay } from '../../features/checkout/qr-pay'
import { SaleEnd } from '../../features/checkout/sale-end'
import { PaymentCountdown } from '../../features/checkout/time-left'
import { useFreeReceive } from '../../features/checkout/use-free-receive'
import { type QrPayment, usePay } from '../../features/checkout/use-pay'
import { paysInApp } from '../../platform/pay'
import { redirectTo } from '../../router/navigation'
import { usePageQuery } from '../../router/page-query'
import { Button, buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { Sheet } from '../../ui/sheet'
import { Skeleton } from '../../ui/skeleton'
import { SkeletonRows } from '../../ui/skeleton-shapes'
import { Tag } from '../../ui/tag'

/** `?id=` is the item to buy. An unpaid order of the item is reused. */
export default function ConfirmPage() {
  const [{ id }] = usePageQuery()
  if (!id) return <MissingItem text="没有说明要买什么，去挑一个吧" />
  return <Confirm key={id} id={id} />
}

function Confirm({ id }: { id: string }) {
  const { data, error, refetch } = useCall('GET /v1/order_confirm', { curriculumId: id }, { fresh: true })
  if (data) return <Loaded data={data} refetch={refetch} />
  if (!error) return <Waiting />
  if (error.decided) return <MissingItem text={error.msg} />
  return <Empty type="error" text={error.msg} onRetry={() => void refetch()} />
}

type Confirmed = CallData<'GET /v1/order_confirm'>

function Loaded({ data, refetch }: { data: Confirmed; refetch(): Promise<boolean> }) {
  const { item } = data
  if (item.owned) {
    return (
      <Layout item={item} left={null}>
        <p className="flex items-center gap-2 text-14">
          <Tag tone="green">已拥有</Tag>
          你已经拥有这项内容
        </p>
        <a href={studyHref(item)} className={buttonClass('primary', 'large', true)}>
          去{curriculumKinds[item.kind].verb}
        </a>
      </Layout>
    )
  }
  if (!data.order && parseAmount(item.amount).pay <= 0) return <Free item={item} />
  return <Buy data={data} refetch={refetch} />
}

function Free({ item }: Pick<Confirmed, 'item'>) {
  const { receive, running } = useFreeReceive(() => redirectTo(studyHref(item).slice(1)))
  return (
    <Layout item={item} left={null}>
      <p className="text-14 text-ink-2">这项内容现在免费，领取后一直可以{curriculumKinds[item.kind].verb}。</p>
      <Button kind="amber" block loading={running} onClick={() => receive(item.id)}>
        免费领取
      </Button>
    </Layout>
  )
}

/** Coupon and amounts of the checkout: of the unpaid order, or for the best coupon, until the user chooses another. */
function useCoupon({ item, order, discounts }: Confirmed) {
  const [picked, setPicked] = useState<string | null>()
  const usable = discounts.filter(({ why }) => why === '')
  const orderCoupon = order?.discount?.id ?? null
  const isPicked = picked === null || usable.some(({ id }) => id === picked)
  const couponId = isPicked ? picked! : order ? orderCoupon : (usable[0]?.id ?? null)
  if (order && couponId === orderCoupon)
    return {
      couponId,
      setPicked,
      amount: order.amount,
      couponCents: order.discount?.offCents ?? 0,
      cents: order.payCents,
      isOrder: true,
    }
  const couponCents = usable.find(({ id }) => id === couponId)?.off ?? 0
  const cents = parseAmount(item.amount).pay - couponCents
  return { couponId, setPicked, amount: item.amount, couponCents, cents, isOrder: false }
}

function Buy({ data, refetch }: { data: Confirmed; refetch(): Promise<boolean> }) {
  const { item, order, discounts, now } = data
  const ways = useCall('GET /v1/pay_channels', {}, { fresh: true })
  const [chosen, setChosen] = useState<PayChannel | null>(null)
  const [qr, setQr] = useState<QrPayment | null>(null)
  const [authorised, setAuthorised] = useState<string | null>(null)
  const { couponId, setPicked, amount, couponCents, cents, isOrder } = useCoupon(data)
  const { pay, paying } = usePay({
    curriculumId: item.id,
    discountId: couponId,
    shownCents: cents,
    onOutdated: () => void refetch(),
    onQr: (payment) => {
      setQr(payment)
      void refetch()
    },
    onAuthorised: setAuthorised,
  })
  const goOn = useEffectEvent((code: string) => void pay('wechat', code))
  useEffect(() => {
    if (authorised) goOn(authorised)
  }, [authorised])

  const channels = (ways.data?.channels ?? []).filter(({ way }) => way !== 'app' || paysInApp())
  const channel = channels.find((way) => way.channel === chosen)?.channel ?? channels[0]?.channel ?? null
  const button = (
    <Button
      kind="amber"
      className="min-w-36 tablet:w-full"
      loading={paying}
      disabled={!channel}
      onClick={() => channel && void pay(channel)}
    >
      {isOrder ? '继续付款' : '提交订单'}
    </Button>
  )
  return (
    <Layout
      item={item}
      left={
        <>
          {discounts.length > 0 && <CouponPicker offers={discounts} value={couponId} onChange={setPicked} />}
          <section aria-labelledby="pay-ways" className="rounded-card bg-card py-1">
            <h2 id="pay-ways" className="px-3.5 pt-2.5 text-15 font-bold">
              付款方式
            </h2>
            {channels.length > 0 && <PayChannels channels={channels} value={channel} onChange={setChosen} />}
            {ways.data && channels.length === 0 && (
              <p className="px-3.5 py-3 text-14 text-ink-2">{ways.data.note || '请在网页端购买'}</p>
            )}
            {!ways.data && !ways.error && <WaysWaiting />}
            {ways.error && !ways.data && (
              <Empty type="error" text={ways.error.msg} onRetry={() => void ways.refetch()} />
            )}
          </section>
        </>
      }
    >
      <PriceLines amount={amount} payCents={cents} couponCents={couponCents} />
      <SaleEnd at={data.saleEndsAt} />
      {order && (
        <p className="text-13 text-ink-2">
          {isOrder ? (
            <>
              你有一笔未付款的订单，
              <PaymentCountdown until={order.expiresAt} now={now} />
            </>
          ) : (
            '换了优惠券，会重新下单，原来未付款的那一单自动取消'
          )}
        </p>
      )}
      <p className="text-12 text-ink-3">
        购买后 {instantRefundLimits.seconds / 86_400} 天内、学习不到 {instantRefundLimits.studiedPercent}%
        可以直接退款。提交订单即表示同意
        <AgreementLinks />
      </p>
      <div className="hidden tablet:block">{button}</div>
      <div className="pb-safe px-safe hairline-t fixed inset-x-0 bottom-0 z-20 bg-card tablet:hidden">
        <div className="flex items-center justify-between gap-3 px-4 py-2.5">
          <span className="tabular-nums">
            应付 <span className="text-23 font-bold text-price">¥{formatYuan(cents)}</span>
          </span>
          {button}
        </div>
      </div>
      <Sheet open={qr !== null} onClose={() => setQr(null)} title="微信付款">
        {qr && <QrPay {...qr} cents={cents} expiresAt={order?.expiresAt} now={now} />}
      </Sheet>
    </Layout>
  )
}

/** Item and payment channels on the left, price on the right; one column on phones. */
function Layout({ item, left, children }: { item: Confirmed['item']; left: ReactNode; children: ReactNode }) {
  return (
    <div className="space-y-3 px-4 pt-2 pb-28 tablet:grid tablet:grid-cols-[minmax(0,1fr)_280px] tablet:items-start tablet:gap-4 tablet:space-y-0 tablet:pb-12 desk:grid-cols-[minmax(0,1fr)_320px] desk:gap-6">
      <div className="space-y-3">
        <CurriculumRow item={item} mixed />
        {left}
      </div>
      <div className="space-y-3 rounded-card bg-card p-3.5 tablet:sticky tablet:top-2 desk:p-5">{children}</div>
    </div>
  )
}

function WaysWaiting() {
  return (
    <div className="space-y-3 p-3.5">
      <Skeleton className="h-8" />
      <Skeleton className="h-8" />
    </div>
  )
}

function Waiting() {
  return (
    <div className="space-y-3 px-4 pt-2 desk:grid desk:grid-cols-[minmax(0,1fr)_320px] desk:gap-6 desk:space-y-0">
      <div className="space-y-3">
        <SkeletonRows count={1} />
        <Skeleton className="h-40 rounded-card" />
      </div>
      <Skeleton className="h-48 rounded-card" />
    </div>
  )
}

function MissingItem({ text }: { text: string }) {
  return (
    <Empty text={text}>
      <a href="#/pages/index/course" className={buttonClass('line')}>
        去看看课程
      </a>
    </Empty>
  )
}
