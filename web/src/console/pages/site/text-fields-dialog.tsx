import type { SiteText } from '@dxx/contract/calls/staff/site-texts'
import { useState } from 'react'
import { toast } from '../../../state/flash'
import { useStaffAction } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { SelectField, TextArea, TextField } from '../../kit/fields'
import { TimeField } from '../../kit/time-field'

/** Title, summary and time of an article; title and category of a help page. They change the draft. */
export function TextFieldsDialog({ text, onClose }: { text: SiteText; onClose(): void }) {
  const { section, slug, fields, fieldsHash, categories } = text
  const [title, setTitle] = useState(fields.title)
  const [summary, setSummary] = useState(fields.summary)
  const [publishedAt, setPublishedAt] = useState(fields.publishedAt)
  const [category, setCategory] = useState(fields.category)
  const [error, setError] = useState('')
  const save = useStaffAction('POST /staff/v1/site_text_fields', {
    changes: ['GET /staff/v1/site_text_open', 'GET /staff/v1/site_text_list'],
    onDone: () => {
      toast('已存进草稿')
      onClose()
    },
    onError: ({ msg }) => setError(msg),
  })
  const submit = () => {
    if (title.trim() === '') setError('请填写标题')
    else
      void save.run({
        section,
        slug,
        base: fieldsHash,
        fields: { title: title.trim(), summary, publishedAt, category },
      })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={section === 'help' ? '标题和分类' : '标题和时间'}
      note="先存进草稿，发布后生效"
      actions={
        <>
          <ConsoleButton onClick={onClose}>取消</ConsoleButton>
          <ConsoleButton kind="primary" loading={save.running} onClick={submit}>
            存进草稿
          </ConsoleButton>
        </>
      }
    >
      <div className="space-y-3">
        <TextField label="标题" maxLength={60} value={title} onChange={setTitle} error={error || undefined} />
        {section === 'help' ? (
          <SelectField
            label="分类"
            value={category}
            onChange={setCategory}
            options={categories.map(({ slug: value, title: label }) => ({ value, label }))}
          />
        ) : (
          <>
            <TextArea label="摘要（可不填，显示在列表里）" maxLength={200} value={summary} onChange={setSummary} />
            <TimeField
              label="显示的时间（不填为发布的时候）"
              value={publishedAt}
              onChange={setPublishedAt}
              hint="填以后的时间，到时候学生才看得到"
            />
          </>
        )}
      </div>
    </Dialog>
  )
}
