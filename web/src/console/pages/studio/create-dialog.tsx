import type { CurriculumKind } from '@dxx/contract/shapes'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useStaffAction, useStaffCall } from '../../api/hooks'
import { useSignedInStaff } from '../../frame/me'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { SelectField, TextField } from '../../kit/fields'
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
    onDone: ({ id }) => go(`/studio/${id}`),
    onError: ({ msg }) => setError(msg),
  })
  const name = slug || slugOf(title)
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
            loading={create.running}
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
          hint="用在网址和文件名里，以后不能改"
        />
        {kind !== 'course' && <TextField label="作者" value={author} maxLength={100} onChange={setAuthor} />}
      </div>
    </Dialog>
  )
}
