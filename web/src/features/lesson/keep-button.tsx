import type { CurriculumInfo } from '@dxx/contract/calls/catalogue'
import CircleCheck from 'lucide-react/icons/circle-check'
import Download from 'lucide-react/icons/download'
import { go } from '../../router/navigation'
import { toast } from '../../state/flash'
import { Button } from '../../ui/button'
import { Ring } from '../../ui/progress'
import { keepOffline } from '../offline/keep-offline'
import type { OfflineChapter } from '../offline/offline-store'

interface KeepButtonProps {
  course: CurriculumInfo | undefined
  chapter: { id: string; title: string }
  kept: OfflineChapter | undefined
}

/** Keeps the lesson on this device, and leads to the shelf once it is there. */
export function KeepButton({ course, chapter, kept }: KeepButtonProps) {
  if (kept?.state === 'kept') {
    return (
      <Button kind="plain" size="small" onClick={() => void go('/pages/study/offline')}>
        <CircleCheck aria-hidden="true" size={16} className="text-success" />
        已离线
      </Button>
    )
  }
  if (kept?.state === 'loading' || kept?.state === 'waiting') {
    return (
      <Button kind="plain" size="small" onClick={() => void go('/pages/study/offline')}>
        <Ring value={kept.percent} label="离线保存的进度" size={20}>
          {' '}
        </Ring>
        {kept.percent}%
      </Button>
    )
  }
  return (
    <Button
      kind="plain"
      size="small"
      disabled={!course}
      onClick={() => {
        if (!course) return
        toast('开始保存到本机')
        void keepOffline({ curriculum: course, chapter: { id: chapter.id, title: chapter.title } })
      }}
    >
      <Download aria-hidden="true" size={16} />
      {kept ? '继续保存' : '离线保存'}
    </Button>
  )
}
