import type { ItemBrief } from '@dxx/contract/calls/staff/coupons'
import { formatDate } from '@dxx/contract/rules/time-from'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import type { StaffData } from '../../api/client'
import { useStaffAction } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Confirm } from '../../kit/confirm'
import { csvText } from '../../kit/csv'
import { Dialog } from '../../kit/dialog'
import { TextField } from '../../kit/fields'
import { saveText } from '../../kit/save-text'
import { TimeField } from '../../kit/time-field'
import { ItemPicker } from './item-picker'

type Made = StaffData<'POST /staff/v1/code_batch_create'>

/** Creates a batch of exchange codes and shows the codes, which cannot be read again. */
export function CodeDialog({ onClose }: { onClose(): void }) {
  // The server creates a batch of this id once, also if the request is repeated.
  const [id] = useState(() => crypto.randomUUID())
  const [title, setTitle] = useState('')
  const [count, setCount] = useState('50')
  const [expiresAt, setExpiresAt] = useState<number | null>(() => Math.floor(Date.now() / 60_000) * 60 + 180 * 86_400)
  const [items, setItems] = useState<ItemBrief[]>([])
  const [tried, setTried] = useState(false)
  const [made, setMade] = useState<Made | null>(null)
  const create = useStaffAction('POST /staff/v1/code_batch_create', {
    changes: ['GET /staff/v1/code_batch_list'],
    onDone: setMade,
  })
  const number = /^\d{1,5}$/.test(count.trim()) ? Number(count) : 0
  const isCount = number >= 1 && number <= 10_000
  const submit = () => {
    setTried(true)
    if (title.trim() && isCount && expiresAt !== null && items.length > 0)
      void create.run({ id, title: title.trim(), count: number, expiresAt, items: items.map((item) => item.id) })
  }
  if (made) return <Codes made={made} title={title} expiresAt={expiresAt ?? 0} onClose={onClose} />
  return (
    <Dialog
      open
      onClose={onClose}
      title="生成兑换码"
      note="一个码开通一次，码只在生成后显示这一次"
      actions={
        <>
          <ConsoleButton onClick={onClose}>取消</ConsoleButton>
          <ConsoleButton kind="amber" loading={create.running} onClick={submit}>
            {isCount ? `生成 ${number} 个码` : '生成'}
          </ConsoleButton>
        </>
      }
    >
      <div className="grid gap-3 pt-1">
        <TextField
          label="名称（学生兑换时看得到）"
          maxLength={40}
          value={title}
          onChange={setTitle}
          error={tried && !title.trim() ? '请填写名称' : undefined}
        />
        <div className="grid gap-3 desk:grid-cols-2">
          <TextField
            label="数量（个）"
            inputMode="numeric"
            value={count}
            onChange={setCount}
            error={tried && !isCount ? '请填写 1 到 10000' : undefined}
          />
          <TimeField
            label="到期"
            value={expiresAt}
            onChange={setExpiresAt}
            error={tried && expiresAt === null ? '请选择到期时间' : undefined}
          />
        </div>
        <ItemPicker
          label="开通内容"
          hint="一个码开通选中的全部内容"
          items={items}
          onChange={setItems}
          error={tried && items.length === 0 ? '请选择要开通的内容' : undefined}
        />
      </div>
    </Dialog>
  )
}

interface CodesProps {
  made: Made
  title: string
  expiresAt: number
  onClose(): void
}

function Codes({ made: { codes, link }, title, expiresAt, onClose }: CodesProps) {
  const [saved, setSaved] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const save = () => {
    const rows = codes.map((code) => [code, `${link}${code}`, formatDate(expiresAt)])
    saveText(`${title}.csv`, csvText([['兑换码', '链接', '到期日'], ...rows]), 'text/csv')
    setSaved(true)
  }
  return (
    <Dialog
      open
      // Esc often closes a dialog by accident, and the codes cannot be shown again.
      onClose={() => (saved ? onClose() : setLeaving(true))}
      title={`${codes.length} 个兑换码已生成`}
      note="关闭后不能再看，请先下载"
      actions={
        <>
          <ConsoleButton onClick={onClose}>{saved ? '完成' : '不下载，关闭'}</ConsoleButton>
          <ConsoleButton kind="primary" icon={<Download size={16} />} onClick={save}>
            下载 csv
          </ConsoleButton>
        </>
      }
    >
      <ul className="grid gap-x-6 font-mono text-13 desk:grid-cols-2">
        {codes.slice(0, 200).map((code) => (
          <li key={code} className="py-1 select-all">
            {code}
          </li>
        ))}
      </ul>
      {codes.length > 200 && <p className="pt-2 text-ink-3">其余 {codes.length - 200} 个在下载的文件里</p>}
      <Confirm
        open={leaving}
        onClose={() => setLeaving(false)}
        title="还没有下载，关闭吗？"
        effect="这些码不能再看；没有存下来的只能停用这一批，重新生成。"
        confirm={`不要这 ${codes.length} 个码，关闭`}
        onConfirm={onClose}
      />
    </Dialog>
  )
}
