import type { StudioItem } from '@dxx/contract/calls/staff/studio-shapes'
import { useState } from 'react'
import { useStaffAction, useStaffCall } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { SelectField, TextArea, TextField } from '../../kit/fields'
import { CoverField } from './cover-field'

interface FieldsDialogProps {
  item: StudioItem
  onClose(): void
  /** Opens the introduction in the editor. */
  onIntro(): void
}

/** Title, author, cover and introduction of a curriculum. The price is set on the shelf page. */
export function FieldsDialog({ item, onClose, onIntro }: FieldsDialogProps) {
  const { data } = useStaffCall('GET /staff/v1/studio_subjects', {}, { staleTime: 300_000 })
  const [first] = useState(item.fields)
  const [fields, setFields] = useState(first)
  const [tags, setTags] = useState(item.fields.tags.join('，'))
  const set = (changed: Partial<typeof fields>) => setFields({ ...fields, ...changed })
  const save = useStaffAction('POST /staff/v1/studio_tree', {
    changes: ['GET /staff/v1/studio_open', 'GET /staff/v1/studio_list'],
    onDone: onClose,
  })
  const addIntro = useStaffAction('POST /staff/v1/studio_tree', {
    changes: ['GET /staff/v1/studio_open'],
    onDone: onIntro,
  })
  const list = tags
    .split(/[,，、]/)
    .map((tag) => tag.trim())
    .filter(Boolean)
  const isCourse = item.kind === 'course'
  const put = (action: typeof save, done: () => void, intro: string) => {
    const typed = typedFields(item.kind, first, { ...fields, tags: list, intro })
    if (Object.keys(typed).length === 0) done()
    else void action.run({ id: item.id, change: { op: 'fields', fields: typed } })
  }
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
            onClick={() => put(save, onClose, first.intro)}
          >
            保存
          </ConsoleButton>
        </>
      }
    >
      <div className="grid gap-3 desk:grid-cols-2">
        <CoverField
          item={item}
          title={fields.title}
          subject={fields.subject}
          value={fields.cover}
          onChange={(cover) => set({ cover })}
        />
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
        <IntroRow
          isNew={item.fields.intro === ''}
          disabled={fields.title.trim() === ''}
          loading={addIntro.running}
          onClick={() => put(addIntro, onIntro, first.intro || 'intro.md')}
        />
      </div>
    </Dialog>
  )
}

interface IntroRowProps {
  isNew: boolean
  disabled: boolean
  loading: boolean
  onClick(): void
}

/** Row that opens the introduction, which is edited as a text of its own. */
const IntroRow = ({ isNew, ...button }: IntroRowProps) => (
  <div className="flex flex-wrap items-center gap-2.5 desk:col-span-2">
    <span className="mr-auto text-12 text-ink-3">详细介绍：详情页里购买之前看到的，可以有小标题和图片</span>
    <ConsoleButton kind="line" size="small" {...button}>
      {isNew ? '写详细介绍' : '编辑详细介绍'}
    </ConsoleButton>
  </div>
)

type Fields = StudioItem['fields']

/** Returns only the fields that were typed, so that a field which another editor changed meanwhile stays. */
function typedFields(kind: StudioItem['kind'], first: Fields, { teacher, author, ...rest }: Fields): Partial<Fields> {
  const next = { ...rest, ...(kind === 'course' ? { teacher } : { author }) }
  return Object.fromEntries(
    Object.entries(next).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(first[name as keyof Fields]),
    ),
  ) as Partial<Fields>
}
