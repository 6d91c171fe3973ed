import { StudyHub } from '../../features/reader/study-hub'
import { usePageQuery } from '../../router/page-query'
import { pageUrl } from '../../router/page-url'
import { Empty } from '../../ui/empty'
import { LinkButton } from '../../ui/link-button'

/** `?id=&tab=`: contents, tests, resources and notes of a textbook. */
export default function TextbookStudyPage() {
  const [{ id }] = usePageQuery()
  if (id) return <StudyHub key={id} id={id} />
  return (
    <Empty text="没有说明要学哪本教材，去书架上找找吧">
      <LinkButton to={pageUrl('pages/study/index')}>去我的书架</LinkButton>
    </Empty>
  )
}
