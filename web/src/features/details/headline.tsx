import type { CurriculumInfo } from '@dxx/contract/calls/catalogue'
import { formatYuan, parseAmount } from '@dxx/contract/rules/amount'
import { discountLabel } from '@dxx/contract/rules/discount'
import { formatNumber } from '@dxx/contract/rules/format'
import { formatChineseTime, formatTimeLeft } from '@dxx/contract/rules/time-from'
import Star from 'lucide-react/icons/star'
import type { ReactNode } from 'react'
import { serverNow } from '../../api/clock'
import { useCall } from '../../api/use-call'
import { platformName } from '../../platform/app'
import { pageUrl } from '../../router/page-url'
import { Price } from '../../ui/price'
import { Progress } from '../../ui/progress'
import { Tag } from '../../ui/tag'
import { curriculumKinds } from '../catalogue/kinds'
import { titleColon } from '../catalogue/title-colon'
import { SaleEnd } from '../checkout/sale-end'

/** The price, or the progress of an owned item. */
export function PriceLine({ info }: { info: CurriculumInfo }) {
  if (info.owned) {
    return (
      <div className="flex min-h-9 items-center gap-3">
        <Tag tone="green">已拥有</Tag>
        {info.progress && (
          <>
            <Progress value={info.progress.percent} label={`${curriculumKinds[info.kind].verb}进度`} />
            <span className="tabular-nums shrink-0 text-12 text-ink-3">{info.progress.percent}%</span>
          </>
        )}
      </div>
    )
  }
  const { percent, pay } = parseAmount(info.amount)
  const discount = pay > 0 && percent < 100 && <Tag tone="amber">限时 {Number((percent / 10).toFixed(1))} 折</Tag>
  return (
    <div>
      <div className="flex min-h-9 items-center justify-between gap-3">
        <Price amount={info.amount} size="large" />
        {pay > 0 ? <CouponPrice info={info}>{discount}</CouponPrice> : discount}
      </div>
      <SaleEnd at={info.saleEndsAt} />
    </div>
  )
}

/**
 * The price with the user's best coupon, which links to the checkout. `children` stay in its place until the coupons are
 * loaded, so that nothing moves.
 */
function CouponPrice({ info, children }: { info: CurriculumInfo; children: ReactNode }) {
  const isForSale = platformName() !== 'iOS'
  const { data } = useCall('GET /v1/order_confirm', { curriculumId: info.id }, { enabled: isForSale })
  const [best] = data?.discounts ?? []
  if (best?.why !== '') return children
  const { pay } = parseAmount(info.amount)
  return (
    <a
      href={`#${pageUrl('pages/buy/confirm', { id: info.id })}`}
      title={`${best.title}：${discountLabel(best)}，${formatChineseTime(best.endsAt)} 到期`}
      className="tap shrink-0 rounded-item bg-amber-soft px-2 py-0.5 text-12 font-semibold text-price tabular-nums"
    >
      券后 ¥{formatYuan(pay - best.off)}
      <span className="ml-1 font-normal">{formatTimeLeft(best.endsAt, serverNow())}</span>
    </a>
  )
}

/** Title, author, learner count and rating; the price only if no buy card is beside it. */
export function Headline({ info, beside = false }: { info: CurriculumInfo; beside?: boolean }) {
  const { title, subtitle, teacher, by, learners, kind, rating, ratingCount } = info
  return (
    <div className={beside ? 'pt-4 pb-1' : 'px-4 pt-4 pb-3'}>
      {!beside && <PriceLine info={info} />}
      {/* Beside the buy card, the picture above shows the title; this heading is for screen readers. */}
      <h1 className={beside ? 'sr-only' : 'mt-1.5 text-19 leading-snug font-bold'}>
        {title}
        {subtitle && (
          <>
            {titleColon(title)}
            {/* The subtitle wraps as a whole, so that its last character is never alone on a line. */}
            <span className="inline-block">{subtitle}</span>
          </>
        )}
      </h1>
      <ul className="mt-1.5 flex flex-wrap items-center text-13 text-ink-2 [&>*+*]:before:mx-1.5 [&>*+*]:before:content-['·']">
        {teacher ? (
          <li>
            <a href={`#${pageUrl('pages/teacher/index', { id: teacher.id })}`} className="tap text-primary">
              {teacher.name}
            </a>
          </li>
        ) : (
          by && <li>{by}</li>
        )}
        {learners > 0 && (
          <li>
            {formatNumber(learners)}
            {curriculumKinds[kind].crowd}
          </li>
        )}
        {ratingCount > 0 && (
          <li className="flex items-center">
            <Star aria-hidden="true" size={13} className="mr-1 fill-amber stroke-amber" />
            <span className="sr-only">评分</span>
            {rating.toFixed(1)}（{formatNumber(ratingCount)} 评）
          </li>
        )}
      </ul>
    </div>
  )
}
