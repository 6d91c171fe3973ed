import type { Discuss } from '@dxx/contract/calls/community'
import { navigateTo } from '../../router/navigation'
import { pageUrl } from '../../router/page-url'
import { getToken } from '../../state/token'
import { Album } from '../../ui/album'
import { ReadMore } from '../../ui/read-more'

interface WrittenBodyProps extends Pick<Discuss, 'text' | 'images'> {
  /** Type of the content, used in the pictures' alt texts. */
  title: '评价' | '讨论' | '笔记'
}

/** Text of a post with its pictures; long text is collapsed. */
export function WrittenBody({ title, text, images }: WrittenBodyProps) {
  /** Opens the gallery page, which requires a login; guests see the pictures in an overlay. */
  function open(index: number) {
    const urls = images.map(({ url }) => url).join(',')
    void navigateTo(pageUrl('pages/filePreview/gallery', { urls, at: String(index) }))
  }

  return (
    <>
      <div className="mt-2">
        <ReadMore height={360}>
          <p className="text-14 user-text">{text}</p>
        </ReadMore>
      </div>
      {images.length > 0 && (
        <div className="mt-2.5">
          <Album
            images={images.map(({ url }, index) => ({ src: url, alt: `${title}的第 ${index + 1} 张图` }))}
            onOpen={getToken() ? open : undefined}
          />
        </div>
      )}
    </>
  )
}
