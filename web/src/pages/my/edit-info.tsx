import type { Gender, UserInfo } from '@dxx/contract/calls/accounts'
import { oldestBirthday } from '@dxx/contract/rules/birthday'
import { formatDate, parseDate } from '@dxx/contract/rules/time-from'
import { type FormEvent, useState } from 'react'
import { serverNow } from '../../api/clock'
import { useAction } from '../../api/use-action'
import type { CallInput } from '../../api/use-call'
import { AvatarField } from '../../features/account/avatar-field'
import { storeReturnedUser } from '../../features/account/complete-login'
import { WithUser } from '../../features/account/with-user'
import { editInfoDraft } from '../../features/location/edit-info-draft'
import { navigateBack } from '../../router/navigation'
import { useDraft } from '../../state/drafts'
import { toast } from '../../state/flash'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { Cell, CellGroup } from '../../ui/cell'
import { DatetimePicker } from '../../ui/datetime-picker'
import { Field } from '../../ui/field'
import { ListPicker } from '../../ui/list-picker'
import { Switch } from '../../ui/switch'
import { Textarea } from '../../ui/textarea'

type Changes = Pick<
  CallInput<'POST /v1/user_edit'>,
  'nickname' | 'gender' | 'birthday' | 'location' | 'bio' | 'showSchool'
>

const genders: { value: Gender; title: string }[] = [
  { value: 'unknown', title: '保密' },
  { value: 'male', title: '男' },
  { value: 'female', title: '女' },
]

export default function EditInfoPage() {
  return <WithUser>{(user) => <EditInfo user={user} />}</WithUser>
}

function EditInfo({ user }: { user: UserInfo }) {
  // Only changed fields are sent, so that the others keep the server's values, including changes by other devices.
  const [changes, setChanges, clear] = useDraft<Changes>(editInfoDraft, {})
  const [problem, setProblem] = useState<{ field: string; msg: string } | null>(null)
  const { run, running } = useAction('POST /v1/user_edit', {
    onDone: (userinfo) => {
      clear()
      storeReturnedUser(userinfo)
      toast('资料已保存')
      void navigateBack()
    },
    onError: ({ name, msg, data }) =>
      setProblem({ field: name === 'nickname-refused' ? 'nickname' : String(data.field ?? ''), msg }),
  })
  const shown = { ...user, ...changes }
  const change = (next: Changes) => {
    setProblem(null)
    setChanges((before) => ({ ...before, ...next }))
  }
  const changed = (Object.keys(changes) as (keyof Changes)[]).some((key) => changes[key] !== user[key])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (running) return
    if (!changed) toast('没有要保存的修改')
    else if (!shown.nickname.trim()) setProblem({ field: 'nickname', msg: '请输入昵称' })
    else void run(changes)
  }

  const error = (field: string) => (problem?.field === field ? problem.msg : undefined)
  return (
    <form noValidate onSubmit={submit} className="text-column space-y-3 px-4 pt-2 pb-10">
      <AvatarField user={user} />
      <Card>
        <Field
          label="昵称"
          maxLength={20}
          value={shown.nickname}
          onChange={(nickname) => change({ nickname })}
          error={error('nickname')}
        />
      </Card>
      <Choices user={shown} change={change} />
      <Card>
        <Textarea
          label="个人简介"
          placeholder="介绍一下自己，让同学认识你"
          value={shown.bio}
          onChange={(bio) => change({ bio })}
          error={error('bio')}
        />
      </Card>
      {problem && !['nickname', 'bio'].includes(problem.field) && (
        <p role="alert" className="px-1 text-13 text-danger">
          {problem.msg}
        </p>
      )}
      {changed && (
        <p className="flex items-center justify-between gap-3 px-1 text-13 text-ink-3">
          修改还没有保存；离开后先留在这台设备上
          <button type="button" onClick={clear} className="tap shrink-0 rounded-item text-primary">
            放弃修改
          </button>
        </p>
      )}
      <Button type="submit" block loading={running}>
        保存
      </Button>
    </form>
  )
}

function Choices({ user, change }: { user: UserInfo; change(next: Changes): void }) {
  const [open, setOpen] = useState<'gender' | 'birthday' | null>(null)
  const close = () => setOpen(null)
  const now = serverNow()
  return (
    <>
      <CellGroup>
        <Cell
          title="性别"
          value={genders.find(({ value }) => value === user.gender)?.title}
          onClick={() => setOpen('gender')}
        />
        <Cell title="生日" value={user.birthday ?? '未填写'} onClick={() => setOpen('birthday')} />
        <Cell title="所在地" value={user.location || '未填写'} href="#/choose-location" />
        {user.student && (
          <Cell
            title="展示学校"
            note="在个人主页上让同学看到"
            value={
              <Switch label="展示学校" checked={user.showSchool} onChange={(showSchool) => change({ showSchool })} />
            }
          />
        )}
      </CellGroup>
      <ListPicker
        open={open === 'gender'}
        onClose={close}
        label="性别"
        options={genders}
        value={user.gender}
        onChange={(gender) => change({ gender })}
      />
      <DatetimePicker
        open={open === 'birthday'}
        onClose={close}
        title="生日"
        dateOnly
        value={parseDate(user.birthday ?? '2005-01-01')}
        min={parseDate(oldestBirthday)}
        max={now}
        onConfirm={(seconds) => change({ birthday: formatDate(seconds) })}
      />
    </>
  )
}
