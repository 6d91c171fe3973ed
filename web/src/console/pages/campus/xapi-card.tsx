import type { XapiStoreState } from '@dxx/contract/calls/staff/campus'
import { useState } from 'react'
import { toast } from '../../../state/flash'
import { Switch } from '../../../ui/switch'
import { useStaffAction, useStaffCall } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Confirm } from '../../kit/confirm'
import { TextField } from '../../kit/fields'
import { Failure, TableSkeleton } from '../../kit/states'
import { StateTag } from '../../kit/tag'
import { CampusCard } from './card'

const changes = ['GET /staff/v1/xapi_info' as const]

/** Learning record store that gets statements about the learning of the school's students. */
export function XapiCard({ schoolId }: { schoolId: string }) {
  const { data, error, refetch } = useStaffCall('GET /staff/v1/xapi_info', { schoolId })
  const store = data?.store
  return (
    <CampusCard
      title="学习记录库（xAPI）"
      note="学完章节和考试成绩发给学校的记录库；只有账号编号，没有姓名和学号"
      state={
        store && <StateTag tone={store.enabled ? 'green' : 'amber'}>{store.enabled ? '发送中' : '已停用'}</StateTag>
      }
    >
      {!data ? (
        error ? (
          <Failure error={error} noun="学习记录库" onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton height={56} />
        )
      ) : (
        <StoreForm key={store?.updatedAt ?? 0} schoolId={schoolId} store={data.store} />
      )}
    </CampusCard>
  )
}

function StoreForm({ schoolId, store }: { schoolId: string; store: XapiStoreState | null }) {
  const [form, setForm] = useState({
    url: store?.url ?? '',
    username: store?.username ?? '',
    password: '',
    enabled: store?.enabled ?? true,
  })
  const [problem, setProblem] = useState('')
  const [deleting, setDeleting] = useState(false)
  const change = (next: Partial<typeof form>) => {
    setProblem('')
    setForm((before) => ({ ...before, ...next }))
  }
  const save = useStaffAction('POST /staff/v1/xapi_save', {
    changes,
    onDone: () => toast('已保存'),
    onError: ({ msg }) => setProblem(msg),
  })
  const remove = useStaffAction('POST /staff/v1/xapi_delete', {
    changes,
    onDone: () => {
      setDeleting(false)
      toast('已删除')
    },
  })
  const { password, ...rest } = form
  return (
    <form
      noValidate
      className="mt-4 space-y-3.5"
      onSubmit={(event) => {
        event.preventDefault()
        void save.run({ schoolId, ...rest, ...(password !== '' && { password }) })
      }}
    >
      <TextField
        label="记录库地址（xAPI Endpoint）"
        type="url"
        maxLength={500}
        placeholder="https://lrs.example.edu.cn/xapi"
        value={form.url}
        onChange={(url) => change({ url })}
      />
      <div className="grid gap-3 desk:grid-cols-2">
        <TextField label="用户名" maxLength={200} value={form.username} onChange={(username) => change({ username })} />
        <TextField
          label="密码"
          type="password"
          autoComplete="new-password"
          maxLength={500}
          placeholder={store?.hasPassword ? '已保存，不再显示；留空则不变' : '加密保存，保存后不再显示'}
          value={form.password}
          onChange={(next) => change({ password: next })}
        />
      </div>
      <div className="flex items-center gap-3">
        <Switch label="发送学习记录" checked={form.enabled} onChange={(enabled) => change({ enabled })} />
        <span>{form.enabled ? '保存之后的学习会发送' : '不发送'}</span>
      </div>
      {store && (store.waiting > 0 || store.refused > 0) && (
        <p className="text-12 text-ink-2">
          {store.waiting} 条等待发送，{store.refused} 条被拒绝
          {store.lastError && <span className="block wrap-anywhere text-danger">{store.lastError}</span>}
        </p>
      )}
      {problem && (
        <p role="alert" className="rounded-cover bg-danger-soft px-3 py-2 text-danger">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <ConsoleButton type="submit" kind="primary" loading={save.running}>
          保存
        </ConsoleButton>
        {store && (
          <ConsoleButton kind="danger" onClick={() => setDeleting(true)}>
            删除…
          </ConsoleButton>
        )}
      </div>
      <Confirm
        open={deleting}
        onClose={() => setDeleting(false)}
        title="删除学习记录库？"
        effect={`不再发送学习记录，还没有发出的 ${store?.waiting ?? 0} 条也会删除。`}
        confirm="删除 1 项设置"
        running={remove.running}
        onConfirm={() => void remove.run({ schoolId })}
      />
    </form>
  )
}
