import type { StudioItem, TreeNode } from '@dxx/contract/calls/staff/studio-shapes'
import Paperclip from 'lucide-react/icons/paperclip'
import { useRef, useState } from 'react'
import { toast } from '../../../state/flash'
import { useStaffAction } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { offerUndo } from '../../kit/undo'
import { useContentUpload } from './use-content-upload'

type Materials = TreeNode['materials']

/** 资料 of a lesson, which students download beside the video: uploading, naming and removing them. */
export function MaterialsLine({ item, node }: { item: StudioItem; node: TreeNode }) {
  const picker = useRef<HTMLInputElement>(null)
  const { percent, run } = useContentUpload(item.id)
  const save = useStaffAction('POST /staff/v1/studio_tree', { changes: ['GET /staff/v1/studio_open'] })
  const { slug, materials } = node
  // The list may change during an upload, which needs the newest one.
  const latest = useRef(materials)
  latest.current = materials
  const put = (next: Materials) => save.run({ id: item.id, change: { op: 'materials', slug, materials: next } })

  async function add(files: File[]) {
    const added: Materials = []
    try {
      await run(async (upload) => {
        for (const file of files) {
          const { path, notes } = await upload(file)
          for (const note of notes) toast(note)
          added.push({ title: file.name.replace(/\.\w+$/, '').slice(0, 100) || '资料', file: path })
        }
      })
    } finally {
      if (added.length > 0) void put([...latest.current, ...added])
    }
  }

  return (
    <section aria-label="资料" className="px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-2.5">
        <Paperclip size={16} className="text-ink-3" />
        <span className="min-w-0 flex-1 truncate">
          {materials.length === 0 ? '这一课还没有资料（课件、数据、代码）' : `资料 ${materials.length} 份`}
        </span>
        {percent !== null && (
          <span role="status" className="text-12 text-ink-3">
            正在上传 {percent}%，断了会接着传
          </span>
        )}
        <ConsoleButton kind="line" size="small" loading={percent !== null} onClick={() => picker.current?.click()}>
          上传资料
        </ConsoleButton>
      </div>
      {materials.length > 0 && (
        <ul className="mt-1 pl-6.5">
          {materials.map((one) => (
            <li key={one.file} className="flex items-center gap-2">
              <MaterialTitle
                key={one.title}
                title={one.title}
                onChange={(title) => void put(materials.map((other) => (other === one ? { ...one, title } : other)))}
              />
              <span className="truncate text-12 text-ink-3">{one.file}</span>
              <ConsoleButton
                kind="danger"
                size="small"
                onClick={() => {
                  void put(materials.filter((other) => other !== one)).then(
                    (done) => done && offerUndo(`已去掉“${one.title}”`, () => void put(materials)),
                  )
                }}
              >
                去掉
              </ConsoleButton>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={picker}
        type="file"
        aria-label="资料文件"
        multiple
        hidden
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          if (files.length > 0) void add(files)
          event.target.value = ''
        }}
      />
    </section>
  )
}

function MaterialTitle({ title, onChange }: { title: string; onChange(title: string): void }) {
  const [text, setText] = useState(title)
  const keep = () => {
    const name = text.trim()
    if (name === '') setText(title)
    else if (name !== title) onChange(name)
  }
  return (
    <input
      aria-label={`${title} 的标题`}
      value={text}
      maxLength={100}
      onChange={(event) => setText(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) keep()
      }}
      className="min-h-11 min-w-32 flex-1 truncate rounded-item px-1 hover:bg-fill focus:bg-fill desk:min-h-8"
    />
  )
}
