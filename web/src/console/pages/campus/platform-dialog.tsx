import type { LtiPlatformState, NumberFrom } from '@dxx/contract/calls/staff/campus'
import { useState } from 'react'
import { toast } from '../../../state/flash'
import { Switch } from '../../../ui/switch'
import { useStaffAction } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { SelectField, TextField } from '../../kit/fields'

interface PlatformDialogProps {
  schoolId: string
  platform: LtiPlatformState | null
  onClose(): void
}

const addresses = [
  { key: 'siteUrl', label: '平台网址（允许嵌入本站）', placeholder: 'https://moodle.example.edu.cn' },
  { key: 'issuer', label: '签发者（Platform ID）', placeholder: 'https://moodle.example.edu.cn' },
  { key: 'authUrl', label: '登录地址（Authentication request URL）', placeholder: '' },
  { key: 'tokenUrl', label: '令牌地址（Access token URL）', placeholder: '' },
  { key: 'jwksUrl', label: '公钥地址（Public keyset URL）', placeholder: '' },
] as const

const numberWays = [
  { value: 'none', label: '平台不给学号：不自动通过学生认证' },
  { value: 'sourcedid', label: 'lis.person_sourcedid' },
  { value: 'custom', label: '自定义参数 student_no' },
]

const formOf = (platform: LtiPlatformState | null) => ({
  name: platform?.name ?? '',
  enabled: platform?.enabled ?? true,
  issuer: platform?.issuer ?? '',
  clientId: platform?.clientId ?? '',
  siteUrl: platform?.siteUrl ?? '',
  authUrl: platform?.authUrl ?? '',
  tokenUrl: platform?.tokenUrl ?? '',
  jwksUrl: platform?.jwksUrl ?? '',
  numberFrom: platform?.numberFrom ?? ('none' as NumberFrom),
})

type Form = ReturnType<typeof formOf>

/** Registers a learning platform, or changes one. */
export function PlatformDialog({ schoolId, platform, onClose }: PlatformDialogProps) {
  const [form, setForm] = useState(() => formOf(platform))
  const [deployments, setDeployments] = useState(platform?.deploymentIds.join(' ') ?? '')
  const [problem, setProblem] = useState('')
  const change = (next: Partial<Form>) => {
    setProblem('')
    setForm((before) => ({ ...before, ...next }))
  }
  const save = useStaffAction('POST /staff/v1/lti_platform_save', {
    changes: ['GET /staff/v1/lti_info'],
    onDone: () => {
      toast('已保存')
      onClose()
    },
    onError: ({ msg }) => setProblem(msg),
  })
  const submit = () =>
    void save.run({
      schoolId,
      ...(platform && { id: platform.id }),
      ...form,
      deploymentIds: deployments.split(/[\s,，]+/).filter(Boolean),
    })
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={platform ? `修改${platform.name}` : '登记学习平台'}
      note="这些值由学习平台给出；保存要再次确认身份"
      actions={
        <>
          <ConsoleButton onClick={onClose}>取消</ConsoleButton>
          <ConsoleButton kind="primary" loading={save.running} onClick={submit}>
            保存
          </ConsoleButton>
        </>
      }
    >
      <form
        noValidate
        className="space-y-3 pt-1"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextField label="名称" maxLength={40} value={form.name} onChange={(name) => change({ name })} />
        {addresses.map(({ key, label, placeholder }) => (
          <TextField
            key={key}
            label={label}
            type="url"
            maxLength={500}
            placeholder={placeholder}
            value={form[key]}
            onChange={(value) => change({ [key]: value })}
          />
        ))}
        <div className="grid gap-3 desk:grid-cols-2">
          <TextField
            label="客户端编号（Client ID）"
            maxLength={200}
            value={form.clientId}
            onChange={(clientId) => change({ clientId })}
          />
          <TextField
            label="部署编号（Deployment ID，多个用空格分开）"
            maxLength={1000}
            value={deployments}
            onChange={(text) => {
              setProblem('')
              setDeployments(text)
            }}
          />
        </div>
        <SelectField
          label="学号在哪里"
          value={form.numberFrom}
          onChange={(value) => change({ numberFrom: value as NumberFrom })}
          options={numberWays}
          hint="只有平台的学号由学校统一维护、学生不能自己改时才选"
        />
        <div className="flex items-center gap-3">
          <Switch label="启用" checked={form.enabled} onChange={(enabled) => change({ enabled })} />
          <span>{form.enabled ? '平台可以打开本站的内容' : '已停用：平台的链接打不开'}</span>
        </div>
        {problem && (
          <p role="alert" className="rounded-cover bg-danger-soft px-3 py-2 text-danger">
            {problem}
          </p>
        )}
        {/* Without a submit button, Enter in a field would not submit the form. */}
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
