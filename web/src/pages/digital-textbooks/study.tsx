import { StudyHub } from '../../features/reader/study-hub'
import { usePageQuery } from '../../router/page-query'
import { pageUrl } from '../../router/place'
import { Empty } from '../../ui/empty'
import { WayOn } from '../../ui/way-on'

/** `?id=&tab=`: everything of one textbook at one place: contents, tests, resources, notes. */
export default function TextbookStudyPage() {
  const [{ id }] = usePageQuery()
  if (id) return <StudyHub key={id} id={id} />
  return (
    <Empty text="没有说明要学哪本教材，去书架上找找吧">
      <WayOn to={pageUrl('pages/study/index')}>去我的书架</WayOn>
    </Empty>
  )
}
