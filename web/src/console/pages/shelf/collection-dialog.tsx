import type { ItemBrief } from '@dxx/contract/calls/staff/coupons'
import type { Collection } from '@dxx/contract/calls/staff/shelf'
import { useState } from 'react'
import { toast } from '../../../state/flash'
import { useStaffAction } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { SelectField, TextField } from '../../kit/fields'
import { ItemPicker, kindNames } from '../coupons/item-picker'
import { SortableList } from './sortable-list'

const kinds = Object.entries(kindNames).map(([value, label]) => ({ value, label }))

/** Creates or changes a section of the home page. All of its items have one kind. */
export function CollectionDialog({ collection, onClose }: { collection: Collection | null; onClose(): void }) {
  const [title, setTitle] = useState(collection?.title ?? '')
  const [note, setNote] = useState(collection?.note ?? '')
  const [kind, setKind] = useState<ItemBrief['kind']>(collection?.kind ?? 'course')
  const [items, setItems] = useState<ItemBrief[]>(collection?.items ?? [])
  const [tried, setTried] = useState(false)
  const save = useStaffAction('POST /staff/v1/collection_save', {
    changes: ['GET /staff/v1/collection_list'],
    onDone: (_, { published }) => {
      toast(published ? '已保存，首页 30 秒内显示' : '已保存，没有显示')
      onClose()
    },
  })
  const submit = (published: boolean) => {
    setTried(true)
    if (title.trim() && items.length > 0)
      void save.run({ id: collection?.id, kind, title, note, published, items: items.map(({ id }) => id) })
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={collection ? '修改专题' : '新建专题'}
      actions={
        <>
          <ConsoleButton onClick={() => submit(false)} loading={save.running}>
            保存，先不显示
          </ConsoleButton>
          <ConsoleButton kind="amber" onClick={() => submit(true)} loading={save.running}>
            保存并显示在首页
          </ConsoleButton>
        </>
      }
    >
      <div className="grid gap-3 pt-1 desk:grid-cols-3">
        <TextField
          label="名称"
          maxLength={20}
          value={title}
          onChange={setTitle}
          error={tried && !title.trim() ? '请填写名称' : undefined}
        />
        <TextField label="说明（可不填）" maxLength={20} value={note} onChange={setNote} />
        <SelectField
          label="种类"
          value={kind}
          onChange={(next) => {
            setKind(next as ItemBrief['kind'])
            setItems([])
          }}
          options={kinds}
        />
        <div className="desk:col-span-3">
          <SortableList
            label="内容"
            items={items}
            keyOf={({ id }) => id}
            nameOf={(item) => item.title}
            onChange={setItems}
            canRemove
          />
          <ItemPicker
            label="内容"
            hint={`最多 12 项，现在 ${items.length} 项`}
            call="GET /staff/v1/shelf_items"
            kind={kind}
            items={items}
            onChange={(next) => setItems(next.slice(0, 12))}
            error={tried && items.length === 0 ? '请至少选 1 项内容' : undefined}
            isListed
          />
        </div>
      </div>
    </Dialog>
  )
}
