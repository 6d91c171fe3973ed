import type { CurriculumCard } from '@dxx/contract/calls/catalogue'
import { usePagedCall } from '../../api/use-paged-call'
import { buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { ListRow } from '../../ui/list-row'
import { PagedList } from '../../ui/paging/paged-list'
import { Sheet } from '../../ui/sheet'
import { CoverOf } from '../catalogue/cover-of'
import { curriculumKinds } from '../catalogue/kinds'
import { chapterCalls } from './chapter-calls'

/** Sheet to select a recently studied curriculum for download. */
export function PickCurriculumSheet({
  onPick,
  onClose,
}: {
  onPick(curriculum: CurriculumCard): void
  onClose(): void
}) {
  const items = usePagedCall('GET /v130/recently_study', {})
  return (
    <Sheet open onClose={onClose} title="保存哪一项">
      <PagedList
        {...items}
        list={items.list.filter(({ kind }) => chapterCalls[kind] !== null)}
        itemKey={({ id }) => id}
        renderItem={(item) => (
          <ListRow
            media={<CoverOf item={item} small className="aspect-3/4! w-11 rounded-item" />}
            title={item.title}
            aside={curriculumKinds[item.kind].title}
            note={`共 ${item.chapterCount} ${curriculumKinds[item.kind].unit}`}
            onClick={() => onPick(item)}
          />
        )}
        empty={
          <Empty hint="学过的课程和书会出现在这里">
            <a href="#/pages/index/course" className={buttonClass('line')}>
              去选课
            </a>
          </Empty>
        }
      />
    </Sheet>
  )
}
