import type { CurriculumInfo } from '@dxx/contract/calls/catalogue'
import { formatTime } from '@dxx/contract/rules/format'
import { type Ref, useRef } from 'react'
import { coverArt } from '../../ui/cover-art'
import { cx } from '../../ui/cx'
import { Image } from '../../ui/image'
import { CoverOf } from '../catalogue/cover-of'
import { curriculumKinds } from '../catalogue/kinds'
import { useFlyingCover } from './use-flying-cover'

/** Formats minutes: 95 as 1小时35分, 8 分钟. */
const spoken = (minutes: number) => (minutes < 60 ? `${minutes} 分钟` : formatTime(minutes * 60))

/**
 * Formats a number of letters. Small numbers, as of a book that was just begun, are shown in full, because 0.0 万字
 * would mean nothing.
 */
const words = (count: number) => (count < 1000 ? `${count} 字` : `${(count / 10_000).toFixed(1)} 万字`)

/** Formats the size of a curriculum: 12 讲 · 共 1小时20分. */
export function amountOf({ kind, chapterCount, durationSeconds, wordCount, minutes }: CurriculumInfo): string {
  return [
    chapterCount > 0 && `${chapterCount} ${curriculumKinds[kind].unit}`,
    durationSeconds > 0 && `共 ${spoken(Math.ceil(durationSeconds / 60))}`,
    durationSeconds === 0 && wordCount > 0 && words(wordCount),
    durationSeconds === 0 && minutes > 0 && `约 ${spoken(minutes)}读完`,
  ]
    .filter(Boolean)
    .join(' · ')
}

interface HeroProps {
  info: CurriculumInfo
  /** Whether the buy card is beside the header; then the surrounding column sets the margin. */
  beside?: boolean
  ref: Ref<HTMLDivElement>
}

/** Page header: the course's picture, or a book cover on a gradient of its colours. */
export function Hero({ info, beside = false, ref }: HeroProps) {
  const [from, to] = coverArt(info.title, info.subject?.colour ?? info.subject?.name).gradient
  const book = info.kind !== 'course'
  const cover = useRef<HTMLSpanElement>(null)
  useFlyingCover(info.id, cover)
  return (
    <div
      ref={ref}
      style={{ backgroundImage: `linear-gradient(150deg, ${from}, ${to})` }}
      className={cx(
        'relative overflow-hidden text-white tablet:rounded-card',
        beside ? 'rounded-card' : 'pt-[calc(44px+env(safe-area-inset-top))] tablet:mx-4 tablet:pt-0',
      )}
    >
      {!book && <span ref={cover} className="absolute inset-0" />}
      {!book && info.cover && (
        <Image src={info.cover} alt="" eager fallback={<span />} className="absolute! inset-0 bg-transparent" />
      )}
      <span className="absolute inset-0 bg-black/15" />
      <span className="absolute -right-7.5 -bottom-7.5 size-30 rounded-full bg-white/15 desk:size-44" />
      <div className="relative flex min-h-44 items-center gap-4 px-5 pt-2 pb-6 desk:min-h-59 desk:gap-6 desk:px-9 desk:pt-6">
        {book && (
          <span ref={cover} className="w-27 shrink-0 desk:w-34">
            <CoverOf item={info} eager className="w-full rounded-cover shadow-float" />
          </span>
        )}
        <div className="min-w-0 flex-1">
          {/* Hidden from screen readers: repeats the heading below. */}
          <p aria-hidden="true" className="line-clamp-3 text-23 leading-snug font-bold text-balance desk:text-28">
            {info.title}
          </p>
          {info.subtitle && (
            <p aria-hidden="true" className="mt-1 hidden text-15 desk:block">
              {info.subtitle}
            </p>
          )}
          {book && info.by && <p className="mt-1 text-14">{info.by}</p>}
          <p className={book ? 'mt-3 text-13' : 'mt-6 text-14'}>{amountOf(info)}</p>
        </div>
      </div>
    </div>
  )
}
