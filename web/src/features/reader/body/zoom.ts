import 'photoswipe/style.css'
import PhotoSwipe from 'photoswipe'

/** Shows the pictures of a chapter over the whole screen, beginning with one. */
export function zoomPictures(pictures: readonly HTMLImageElement[], first: HTMLImageElement): void {
  const viewer = new PhotoSwipe({
    dataSource: pictures.map((picture) => ({
      src: picture.currentSrc || picture.src,
      width: picture.naturalWidth || picture.width,
      height: picture.naturalHeight || picture.height,
      alt: picture.alt,
    })),
    index: Math.max(0, pictures.indexOf(first)),
    bgOpacity: 0.92,
    closeTitle: '关闭',
    zoomTitle: '放大',
    arrowPrevTitle: '上一张',
    arrowNextTitle: '下一张',
    errorMsg: '图片没能打开',
  })
  viewer.init()
}
