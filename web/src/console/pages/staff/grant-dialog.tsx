import type { PersonBrief } from '@dxx/contract/calls/staff/shapes'
import { allRoles, canGrantRole, permissions, type Role, roles, type ScopeKind, scopeKinds } from '@dxx/contract/staff'
import { useState } from 'react'
import { toast } from '../../../state/flash'
import { useStaffAction } from '../../api/hooks'
import { useSignedInStaff } from '../../frame/me'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { SelectField, TextField } from '../../kit/fields'
import { EndField, type EndValue, endOf, endProblem } from './end-field'
import { PersonField } from './person-field'
import { type ChosenScope, ScopeField } from './scope-field'

interface GrantDialogProps {
  open: boolean
  onClose(): void
  /** Person who gets the grant; if absent, the dialog asks for the person. */
  person?: PersonBrief
  onGranted?(personId: string): void
}

/** Grants a role to a person, with scope, end and reason. */
export function GrantDialog(props: GrantDialogProps) {
  return props.open ? <GrantForm {...props} /> : null
}

function GrantForm({ onClose, person: given, onGranted }: GrantDialogProps) {
  const me = useSignedInStaff()
  const grantable = allRoles.filter((role) => me.grants.some((grant) => canGrantRole(grant.role, role)))
  const [person, setPerson] = useState<PersonBrief | null>(given ?? null)
  const [role, setRole] = useState<Role>(grantable.at(-1) ?? 'teacher')
  const [kind, setKind] = useState<ScopeKind>(roles[role].scopes[0])
  const [scope, setScope] = useState<ChosenScope | null>(null)
  const [end, setEnd] = useState<EndValue>({ kind: 'none', date: '' })
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const [problem, setProblem] = useState('')
  const { run, running } = useStaffAction('POST /staff/v1/grant_create', {
    changes: ['GET /staff/v1/person_info', 'GET /staff/v1/people_list'],
    onDone: ({ roleName }) => {
      toast(`已授权“${roleName}”`)
      onClose()
      if (person) onGranted?.(person.id)
    },
    onError: ({ msg }) => setProblem(msg),
  })

  const chooseRole = (next: Role) => {
    setRole(next)
    if (!(roles[next].scopes as readonly ScopeKind[]).includes(kind)) chooseKind(roles[next].scopes[0])
  }
  const chooseKind = (next: ScopeKind) => {
    setKind(next)
    setScope(null)
  }
  const lacksScope = kind !== 'site' && !scope
  function submit() {
    setTried(true)
    setProblem('')
    if (!person || lacksScope || endProblem(end)) return
    void run({ userId: person.id, role, scope: { kind, id: scope?.id ?? null }, endsAt: endOf(end), reason })
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={given ? `给${given.nickname}授权` : '授权'}
      note="授权立即生效，本人下次打开管理台就能看到"
      actions={
        <>
          <ConsoleButton onClick={onClose}>取消</ConsoleButton>
          <ConsoleButton kind="primary" loading={running} onClick={submit}>
            {person ? `授权给${person.nickname}` : '授权'}
          </ConsoleButton>
        </>
      }
    >
      <form
        className="space-y-3.5 pt-1"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {!given && (
          <PersonField
            person={person}
            onChoose={setPerson}
            error={tried && !person ? '请先找到要授权的人' : undefined}
          />
        )}
        <RoleFields role={role} grantable={grantable} onRole={chooseRole} kind={kind} onKind={chooseKind} />
        {kind !== 'site' && (
          <ScopeField
            key={kind}
            kind={kind}
            scope={scope}
            onChoose={setScope}
            error={tried && lacksScope ? `请选择${scopeKinds[kind]}` : undefined}
          />
        )}
        <EndField value={end} onChange={setEnd} error={tried ? endProblem(end) : undefined} />
        <TextField label="说明（选填，记入操作记录）" maxLength={200} value={reason} onChange={setReason} />
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

interface RoleFieldsProps {
  role: Role
  grantable: Role[]
  onRole(role: Role): void
  kind: ScopeKind
  onKind(kind: ScopeKind): void
}

/** Fields for role and kind of scope, and the permissions of the role. */
function RoleFields({ role, grantable, onRole, kind, onKind }: RoleFieldsProps) {
  const can = roles[role].permissions.map((one) => permissions[one])
  return (
    <>
      <div className="grid gap-3 desk:grid-cols-2">
        <SelectField
          label="角色"
          value={role}
          onChange={(next) => onRole(next as Role)}
          options={grantable.map((one) => ({ value: one, label: roles[one].name }))}
        />
        <SelectField
          label="范围种类"
          value={kind}
          onChange={(next) => onKind(next as ScopeKind)}
          options={roles[role].scopes.map((one) => ({ value: one, label: scopeKinds[one] }))}
        />
      </div>
      <p className="text-12 text-ink-3">可以：{role === 'owner' ? '全部操作' : can.join('、')}</p>
    </>
  )
}
