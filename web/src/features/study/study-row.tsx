import type { StudyCard } from '@dxx/contract/calls/study'
import { formatClock } from '@dxx/contract/rules/format'
import { ListRow } from '../../ui/list-row'
import { Progress } from '../../ui/progress'
import { CoverOf } from '../catalogue/cover-of'
import { curriculumKinds, studyHref } from '../catalogue/kinds'

/** Layout of the rows, also for their skeleton. */
export const studyGrid = 'grid grid-cols-1 gap-2.5 tablet:grid-cols-2 desk:gap-4'

/** Curriculum in the study tab, with the position to continue from. */
export function StudyRow({ item }: { item: StudyCard }) {
  return (
    <ListRow
      href={studyHref(item)}
      media={<CoverOf item={item} small className="aspect-3/4! w-13.5 rounded-cover" />}
      title={item.title}
      aside={curriculumKinds[item.kind].title}
      note={noteOf(item)}
    >
      <span className="flex items-center gap-3">
        <Progress value={item.percent} label={`${item.title}的学习进度`} />
        <span className="tabular-nums min-w-9 shrink-0 text-right whitespace-nowrap text-12 text-ink-3">
          {item.percent}%
        </span>
      </span>
    </ListRow>
  )
}

function noteOf({ kind, progress, percent, notes, chapterCount }: StudyCard): string {
  if (percent >= 100) return ['已学完', notes > 0 && `${notes} 条笔记`].filter(Boolean).join(' · ')
  if (!progress) return chapterCount > 0 ? `还没开始 · 共 ${chapterCount} ${curriculumKinds[kind].unit}` : '还没开始'
  const place = progress.seconds > 0 ? `看到 ${formatClock(progress.seconds)}` : notes > 0 ? `${notes} 条笔记` : ''
  return [progress.chapterTitle, place].filter(Boolean).join(' · ')
}
