import type { CurriculumCard } from '@dxx/contract/calls/catalogue'
import Plus from 'lucide-react/icons/plus'
import RotateCw from 'lucide-react/icons/rotate-cw'
import Trash from 'lucide-react/icons/trash-2'
import { Button } from '../../ui/button'
import { bytesText } from '../../ui/bytes-text'
import { IconButton } from '../../ui/icon-button'
import { Progress } from '../../ui/progress'
import { CoverOf } from '../catalogue/cover-of'
import { studyHref } from '../catalogue/kinds'
import { downloadChapter } from './downloads'
import type { OfflineChapter } from './offline-store'

interface OfflineGroupProps {
  curriculum: CurriculumCard
  chapters: readonly OfflineChapter[]
  onAdd(): void
  onRemove(chapters: readonly OfflineChapter[]): void
}

/** A curriculum with its downloaded chapters. */
export function OfflineGroup({ curriculum, chapters, onAdd, onRemove }: OfflineGroupProps) {
  const bytes = chapters.reduce((sum, one) => sum + one.bytes, 0)
  return (
    <section aria-label={curriculum.title} className="rounded-card bg-card p-3.5">
      <div className="flex items-center gap-3">
        <CoverOf item={curriculum} small className="aspect-3/4! w-11 shrink-0 rounded-item" />
        <div className="min-w-0 flex-1">
          <h2 className="line-clamp-1 font-semibold">{curriculum.title}</h2>
          <p className="text-12 text-ink-3">
            {chapters.length} 节 · {bytesText(bytes)}
          </p>
        </div>
        <Button kind="plain" size="small" onClick={onAdd}>
          <Plus aria-hidden="true" size={16} />
          添加
        </Button>
      </div>
      <ul className="mt-2">
        {chapters.map((one) => (
          <li key={one.chapter.id} className="hairline-t flex min-h-13 items-center gap-2 py-1">
            <Chapter one={one} />
            {one.state === 'stopped' && (
              <IconButton
                label={`重试保存 ${one.chapter.title}`}
                onClick={() => void downloadChapter({ curriculum, chapter: one.chapter })}
                className="text-primary"
              >
                <RotateCw aria-hidden="true" size={18} />
              </IconButton>
            )}
            <IconButton label={`删除 ${one.chapter.title}`} onClick={() => onRemove([one])} className="text-ink-3">
              <Trash aria-hidden="true" size={18} />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Chapter({ one: { state, percent, problem, chapter, curriculum, bytes } }: { one: OfflineChapter }) {
  if (state === 'kept') {
    return (
      <a href={studyHref(curriculum, chapter.id)} className="min-h-11 min-w-0 flex-1 rounded-item py-1">
        <span className="block truncate text-14">{chapter.title}</span>
        <span className="block text-12 text-ink-3">已保存 · {bytesText(bytes)}</span>
      </a>
    )
  }
  return (
    <div className="min-w-0 flex-1">
      <p className="truncate text-14">{chapter.title}</p>
      {state === 'stopped' ? (
        <p className="text-12 text-danger">{problem}</p>
      ) : (
        <div className="flex items-center gap-3">
          <Progress value={percent} label={`${chapter.title}的保存进度`} />
          <span className="tabular-nums w-14 shrink-0 text-right text-12 text-ink-3">
            {state === 'waiting' ? '等待中' : `${percent}%`}
          </span>
        </div>
      )}
    </div>
  )
}
