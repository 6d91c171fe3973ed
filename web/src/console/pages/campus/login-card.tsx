import type { CampusKind } from '@dxx/contract/calls/staff/campus'
import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useState } from 'react'
import { toast } from '../../../state/flash'
import { Switch } from '../../../ui/switch'
import type { StaffData } from '../../api/client'
import { useStaffAction, useStaffCall } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Confirm } from '../../kit/confirm'
import { SelectField, TextField } from '../../kit/fields'
import { StateTag } from '../../kit/tag'
import { CampusCard } from './card'
import { CopyLine } from './copy-line'

export type CampusInfo = StaffData<'GET /staff/v1/campus_info'>

const changes = ['GET /staff/v1/campus_info' as const, 'GET /staff/v1/campus_list' as const]

/** Settings of the connection to the school's login server. */
export function LoginCard({ school }: { school: CampusInfo }) {
  const { login, redirects } = school
  return (
    <CampusCard
      title="校园账号登录"
      note="学生用学校的统一身份认证登录，首次登录自动通过学生认证"
      state={
        login && <StateTag tone={login.enabled ? 'green' : 'amber'}>{login.enabled ? '已开通' : '已停用'}</StateTag>
      }
    >
      <LoginForm school={school} />
      <div className="mt-4 border-t border-line pt-3">
        <p className="text-12 text-ink-3">在学校的登录服务里登记这些回调地址：</p>
        {redirects.length === 0 ? (
          <p className="text-12 text-amber">还没有设置 DXX_PUBLIC_URL，只有本机可以登录。</p>
        ) : (
          redirects.map((url, i) => <CopyLine key={url} label={i === 0 ? '网页' : '手机 App'} value={url} />)
        )}
      </div>
    </CampusCard>
  )
}

function LoginForm({ school: { id, login, name } }: { school: CampusInfo }) {
  const [form, setForm] = useState({
    kind: login?.kind ?? ('cas' as CampusKind),
    enabled: login?.enabled ?? true,
    url: login?.url ?? '',
    clientId: login?.clientId ?? '',
    numberField: login?.numberField ?? '',
    nameField: login?.nameField ?? '',
    secret: '',
  })
  const [problem, setProblem] = useState('')
  const [deleting, setDeleting] = useState(false)
  const change = (next: Partial<typeof form>) => {
    setProblem('')
    setForm((before) => ({ ...before, ...next }))
  }
  const save = useStaffAction('POST /staff/v1/campus_login_save', {
    changes,
    onDone: () => toast('已保存'),
    onError: ({ msg }) => setProblem(msg),
  })
  const remove = useStaffAction('POST /staff/v1/campus_login_delete', {
    changes,
    onDone: () => {
      setDeleting(false)
      toast('已删除')
    },
  })
  const { secret, ...rest } = form
  const submit = () => void save.run({ schoolId: id, ...rest, ...(secret !== '' && { secret }) })
  return (
    <form
      noValidate
      className="mt-4 space-y-3.5"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <ServerFields form={form} change={change} hasSecret={login?.hasSecret ?? false} />
      <div className="flex items-center gap-3">
        <Switch label="允许登录" checked={form.enabled} onChange={(enabled) => change({ enabled })} />
        <span>{form.enabled ? '登录页显示这所学校' : '登录页不显示；已绑定的账号仍可用手机号登录'}</span>
      </div>
      {problem && (
        <p role="alert" className="rounded-cover bg-danger-soft px-3 py-2 text-danger">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <ConsoleButton type="submit" kind="primary" loading={save.running}>
          保存
        </ConsoleButton>
        {login && <CheckButton schoolId={id} />}
        {login && (
          <ConsoleButton kind="danger" onClick={() => setDeleting(true)}>
            删除…
          </ConsoleButton>
        )}
      </div>
      <Confirm
        open={deleting}
        onClose={() => setDeleting(false)}
        title="删除校园账号登录？"
        effect={`${name}的学生不能再用校园账号登录，要用手机号。已有的账号和学生认证都保留。`}
        confirm="删除 1 项设置"
        running={remove.running}
        onConfirm={() => void remove.run({ schoolId: id })}
      />
    </form>
  )
}

interface Form {
  kind: CampusKind
  url: string
  clientId: string
  secret: string
  numberField: string
  nameField: string
}

interface ServerFieldsProps {
  form: Form
  change(next: Partial<Form>): void
  hasSecret: boolean
}

function ServerFields({ form, change, hasSecret }: ServerFieldsProps) {
  const isCas = form.kind === 'cas'
  return (
    <>
      <div className="grid gap-3 desk:grid-cols-[14rem_1fr]">
        <SelectField
          label="协议"
          value={form.kind}
          onChange={(kind) => change({ kind: kind as CampusKind })}
          options={[
            { value: 'cas', label: 'CAS 3.0' },
            { value: 'oidc', label: 'OpenID Connect' },
          ]}
        />
        <TextField
          label={isCas ? 'CAS 地址' : '签发者地址（issuer）'}
          type="url"
          maxLength={500}
          placeholder={isCas ? 'https://cas.example.edu.cn/cas' : 'https://id.example.edu.cn'}
          value={form.url}
          onChange={(url) => change({ url })}
        />
      </div>
      {!isCas && (
        <div className="grid gap-3 desk:grid-cols-2">
          <TextField
            label="客户端编号（client_id）"
            maxLength={200}
            value={form.clientId}
            onChange={(clientId) => change({ clientId })}
          />
          <TextField
            label="客户端密钥（client_secret）"
            type="password"
            autoComplete="new-password"
            maxLength={500}
            placeholder={hasSecret ? '已保存，不再显示；留空则不变' : '加密保存，保存后不再显示'}
            value={form.secret}
            onChange={(secret) => change({ secret })}
          />
        </div>
      )}
      <div className="grid gap-3 desk:grid-cols-2">
        <TextField
          label={`学号所在的${isCas ? '属性' : '声明'}`}
          maxLength={80}
          placeholder="留空：登录名就是学号"
          value={form.numberField}
          onChange={(numberField) => change({ numberField })}
        />
        <TextField
          label={`姓名所在的${isCas ? '属性' : '声明'}`}
          maxLength={80}
          placeholder={isCas ? '如 cn' : '如 name'}
          value={form.nameField}
          onChange={(nameField) => change({ nameField })}
        />
      </div>
    </>
  )
}

/** Tries to reach the saved login server. */
function CheckButton({ schoolId }: { schoolId: string }) {
  const { data, error, isFetching, refetch } = useStaffCall(
    'GET /staff/v1/campus_login_check',
    { schoolId },
    { enabled: false, staleTime: 0 },
  )
  const ok = data?.ok ?? false
  return (
    <>
      <ConsoleButton loading={isFetching} onClick={() => void refetch()}>
        检查连接
      </ConsoleButton>
      {(data || error) && !isFetching && (
        <span role="status" className={`flex items-center gap-1 text-12 ${ok ? 'text-success' : 'text-danger'}`}>
          {ok ? <CircleCheck size={14} /> : <TriangleAlert size={14} />}
          {error?.msg ?? data?.note}
        </span>
      )}
    </>
  )
}
