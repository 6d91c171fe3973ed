import ImageOff from 'lucide-react/icons/image-off'
import { type ReactNode, useState } from 'react'
import { cx } from './cx'

export interface ImageProps {
  src: string | null | undefined
  /** Empty if the text beside the picture describes it. */
  alt: string
  /** Aspect ratio, for example `16 / 9`; the space is reserved before the picture is loaded. */
  ratio?: string
  srcSet?: string
  sizes?: string
  /** Loads the picture at once, for pictures that are visible without scrolling. */
  eager?: boolean
  /** Shown instead of the missing-picture icon. */
  fallback?: ReactNode
  className?: string
}

/** Picture in a box of fixed size, which is grey until the picture is loaded and shows the fallback on failure. */
export function Image({ src, alt, ratio, srcSet, sizes, eager, fallback, className }: ImageProps) {
  const [seen, setSeen] = useState<{ src: string; ok: boolean } | null>(null)
  const state = !src ? 'failed' : seen?.src === src ? (seen.ok ? 'loaded' : 'failed') : 'loading'
  return (
    <span
      style={{ aspectRatio: ratio }}
      className={cx('relative block overflow-hidden bg-track', state === 'loading' && 'animate-shimmer', className)}
    >
      {src && state !== 'failed' && (
        <img
          src={src}
          srcSet={srcSet}
          sizes={sizes}
          alt={alt}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : undefined}
          decoding="async"
          draggable={false}
          onLoad={() => setSeen({ src, ok: true })}
          onError={() => setSeen({ src, ok: false })}
          className="absolute inset-0 size-full object-cover"
        />
      )}
      {state === 'failed' &&
        (fallback ?? (
          <span className="absolute inset-0 grid place-items-center text-ink-3">
            <ImageOff aria-hidden="true" size={24} strokeWidth={1.6} />
            {alt && <span className="sr-only">{alt}（图片加载失败）</span>}
          </span>
        ))}
    </span>
  )
}
