import type { StudioItem } from '@dxx/contract/calls/staff/studio-shapes'
import Upload from 'lucide-react/icons/upload'
import { useRef, useState } from 'react'
import { toast } from '../../../state/flash'
import { useStaffAction } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { TextField } from '../../kit/fields'
import { offerUndo } from '../../kit/undo'
import { addResource, freeSlug } from './add-resource'
import { useContentUpload } from './use-content-upload'

const kinds = { video: '视频', audio: '音频', file: '文件', link: '链接' } as const

/** 资源 of a textbook: their names in the text, and new ones by upload or URL. */
export function ResourcesDialog({ item, onClose }: { item: StudioItem; onClose(): void }) {
  const picker = useRef<HTMLInputElement>(null)
  const { percent, run } = useContentUpload(item.id)
  const [url, setUrl] = useState('')
  const save = useStaffAction('POST /staff/v1/studio_tree', { changes: ['GET /staff/v1/studio_open'] })

  const add = (file: File) =>
    run(async (upload) => {
      const uploaded = await upload(file)
      for (const note of uploaded.notes) toast(note)
      await addResource(item, file, uploaded)
    })

  return (
    <Dialog open onClose={onClose} wide title="资源" note="在正文里用 / 插入；每个资源都有自己的二维码">
      <ul className="divide-y divide-line">
        {item.resources.length === 0 && <li className="py-2 text-ink-3">还没有资源：视频、音频、课件、网址都可以</li>}
        {item.resources.map((one) => (
          <ResourceRow key={one.slug} item={item} resource={one} />
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap items-end gap-2">
        <ConsoleButton
          kind="primary"
          icon={<Upload size={16} />}
          loading={percent !== null}
          onClick={() => picker.current?.click()}
        >
          上传文件、音频或视频
        </ConsoleButton>
        {percent !== null && (
          <span role="status" className="self-center text-ink-3">
            {percent}%，断了会接着传
          </span>
        )}
        <input
          ref={picker}
          type="file"
          hidden
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (file) void add(file)
            event.target.value = ''
          }}
        />
        <span className="min-w-60 flex-1">
          <TextField label="或者一个网址" value={url} placeholder="https://" onChange={setUrl} />
        </span>
        <ConsoleButton
          disabled={!/^https?:\/\/\S+$/.test(url) || !URL.canParse(url)}
          loading={save.running}
          onClick={() => {
            const { hostname } = new URL(url)
            const slug = freeSlug(
              hostname.replaceAll('.', '-'),
              item.resources.map((one) => one.slug),
            )
            const change = { op: 'resource' as const, slug, title: hostname, kind: 'link' as const, path: null, url }
            void save.run({ id: item.id, change }).then((done) => done && setUrl(''))
          }}
        >
          添加链接
        </ConsoleButton>
      </div>
    </Dialog>
  )
}

type Resource = StudioItem['resources'][number]

/** One resource: its title, which students see, can be edited in place. */
function ResourceRow({ item, resource }: { item: StudioItem; resource: Resource }) {
  const { slug, kind, path, url } = resource
  const [title, setTitle] = useState(resource.title)
  const changes = ['GET /staff/v1/studio_open'] as const
  const rename = useStaffAction('POST /staff/v1/studio_tree', { changes: [...changes] })
  const restore = useStaffAction('POST /staff/v1/studio_save', { changes: [...changes] })
  const remove = useStaffAction('POST /staff/v1/studio_tree', {
    changes: [...changes],
    onDone: ({ undo }) =>
      offerUndo(`已移除“${resource.title}”，发布后生效`, () => void restore.run({ id: item.id, ...undo })),
  })
  const convert = useStaffAction('POST /staff/v1/studio_video_convert', { changes: [...changes] })
  const task = item.tasks.find((one) => one.kind === 'video' && one.name === path)
  const isBusy = task?.state === 'waiting' || task?.state === 'running'
  const keep = () => {
    const name = title.trim()
    if (name === '') setTitle(resource.title)
    else if (name !== resource.title)
      void rename.run({ id: item.id, change: { op: 'resource', ...resource, title: name } })
  }
  return (
    <li className="flex flex-wrap items-center gap-2 py-2">
      <span className="min-w-48 flex-1">
        <input
          aria-label={`${resource.title} 的标题`}
          value={title}
          maxLength={100}
          onChange={(event) => setTitle(event.target.value)}
          onBlur={keep}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) keep()
          }}
          className="block w-full truncate rounded-item font-semibold hover:bg-fill focus:bg-fill"
        />
        <span className="block truncate text-12 text-ink-3">
          {kinds[kind]} · @[resource]({slug}) · {path ?? url}
          {kind === 'video' && path && !/\.\w+$/.test(path) && ' · 多种清晰度'}
          {kind === 'video' && path?.endsWith('.mp4') && !item.canConvert && ' · 服务器没有 ffmpeg，按原样播放'}
          {isBusy && ` · 正在转换 ${task.progress}`}
        </span>
      </span>
      {kind === 'video' && path?.endsWith('.mp4') && item.canConvert && !isBusy && (
        <ConsoleButton size="small" loading={convert.running} onClick={() => void convert.run({ id: item.id, slug })}>
          转成两种清晰度
        </ConsoleButton>
      )}
      <ConsoleButton
        kind="danger"
        size="small"
        loading={remove.running}
        onClick={() => void remove.run({ id: item.id, change: { op: 'remove-resource', slug } })}
      >
        移除
      </ConsoleButton>
    </li>
  )
}
