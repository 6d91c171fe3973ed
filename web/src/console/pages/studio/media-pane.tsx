import type { StudioItem, TreeNode } from '@dxx/contract/calls/staff/studio'
import Video from 'lucide-react/icons/video'
import { useRef, useState } from 'react'
import { ApiError } from '../../../api/error'
import { toast } from '../../../state/flash'
import { useStaffAction } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { uploadContentFile } from './upload-content'

/** Video and subtitles of a lesson. */
export function MediaPane({ item, node }: { item: StudioItem; node: TreeNode }) {
  const picker = useRef<HTMLInputElement>(null)
  const [percent, setPercent] = useState<number | null>(null)
  const save = useStaffAction('POST /staff/v1/studio_tree', { changes: ['GET /staff/v1/studio_open'] })

  async function add(file: File) {
    try {
      setPercent(0)
      const { path, kind, notes } = await uploadContentFile(item.id, file, (share) =>
        setPercent(Math.round(share * 100)),
      )
      if (kind !== 'video') return toast(`${file.name} 不是视频`)
      for (const note of notes) toast(note)
      await save.run({ id: item.id, change: { op: 'media', slug: node.slug, video: path } })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!error.shown) toast(error.msg)
    } finally {
      setPercent(null)
    }
  }

  return (
    <section aria-label="视频" className="flex flex-wrap items-center gap-2.5 rounded-card bg-card px-4 py-2.5">
      <Video size={16} className="text-ink-3" />
      <span className="min-w-0 flex-1 truncate">{node.video ?? '这一课还没有视频'}</span>
      {percent !== null && (
        <span role="status" className="text-12 text-ink-3">
          正在上传 {percent}%，断了会接着传
        </span>
      )}
      <ConsoleButton kind="line" size="small" loading={percent !== null} onClick={() => picker.current?.click()}>
        {node.video ? '换视频' : '上传视频'}
      </ConsoleButton>
      {node.video && node.path && (
        <ConsoleButton
          kind="danger"
          size="small"
          loading={save.running}
          onClick={() => void save.run({ id: item.id, change: { op: 'media', slug: node.slug, video: null } })}
        >
          去掉视频
        </ConsoleButton>
      )}
      <input
        ref={picker}
        type="file"
        accept="video/mp4,video/webm"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) void add(file)
          event.target.value = ''
        }}
      />
    </section>
  )
}
