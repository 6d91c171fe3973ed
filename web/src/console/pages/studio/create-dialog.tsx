import type { CurriculumKind } from '@dxx/contract/shapes'
import FileUp from 'lucide-react/icons/file-up'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { ApiError } from '../../../api/error'
import { toast } from '../../../state/flash'
import { useStaffAction, useStaffCall } from '../../api/hooks'
import { useSignedInStaff } from '../../frame/me'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { SelectField, TextField } from '../../kit/fields'
import { importContentFile, importEndings, kindOfFile } from './import-content'
import { kindNames } from './kinds'

const slugOf = (title: string) =>
  title
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)

/** Creates a curriculum that has only a draft. */
export function CreateContentDialog({ onClose }: { onClose(): void }) {
  const [, go] = useLocation()
  const me = useSignedInStaff()
  const { data } = useStaffCall('GET /staff/v1/studio_subjects', {}, { staleTime: 300_000 })
  const [kind, setKind] = useState<CurriculumKind>('textbook')
  const [title, setTitle] = useState('')
  const [slug, setSlug] = useState('')
  const [subject, setSubject] = useState('')
  const [author, setAuthor] = useState(me.person.nickname)
  const [error, setError] = useState('')
  const create = useStaffAction('POST /staff/v1/studio_create', {
    changes: ['GET /staff/v1/studio_list'],
    onDone: ({ id }) => void fill(id),
    onError: ({ msg }) => setError(msg),
  })
  const [file, setFile] = useState<File | null>(null)
  const [percent, setPercent] = useState<number | null>(null)

  /** Reads the chosen file into the new draft, then opens the draft. A failed upload can be repeated there. */
  async function fill(id: string) {
    try {
      if (file) await importContentFile(id, file, null, (share) => setPercent(Math.round(share * 100)))
    } catch (reason) {
      if (!(reason instanceof ApiError)) throw reason
      toast(`文件没有读入：${reason.msg}`)
    }
    go(`/studio/${id}`)
  }

  function take(chosen: File) {
    setFile(chosen)
    const fileKind = kindOfFile(chosen.name)
    if (fileKind) setKind(fileKind)
    if (title === '') setTitle(chosen.name.replace(/\.\w+$/, '').slice(0, 100))
  }

  const [fallback] = useState(() => Date.now().toString(36))
  const name = slug || slugOf(title) || (title.trim() === '' ? '' : `${kind}-${fallback}`)
  const isValid = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)
  const chosen = subject || (data?.subjects[0]?.slug ?? '')
  return (
    <Dialog
      open
      onClose={onClose}
      title="新建内容"
      note="先是草稿，学生在发布以后才看得到"
      actions={
        <>
          <ConsoleButton onClick={onClose}>取消</ConsoleButton>
          <ConsoleButton
            kind="primary"
            disabled={title.trim() === '' || !isValid || chosen === ''}
            loading={create.running || percent !== null}
            onClick={() =>
              void create.run({ kind, title: title.trim(), slug: name, subject: chosen, author: author.trim() })
            }
          >
            新建
          </ConsoleButton>
        </>
      }
    >
      <div className="grid gap-3 desk:grid-cols-2">
        <SelectField
          label="类别"
          value={kind}
          onChange={(next) => setKind(next as CurriculumKind)}
          options={(Object.keys(kindNames) as CurriculumKind[]).map((one) => ({ value: one, label: kindNames[one] }))}
        />
        <SelectField
          label="学科"
          value={chosen}
          onChange={setSubject}
          options={(data?.subjects ?? []).map((one) => ({ value: one.slug, label: one.name }))}
        />
        <div className="desk:col-span-2">
          <TextField label="标题" value={title} maxLength={100} onChange={setTitle} data-autofocus />
        </div>
        <TextField
          label="标识"
          value={name}
          onChange={(next) => {
            setSlug(next.toLowerCase())
            setError('')
          }}
          error={error || (name !== '' && !isValid ? '只能用小写字母、数字和连字符' : undefined)}
          hint="自动取的，可以改成好认的，如 data-structures；新建以后不能改"
        />
        {kind !== 'course' && <TextField label="作者" value={author} maxLength={100} onChange={setAuthor} />}
        <FilePart file={file} percent={percent} onPick={take} onDrop={() => setFile(null)} />
      </div>
    </Dialog>
  )
}

interface FilePartProps {
  file: File | null
  /** Share of the upload; null before it starts. */
  percent: number | null
  onPick(file: File): void
  onDrop(): void
}

/** A file that fills the new draft. */
function FilePart({ file, percent, onPick, onDrop }: FilePartProps) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-wrap items-center gap-2 desk:col-span-2">
      <ConsoleButton kind="line" size="small" icon={<FileUp size={15} />} onClick={() => picker.current?.click()}>
        {file ? '换一个文件' : '从文件新建'}
      </ConsoleButton>
      <span className="min-w-0 flex-1 truncate text-12 text-ink-3" role="status">
        {percent !== null
          ? `正在上传 ${percent}%，断了会接着传`
          : (file?.name ?? '可以不选；EPUB、Word、Jupyter、Markdown，或内容文件夹的压缩包')}
      </span>
      {file && percent === null && (
        <ConsoleButton kind="quiet" size="small" onClick={onDrop}>
          不用文件
        </ConsoleButton>
      )}
      <input
        ref={picker}
        type="file"
        aria-label="从文件新建"
        accept={[...new Set(Object.values(importEndings).join(',').split(','))].join(',')}
        hidden
        onChange={(event) => {
          const [chosen] = event.target.files ?? []
          if (chosen) onPick(chosen)
          event.target.value = ''
        }}
      />
    </div>
  )
}
