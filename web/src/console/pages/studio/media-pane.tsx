import type { StudioItem, TreeNode } from '@dxx/contract/calls/staff/studio-shapes'
import Captions from 'lucide-react/icons/captions'
import Video from 'lucide-react/icons/video'
import { useRef, useState } from 'react'
import { ApiError } from '../../../api/error'
import { toast } from '../../../state/flash'
import { useStaffAction } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { offerUndo } from '../../kit/undo'
import { MaterialsLine } from './materials-line'
import { readSubtitleFile, setSubtitles, UnreadableSubtitles } from './subtitles/add-subtitles'
import { useContentUpload } from './use-content-upload'

interface MediaPaneProps {
  item: StudioItem
  node: TreeNode
  onEditSubtitles(): void
}

/** Video, subtitles and files of a lesson. */
export function MediaPane({ item, node, onEditSubtitles }: MediaPaneProps) {
  return (
    <div className="flex flex-col divide-y divide-line rounded-card bg-card">
      <VideoLine item={item} node={node} />
      <SubtitlesLine item={item} node={node} onEdit={onEditSubtitles} />
      <MaterialsLine item={item} node={node} />
    </div>
  )
}

/** Classes of one line of the pane. */
const line = 'flex flex-wrap items-center gap-2.5 px-4 py-2.5'

function SubtitlesLine({ item, node, onEdit }: { item: StudioItem; node: TreeNode; onEdit(): void }) {
  const picker = useRef<HTMLInputElement>(null)
  const [running, setRunning] = useState(false)
  const save = useStaffAction('POST /staff/v1/studio_tree', { changes: ['GET /staff/v1/studio_open'] })

  async function put(file?: File) {
    try {
      setRunning(true)
      const text = file && (await readSubtitleFile(file))
      const restore = await setSubtitles(item, node, text)
      if (restore) offerUndo('已换成新的字幕', restore)
      if (!file) onEdit()
    } catch (error) {
      if (error instanceof UnreadableSubtitles) toast(error.message)
      else if (!(error instanceof ApiError)) throw error
      else if (!error.shown) toast(error.msg)
    } finally {
      setRunning(false)
    }
  }

  const isOther = node.subtitles !== null && !node.subtitles.endsWith('.vtt')
  return (
    <section aria-label="字幕文件" className={line}>
      <Captions size={16} className="text-ink-3" />
      <span className="min-w-0 flex-1 truncate">
        {node.subtitles ?? '这一课还没有字幕'}
        {isOther && '（播放器只读 .vtt，请重新上传，会自动转换）'}
      </span>
      <ConsoleButton kind="line" size="small" loading={running} onClick={() => picker.current?.click()}>
        上传 .vtt 或 .srt
      </ConsoleButton>
      {!isOther && (
        <ConsoleButton size="small" loading={running} onClick={() => (node.subtitles ? onEdit() : void put())}>
          {node.subtitles ? '编辑字幕' : '写字幕'}
        </ConsoleButton>
      )}
      {node.subtitles && (
        <ConsoleButton
          kind="danger"
          size="small"
          loading={save.running}
          onClick={() => {
            const before = node.subtitles
            const change = { op: 'media' as const, slug: node.slug }
            void save.run({ id: item.id, change: { ...change, subtitles: null } }).then((done) => {
              if (done)
                offerUndo('已去掉字幕', () => void save.run({ id: item.id, change: { ...change, subtitles: before } }))
            })
          }}
        >
          去掉字幕
        </ConsoleButton>
      )}
      <input
        ref={picker}
        type="file"
        aria-label="字幕文件"
        accept=".vtt,.srt"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) void put(file)
          event.target.value = ''
        }}
      />
    </section>
  )
}

function VideoLine({ item, node }: { item: StudioItem; node: TreeNode }) {
  const picker = useRef<HTMLInputElement>(null)
  // Stays until the next upload: staff may not look at the page, or at this lesson, when a long upload ends.
  const [failure, setFailure] = useState({ slug: '', text: '' })
  const refuse = (text: string) => setFailure({ slug: node.slug, text })
  const { percent, run } = useContentUpload(item.id, (error) => !error.shown && refuse(error.msg))
  const save = useStaffAction('POST /staff/v1/studio_tree', { changes: ['GET /staff/v1/studio_open'] })
  const convert = useStaffAction('POST /staff/v1/studio_video_convert', { changes: ['GET /staff/v1/studio_open'] })
  const isFile = node.video !== null && /\.\w+$/.test(node.video)
  const isBusy = item.tasks.some(
    ({ kind, name, state }) => kind === 'video' && name === node.video && (state === 'waiting' || state === 'running'),
  )

  const add = (file: File) =>
    run(async (upload) => {
      refuse('')
      const { path, kind, notes } = await upload(file)
      if (kind !== 'video') return refuse(`${file.name} 不是视频`)
      for (const note of notes) toast(note)
      await save.run({ id: item.id, change: { op: 'media', slug: node.slug, video: path } })
      if (item.canConvert && path.endsWith('.mp4')) await convert.run({ id: item.id, slug: node.slug })
    })

  return (
    <section aria-label="视频" className={line}>
      <Video size={16} className="text-ink-3" />
      <span className="min-w-0 flex-1 truncate">
        {node.video ?? '这一课还没有视频'}
        {node.video && !isFile && <span className="text-ink-3">（多种清晰度）</span>}
        {isFile && !item.canConvert && <span className="text-ink-3">（服务器没有 ffmpeg，按原样播放）</span>}
      </span>
      {percent !== null && (
        <span role="status" className="text-12 text-ink-3">
          正在上传 {percent}%，断了会接着传
        </span>
      )}
      {failure.text && failure.slug === node.slug && (
        <span role="alert" className="text-12 text-danger">
          {failure.text}
        </span>
      )}
      {isFile && item.canConvert && node.video?.endsWith('.mp4') && !isBusy && (
        <ConsoleButton
          size="small"
          loading={convert.running}
          onClick={() => void convert.run({ id: item.id, slug: node.slug })}
        >
          转成两种清晰度
        </ConsoleButton>
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
