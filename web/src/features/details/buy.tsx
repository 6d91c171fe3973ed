import type { CurriculumInfo } from '@dxx/contract/calls/catalogue'
import { parseAmount } from '@dxx/contract/rules/amount'
import { formatNumber } from '@dxx/contract/rules/format'
import Headset from 'lucide-react/icons/headset'
import Heart from 'lucide-react/icons/heart'
import Share from 'lucide-react/icons/share-2'
import { platformName } from '../../platform/app'
import { openPage } from '../../router/navigation'
import { pageUrl } from '../../router/page-url'
import { Button, type ButtonKind, buttonClass } from '../../ui/button'
import { cx } from '../../ui/cx'
import { curriculumKinds, studyHref } from '../catalogue/kinds'
import { useFavourite } from '../catalogue/use-favourite'
import { useFreeReceive } from '../checkout/use-free-receive'
import { useShare } from '../share/use-share'
import { track } from '../tracking/track'
import { PriceLine } from './headline'

interface Way {
  title: string
  kind: ButtonKind
  /** Target URL; without one, the action runs on this page. */
  href?: string
  disabled?: boolean
}

/** Lists the available actions, the primary one last. Target pages ask for the login themselves. */
function waysOn(info: CurriculumInfo): Way[] {
  const { verb, trial } = curriculumKinds[info.kind]
  if (info.owned) {
    const title = info.progress ? `继续${verb}` : `开始${verb}`
    return [{ title, href: studyHref(info), kind: 'primary' }]
  }
  const free = parseAmount(info.amount).pay <= 0
  const buy: Way = free
    ? { title: '免费领取', kind: 'amber' }
    : platformName() === 'iOS'
      ? { title: '请在网页端购买', kind: 'amber', disabled: true }
      : { title: '立即购买', kind: 'amber', href: `#${pageUrl('pages/buy/confirm', { id: info.id })}` }
  // A URL without a chapter opens the last position, which another device may have changed since this response.
  if (info.progress) return [{ title: `继续${trial}`, href: studyHref(info), kind: 'line' }, buy]
  if (!info.trialChapterId) return [buy]
  return [{ title: `免费${trial}`, href: studyHref(info, info.trialChapterId), kind: 'line' }, buy]
}

function WayOn({ way, info, className }: { way: Way; info: CurriculumInfo; className: string }) {
  const { title, kind, href, disabled } = way
  const { receive, running } = useFreeReceive(() => void openPage(studyHref(info).slice(1)))
  if (href)
    return (
      <a
        href={href}
        onClick={() => kind === 'amber' && track('buy-click', info.id)}
        className={cx(buttonClass(kind), className)}
      >
        {title}
      </a>
    )
  return (
    <Button
      kind={kind}
      className={className}
      disabled={disabled}
      loading={running}
      onClick={() => {
        track('buy-click', info.id)
        void receive(info.id)
      }}
    >
      {title}
    </Button>
  )
}

/** Purchase bar at the bottom on phones. */
export function BuyBar({ info }: { info: CurriculumInfo }) {
  const favourite = useFavourite(info)
  const small = 'flex min-h-11 min-w-11 flex-col items-center justify-center gap-0.5 rounded-item text-11 text-ink-2'
  return (
    <div className="pb-safe px-safe hairline-t fixed inset-x-0 bottom-0 z-20 bg-card">
      <div className="flex items-center gap-3 px-4 py-2.5">
        <button type="button" aria-pressed={info.favourite} onClick={favourite} className={small}>
          <HeartIcon on={info.favourite} />
          {info.favourite ? '已收藏' : '收藏'}
        </button>
        <a href="#/pages/help/cs" className={small}>
          <Headset aria-hidden="true" size={22} strokeWidth={1.8} />
          客服
        </a>
        {waysOn(info).map((way) => (
          <WayOn key={way.title} way={way} info={info} className="min-w-0 flex-1 px-2!" />
        ))}
      </div>
    </div>
  )
}

/** Purchase card at the side on desktop. */
export function BuyCard({ info }: { info: CurriculumInfo }) {
  const favourite = useFavourite(info)
  const { share, overlay } = useShare(info)
  const small =
    'flex min-h-11 flex-1 flex-col items-center justify-center gap-0.5 rounded-item text-11 whitespace-nowrap text-ink-2 hover:bg-fill desk:flex-row desk:gap-1.5 desk:text-13'
  return (
    <aside aria-label="购买" className="space-y-3 rounded-card bg-card p-5">
      <PriceLine info={info} />
      {waysOn(info)
        .reverse()
        .map((way) => (
          <WayOn key={way.title} way={way} info={info} className="w-full" />
        ))}
      <div className="flex">
        <button type="button" aria-pressed={info.favourite} onClick={favourite} className={small}>
          <HeartIcon on={info.favourite} size={18} />
          {info.favourite ? '已收藏' : '收藏'}
          {info.favouriteCount > 0 && (
            <span className="hidden tabular-nums desk:inline">{formatNumber(info.favouriteCount)}</span>
          )}
        </button>
        <button type="button" onClick={share} className={small}>
          <Share aria-hidden="true" size={18} strokeWidth={1.8} />
          分享
        </button>
        <a href="#/pages/help/cs" className={small}>
          <Headset aria-hidden="true" size={18} strokeWidth={1.8} />
          客服
        </a>
      </div>
      {overlay}
    </aside>
  )
}

function HeartIcon({ on, size = 22 }: { on: boolean; size?: number }) {
  return (
    <Heart
      aria-hidden="true"
      size={size}
      strokeWidth={1.8}
      className={cx('transition-colors', on && 'fill-price stroke-price')}
    />
  )
}
