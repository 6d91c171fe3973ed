import type { CurriculumInfo } from '@dxx/contract/calls/catalogue'
import CircleCheck from 'lucide-react/icons/circle-check'
import Download from 'lucide-react/icons/download'
import { openPage } from '../../router/navigation'
import { toast } from '../../state/flash'
import { Button } from '../../ui/button'
import { Ring } from '../../ui/progress-ring'
import { downloadChapter } from '../offline/keep-offline'
import type { ChapterRef, OfflineChapter } from '../offline/offline-store'

interface DownloadButtonProps {
  course: CurriculumInfo | undefined
  chapter: ChapterRef
  kept: OfflineChapter | undefined
}

/** Downloads the lesson, and links to the offline copies once it is done. */
export function DownloadButton({ course, chapter, kept }: DownloadButtonProps) {
  if (kept?.state === 'kept') {
    return (
      <Button kind="plain" size="small" onClick={() => void openPage('/pages/study/offline')}>
        <CircleCheck aria-hidden="true" size={16} className="text-success" />
        已离线
      </Button>
    )
  }
  if (kept?.state === 'loading' || kept?.state === 'waiting') {
    return (
      <Button kind="plain" size="small" onClick={() => void openPage('/pages/study/offline')}>
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
        void downloadChapter({ curriculum: course, chapter })
      }}
    >
      <Download aria-hidden="true" size={16} />
      {kept ? '继续保存' : '离线保存'}
    </Button>
  )
}
