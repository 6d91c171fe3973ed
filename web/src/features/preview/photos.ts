import { closeByBack } from '../../router/navigation'

export interface Photo {
  src: string
  alt: string
}

/**
 * Pictures over the whole screen: swiped, zoomed by fingers, wheel and keys. Answers how to close them. With `onClose` they
 * are a page of their own; otherwise the way back closes them and leaves the page below.
 */
export async function showPhotos(photos: readonly Photo[], index: number, onClose?: () => void): Promise<() => void> {
  const [{ default: PhotoSwipe }] = await Promise.all([import('photoswipe'), import('./photos.css')])
  // Sizes are unknown until a picture has come; until then it is taken to fill the screen.
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
    if (!slide || slide.measured || !(image instanceof HTMLImageElement) || image.naturalWidth === 0) return
    Object.assign(slide, { width: image.naturalWidth, height: image.naturalHeight, measured: true })
    pswp.refreshSlideContent(content.index)
  })
  if (onClose) pswp.on('close', onClose)
  else
    pswp.on(
      'destroy',
      closeByBack(() => pswp.close()),
    )
  pswp.init()
  pswp.element!.ariaLabel = '图片预览'
  return () => pswp.destroy()
}
