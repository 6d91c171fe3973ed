import { appLimits } from '@dxx/contract/rules/constants'
import { type MouseEvent, useState } from 'react'
import { AlbumPreview } from './album-preview'
import { cx } from './cx'
import { Image } from './image'

export interface AlbumProps {
  images: readonly { src: string; alt: string }[]
  /** Opens the pictures on a page of their own; if omitted, they are shown over this page. */
  onOpen?(index: number): void
}

/** Up to nine pictures, three per row; the last shows how many more there are. A click enlarges a picture. */
export function Album({ images, onOpen }: AlbumProps) {
  const [shown, setShown] = useState<number | null>(null)
  function open(index: number, { currentTarget }: MouseEvent<HTMLElement>) {
    // In a sheet, pictures are shown over the sheet, because the sheet would stay open if the user left the page.
    if (onOpen && !currentTarget.closest('dialog')) onOpen(index)
    else setShown(index)
  }

  const visible = images.slice(0, appLimits.albumMax)
  const hidden = images.length - visible.length
  if (images.length === 0) return null
  return (
    <>
      <ul
        className={cx('grid max-w-90 gap-1.5 desk:max-w-120', images.length === 1 ? 'grid-cols-[60%]' : 'grid-cols-3')}
      >
        {visible.map((image, index) => (
          <li key={image.src} className="relative">
            <button
              type="button"
              onClick={(event) => open(index, event)}
              className="block w-full overflow-hidden rounded-item"
            >
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
