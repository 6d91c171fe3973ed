import type { CurriculumInfo } from '@dxx/contract/calls/catalogue'
import CircleCheck from 'lucide-react/icons/circle-check'
import Download from 'lucide-react/icons/download'
import { toast } from '../../state/flash'
import { Button, buttonClass } from '../../ui/button'
import { Ring } from '../../ui/progress-ring'
import { downloadChapter } from '../offline/downloads'
import type { ChapterRef, OfflineChapter } from '../offline/offline-store'

interface DownloadButtonProps {
  course: CurriculumInfo | undefined
  chapter: ChapterRef
  download: OfflineChapter | undefined
}

/** Downloads the lesson, and links to the offline copies after the download. */
export function DownloadButton({ course, chapter, download }: DownloadButtonProps) {
  if (download?.state === 'kept') {
    return (
      <a href="#/pages/study/offline" className={buttonClass('plain', 'small')}>
        <CircleCheck aria-hidden="true" size={16} className="text-success" />
        已离线
      </a>
    )
  }
  if (download?.state === 'loading' || download?.state === 'waiting') {
    return (
      <a href="#/pages/study/offline" className={buttonClass('plain', 'small')}>
        <Ring value={download.percent} label="离线保存的进度" size={20}>
          {' '}
        </Ring>
        {download.percent}%
      </a>
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
      {download ? '继续保存' : '离线保存'}
    </Button>
  )
}
