import { limits } from '@dxx/contract/rules/constants'
import { useState } from 'react'
import { AlbumPreview } from './album-preview'
import { cx } from './cx'
import { Image } from './image'

export interface AlbumProps {
  images: readonly { src: string; alt: string }[]
}

/** At most nine pictures, three a row; the last one says how many more there are. A click shows them large. */
export function Album({ images }: AlbumProps) {
  const [shown, setShown] = useState<number | null>(null)
  const visible = images.slice(0, limits.albumMax)
  const hidden = images.length - visible.length
  if (images.length === 0) return null
  return (
    <>
      <ul
        className={cx('grid max-w-90 gap-1.5 desk:max-w-120', images.length === 1 ? 'grid-cols-[60%]' : 'grid-cols-3')}
      >
        {visible.map((image, index) => (
          <li key={image.src} className="relative">
            <button type="button" onClick={() => setShown(index)} className="block w-full overflow-hidden rounded-item">
              <span className="sr-only">查看{image.alt || `第 ${index + 1} 张图片`}</span>
              <Image src={image.src} alt="" ratio={images.length === 1 ? '4 / 3' : '1'} />
              {hidden > 0 && index === visible.length - 1 && (
                <span className="absolute inset-0 grid place-items-center rounded-item bg-shade text-19 font-semibold text-white">
                  +{hidden}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      <AlbumPreview images={images} shown={shown} onClose={() => setShown(null)} />
    </>
  )
}
