import type { CurriculumInfo } from '@dxx/contract/calls/catalogue'
import { parseAmount } from '@dxx/contract/rules/amount'
import Lock from 'lucide-react/icons/lock'
import { pageUrl } from '../../router/page-url'
import { buttonClass } from '../../ui/button'
import { Price } from '../../ui/price'
import { track } from '../tracking/track'

interface WallProps {
  title: string
  info: CurriculumInfo | undefined
  /** Opens a free chapter. */
  trial?: () => void
}

/** Paywall. The server sends no chapter content to users without an entitlement. */
export function Paywall({ title, info, trial }: WallProps) {
  const free = info && parseAmount(info.amount).pay <= 0
  return (
    <section className="mx-auto flex min-h-full max-w-100 flex-col items-center justify-center gap-4 px-6 py-20 text-center">
      <span className="grid size-16 place-items-center rounded-full bg-amber-soft text-amber">
        <Lock aria-hidden="true" size={28} strokeWidth={1.8} />
      </span>
      <h1 className="text-19 font-bold text-balance">{title}</h1>
      <p className="text-14 text-balance text-ink-2">
        {trial ? '试读到这里就结束了。' : '这本书没有可以试读的章节。'}
        {info && `${free ? '领取' : '购买'}《${info.title}》后，接着读完全部 ${info.chapterCount} 节`}
      </p>
      {info && (
        <>
          <Price amount={info.amount} size="large" />
          <a
            href={`#${pageUrl('pages/buy/confirm', { id: info.id })}`}
            onClick={() => track('buy-click', info.id)}
            className={buttonClass('amber', 'large', true)}
          >
            {free ? '免费领取' : '立即购买'}
          </a>
        </>
      )}
      {trial && (
        <button type="button" onClick={trial} className={buttonClass('text')}>
          回到试读章节
        </button>
      )}
    </section>
  )
}
