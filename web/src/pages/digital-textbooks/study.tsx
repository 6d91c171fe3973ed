import { StudyHub } from '../../features/reader/study-hub'
import { usePageQuery } from '../../router/page-query'
import { Empty } from '../../ui/empty'

/** `?id=&tab=`: everything of one textbook at one place: contents, tests, resources, notes. */
export default function TextbookStudyPage() {
  const [{ id }] = usePageQuery()
  return id ? <StudyHub key={id} id={id} /> : <Empty text="没有找到这本教材，去书城看看吧" />
}
