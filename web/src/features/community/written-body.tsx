import type { Discuss } from '@dxx/contract/calls/community'
import { Album } from '../../ui/album'
import { ReadMore } from '../../ui/read-more'

interface WrittenBodyProps extends Pick<Discuss, 'text' | 'images'> {
  /** What it is, for those who hear the pictures' names. */
  title: '评价' | '讨论' | '笔记'
}

/** What somebody wrote, with its pictures; a long one is folded. */
export function WrittenBody({ title, text, images }: WrittenBodyProps) {
  return (
    <>
      <div className="mt-2">
        <ReadMore height={360}>
          <p className="text-14 user-text">{text}</p>
        </ReadMore>
      </div>
      {images.length > 0 && (
        <div className="mt-2.5">
          <Album images={images.map(({ url }, index) => ({ src: url, alt: `${title}的第 ${index + 1} 张图` }))} />
        </div>
      )}
    </>
  )
}
