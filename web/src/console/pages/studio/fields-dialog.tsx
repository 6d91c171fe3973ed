import type { StudioItem } from '@dxx/contract/calls/staff/studio-shapes'
import { useState } from 'react'
import { useStaffAction, useStaffCall } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { SelectField, TextArea, TextField } from '../../kit/fields'

/** Title, author and introduction of a curriculum. The price is set on the shelf page. */
export function FieldsDialog({ item, onClose }: { item: StudioItem; onClose(): void }) {
  const { data } = useStaffCall('GET /staff/v1/studio_subjects', {}, { staleTime: 300_000 })
  const [fields, setFields] = useState(item.fields)
  const [tags, setTags] = useState(item.fields.tags.join('，'))
  const set = (changed: Partial<typeof fields>) => setFields({ ...fields, ...changed })
  const save = useStaffAction('POST /staff/v1/studio_tree', {
    changes: ['GET /staff/v1/studio_open', 'GET /staff/v1/studio_list'],
    onDone: onClose,
  })
  const list = tags
    .split(/[,，、]/)
    .map((tag) => tag.trim())
    .filter(Boolean)
  const isCourse = item.kind === 'course'
  const teachers = data?.teachers.map((one) => ({ value: one.slug, label: one.name })) ?? []
  return (
    <Dialog
      open
      onClose={onClose}
      title="基本信息"
      note="存进草稿，发布后生效；价格和上架在上架页改"
      actions={
        <>
          <ConsoleButton onClick={onClose}>取消</ConsoleButton>
          <ConsoleButton
            kind="primary"
            disabled={fields.title.trim() === ''}
            loading={save.running}
            onClick={() => {
              const { teacher, author, ...rest } = fields
              const who = isCourse ? { teacher } : { author }
              void save.run({ id: item.id, change: { op: 'fields', fields: { ...rest, ...who, tags: list } } })
            }}
          >
            保存
          </ConsoleButton>
        </>
      }
    >
      <div className="grid gap-3 desk:grid-cols-2">
        <div className="desk:col-span-2">
          <TextField label="标题" value={fields.title} maxLength={100} onChange={(title) => set({ title })} />
        </div>
        <TextField label="副标题" value={fields.subtitle} maxLength={200} onChange={(subtitle) => set({ subtitle })} />
        <SelectField
          label="学科"
          value={fields.subject}
          onChange={(subject) => set({ subject })}
          options={(data?.subjects ?? []).map((one) => ({ value: one.slug, label: one.name }))}
        />
        {isCourse ? (
          <SelectField
            label="教师"
            value={fields.teacher}
            onChange={(teacher) => set({ teacher })}
            options={teachers}
          />
        ) : (
          <TextField label="作者" value={fields.author} maxLength={100} onChange={(author) => set({ author })} />
        )}
        <TextField label="标签" hint="用逗号分开" value={tags} onChange={setTags} />
        <div className="desk:col-span-2">
          <TextArea
            label="一句话介绍"
            value={fields.summary}
            maxLength={500}
            onChange={(summary) => set({ summary })}
          />
        </div>
      </div>
    </Dialog>
  )
}
