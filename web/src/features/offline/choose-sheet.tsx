import type { ChapterRow, CurriculumCard } from '@dxx/contract/calls/catalogue'
import { formatClock } from '@dxx/contract/rules/format'
import { useState } from 'react'
import { useCall } from '../../api/use-call'
import { toast } from '../../state/flash'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { Empty } from '../../ui/empty'
import { Sheet } from '../../ui/sheet'
import { SkeletonText } from '../../ui/skeleton-shapes'
import { kindCalls } from '../catalogue/kind-calls'
import { downloadChapter } from './downloads'

interface ChooseSheetProps {
  curriculum: CurriculumCard
  /** Ids of chapters that are downloaded or downloading. */
  savedIds: ReadonlySet<string>
  onClose(): void
}

/** Sheet to select chapters for download. */
export function ChooseSheet({ curriculum, savedIds, onClose }: ChooseSheetProps) {
  const { data, error, refetch } = useCall(kindCalls[curriculum.kind].chapters, { id: curriculum.id })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const open = (data ?? []).filter(({ kind, locked, id }) => kind !== 'part' && !locked && !savedIds.has(id))

  function toggle(id: string, on: boolean) {
    const next = new Set(chosen)
    if (on) next.add(id)
    else next.delete(id)
    setChosen(next)
  }

  function keep() {
    for (const [position, { id, title }] of (data ?? []).entries())
      if (chosen.has(id)) void downloadChapter({ curriculum, chapter: { id, title, position } })
    toast(`开始保存 ${chosen.size} 节`)
    onClose()
  }

  return (
    <Sheet
      open
      onClose={onClose}
      title={`离线保存《${curriculum.title}》`}
      footer={
        <>
          <Checkbox
            checked={open.length > 0 && chosen.size === open.length}
            onChange={(on) => setChosen(new Set(on ? open.map(({ id }) => id) : []))}
          >
            全选
          </Checkbox>
          <Button className="flex-1" disabled={chosen.size === 0} onClick={keep}>
            保存到本机{chosen.size > 0 && ` (${chosen.size})`}
          </Button>
        </>
      }
    >
      {data ? (
        open.length > 0 ? (
          <ul>
            {open.map((row) => (
              <li key={row.id} className="hairline-b py-1">
                <Checkbox checked={chosen.has(row.id)} onChange={(on) => toggle(row.id, on)}>
                  <span className="block text-14">{row.title}</span>
                  <span className="block text-12 text-ink-3">{sizeOf(row)}</span>
                </Checkbox>
              </li>
            ))}
          </ul>
        ) : (
          <Empty hint="能保存的章节都在本机了" />
        )
      ) : error ? (
        <Empty type="error" text={error.msg} onRetry={() => void refetch()} />
      ) : (
        <SkeletonText />
      )}
    </Sheet>
  )
}

const sizeOf = ({ kind, durationSeconds, minutes }: ChapterRow) =>
  kind === 'video' ? `视频 ${formatClock(durationSeconds)}` : `约 ${minutes} 分钟`
