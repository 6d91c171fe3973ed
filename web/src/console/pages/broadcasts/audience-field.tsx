import type { Audience } from '@dxx/contract/calls/staff/broadcasts'
import { useDeferredValue, useState } from 'react'
import { useStaffCall } from '../../api/hooks'
import { SelectField, TextField } from '../../kit/fields'

const kinds = [
  { value: 'all', label: '所有人' },
  { value: 'students', label: '通过认证的学生' },
  { value: 'class', label: '一个班级' },
  { value: 'owners', label: '拥有某项内容的人' },
]

interface AudienceFieldProps {
  /** Null while the class or the item is not chosen yet. */
  value: Audience | null
  onChange(audience: Audience | null): void
}

/** Field for the users who receive a message. */
export function AudienceField({ value, onChange }: AudienceFieldProps) {
  const [kind, setKind] = useState<Audience['to']>('all')
  const change = (next: string) => {
    const to = next as Audience['to']
    setKind(to)
    onChange(to === 'all' || to === 'students' ? { to } : null)
  }
  return (
    <>
      <SelectField label="发给" value={kind} onChange={change} options={kinds} />
      {kind === 'class' && <ClassField value={value} onChange={onChange} />}
      {kind === 'owners' && <ItemField onChange={onChange} />}
    </>
  )
}

function ClassField({ value, onChange }: AudienceFieldProps) {
  const { data } = useStaffCall('GET /staff/v1/broadcast_classes', {})
  return (
    <SelectField
      label="班级"
      value={value?.to === 'class' ? value.id : ''}
      onChange={(id) => onChange(id ? { to: 'class', id } : null)}
      options={[
        { value: '', label: data ? '请选择' : '正在加载…' },
        ...(data?.list ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  )
}

function ItemField({ onChange }: Pick<AudienceFieldProps, 'onChange'>) {
  const [keyword, setKeyword] = useState('')
  const [chosen, setChosen] = useState<{ id: string; title: string } | null>(null)
  const deferredKeyword = useDeferredValue(keyword.trim())
  const { data } = useStaffCall(
    'GET /staff/v1/broadcast_items',
    { keyword: deferredKeyword },
    { enabled: deferredKeyword !== '' },
  )
  const choose = (item: { id: string; title: string } | null) => {
    setChosen(item)
    setKeyword(item?.title ?? '')
    onChange(item ? { to: 'owners', id: item.id } : null)
  }
  return (
    <div>
      <TextField
        label="内容"
        value={keyword}
        placeholder="输入名称查找"
        onChange={(next) => {
          if (chosen) choose(null)
          setKeyword(next)
        }}
        hint={chosen ? '已选' : undefined}
      />
      {!chosen && deferredKeyword !== '' && data && (
        <ul aria-label="查找结果" className="mt-1 divide-y divide-line rounded-cover inset-ring inset-ring-line">
          {data.list.slice(0, 6).map((item) => (
            <li key={item.id}>
              <button
                type="button"
                onClick={() => choose(item)}
                className="min-h-11 w-full truncate px-3 text-left hover:bg-fill desk:min-h-9"
              >
                {item.title}
              </button>
            </li>
          ))}
          {data.list.length === 0 && <li className="px-3 py-2 text-ink-3">没有名称含“{deferredKeyword}”的内容</li>}
        </ul>
      )}
    </div>
  )
}
