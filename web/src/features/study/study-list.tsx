import type { StudyCard } from '@dxx/contract/calls/study'
import Trash from 'lucide-react/icons/trash-2'
import { usePagedCall } from '../../api/use-paged-call'
import type { RoutePath } from '../../router/routes'
import { buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { IconButton } from '../../ui/icon-button'
import { PagedList } from '../../ui/paging/paged-list'
import { NotStarted } from './not-started'
import { StudyRow, studyGrid } from './study-row'

export type StudyListCall = 'GET /v130/study_afoot' | 'GET /v130/study_course' | 'GET /v130/study_library'

interface StudyListProps {
  call: StudyListCall
  /** Whether rows can be deleted. */
  managing: boolean
  onRemove(item: StudyCard): void
}

const empties: Record<StudyListCall, { text: string; path: RoutePath; way: string }> = {
  'GET /v130/study_afoot': { text: '还没有在学的内容，挑一样开始吧', path: 'pages/index/course', way: '去选课' },
  'GET /v130/study_course': { text: '还没有课程，先试看几讲再决定', path: 'pages/index/course', way: '看看课程' },
  'GET /v130/study_library': { text: '书架还空着，去书城挑一本', path: 'pages/books/index', way: '逛书城' },
}

/** One list of the study tab. */
export function StudyList({ call, managing, onRemove }: StudyListProps) {
  const items = usePagedCall(call, {})
  const { text, path, way } = empties[call]
  const empty = (
    <Empty hint={text}>
      <a href={`#/${path}`} className={`${buttonClass('line')} min-w-36`}>
        {way}
      </a>
    </Empty>
  )
  return (
    <PagedList
      {...items}
      listClassName={studyGrid}
      itemKey={({ id }) => id}
      renderItem={(item) => (
        <div className="flex items-center gap-1">
          <div className="min-w-0 flex-1">
            <StudyRow item={item} />
          </div>
          {managing && (
            <IconButton label={`删除《${item.title}》的记录`} onClick={() => onRemove(item)} className="text-danger">
              <Trash aria-hidden="true" size={20} />
            </IconButton>
          )}
        </div>
      )}
      empty={call === 'GET /v130/study_afoot' ? <NotStarted>{empty}</NotStarted> : empty}
    />
  )
}
