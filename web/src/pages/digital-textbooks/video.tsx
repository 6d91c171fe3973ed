import { ResourcePreview } from '../../features/preview/resource-preview'
import { usePageQuery } from '../../router/page-query'
import { buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'

/** `?resource=` is a video of a textbook; it starts at the last position. */
export default function TextbookVideoPage() {
  const [{ resource }] = usePageQuery()
  return resource ? (
    <ResourcePreview key={resource} id={resource} />
  ) : (
    <Empty text="没有说明要看哪段视频，请从教材里打开">
      <a href="#/pages/study/index" className={buttonClass('line')}>
        去我的书架
      </a>
    </Empty>
  )
}
