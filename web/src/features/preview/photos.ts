import { closeByBack } from '../../router/navigation'

export interface Photo {
  src: string
  alt: string
}

/**
 * Shows pictures in full screen with swipe and zoom by touch, wheel and keyboard. Returns the close function. With
 * `onClose` the pictures are a page of their own; without it, navigating back closes them and stays on the page.
 */
export async function showPhotos(photos: readonly Photo[], index: number, onClose?: () => void): Promise<() => void> {
  const [{ default: PhotoSwipe }] = await Promise.all([import('photoswipe'), import('./photos.css')])
  // The size is unknown until a picture is loaded; until then the screen size is used.
  const slides = photos.map(({ src, alt }) => ({ src, alt, width: innerWidth, height: innerHeight, measured: false }))
  const pswp = new PhotoSwipe({
    dataSource: slides,
    index,
    loop: false,
    bgOpacity: 1,
    closeTitle: '关闭',
    zoomTitle: '缩放',
    arrowPrevTitle: '上一张',
    arrowNextTitle: '下一张',
    errorMsg: '图片显示不了，可能已损坏或被删除',
    indexIndicatorSep: ' / ',
    showHideAnimationType: 'fade',
  })
  pswp.on('loadComplete', ({ content }) => {
    const slide = slides[content.index]
    const image = content.element
    // Not before: until then the element has the size of the window.
    if (image instanceof HTMLImageElement && image.naturalWidth > 0) image.classList.add('photo-loaded')
    if (!slide || slide.measured || !(image instanceof HTMLImageElement) || image.naturalWidth === 0) return
    Object.assign(slide, { width: image.naturalWidth, height: image.naturalHeight, measured: true })
    pswp.refreshSlideContent(content.index)
  })
  /** Runs `act` after opening, because PhotoSwipe ignores `close` before the first picture has loaded. */
  const afterOpening = (act: () => void) => {
    if (pswp.opener.isOpen) return act()
    pswp.element!.style.display = 'none'
    pswp.on('openingAnimationEnd', act)
  }
  if (onClose) pswp.on('close', onClose)
  else
    pswp.on(
      'destroy',
      closeByBack(() => afterOpening(() => pswp.close())),
    )
  pswp.init()
  pswp.element!.ariaLabel = '图片预览'
  return () => afterOpening(() => pswp.destroy())
}
