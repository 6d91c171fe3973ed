import { useState } from 'react'
import { useLocation } from 'wouter'
import { useStaffAction, useStaffCall } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { SelectField, TextField } from '../../kit/fields'

/** Creates an article or a help page that has only a draft. */
export function CreateTextDialog({ section, onClose }: { section: 'articles' | 'help'; onClose(): void }) {
  const [, go] = useLocation()
  const isHelp = section === 'help'
  const { data } = useStaffCall('GET /staff/v1/help_categories', {}, { enabled: isHelp, staleTime: 60_000 })
  const [title, setTitle] = useState('')
  const [category, setCategory] = useState('')
  const [error, setError] = useState('')
  const create = useStaffAction('POST /staff/v1/site_text_create', {
    changes: ['GET /staff/v1/site_text_list'],
    onDone: ({ slug }) => go(`/site/${section}/${slug}`),
    onError: ({ msg }) => setError(msg),
  })
  const chosen = category || (data?.list[0]?.slug ?? '')
  const isReady = title.trim() !== '' && (!isHelp || chosen !== '')
  const submit = () => {
    if (isReady) void create.run({ section, title: title.trim(), category: isHelp ? chosen : '' })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={isHelp ? '新建帮助' : '新建文章'}
      note="先是草稿，学生在发布以后才看得到"
      actions={
        <>
          <ConsoleButton onClick={onClose}>取消</ConsoleButton>
          <ConsoleButton kind="primary" disabled={!isReady} loading={create.running} onClick={submit}>
            新建
          </ConsoleButton>
        </>
      }
    >
      <div className="space-y-3">
        <TextField label="标题" maxLength={60} value={title} onChange={setTitle} error={error || undefined} autoFocus />
        {isHelp && (
          <SelectField
            label="分类"
            value={chosen}
            onChange={setCategory}
            options={(data?.list ?? []).map(({ slug, title: name }) => ({ value: slug, label: name }))}
            hint={data?.list.length === 0 ? '还没有分类，请先导入一个带帮助分类的内容文件夹' : undefined}
          />
        )}
      </div>
    </Dialog>
  )
}
