import type { PersonBrief } from '@dxx/contract/calls/staff/shapes'
import { useState } from 'react'
import { extractMobile, isMobile } from '../../../features/account/mobile-field'
import { useStaffCall } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { PersonAvatar } from '../../kit/face'
import { TextField } from '../../kit/fields'

interface PersonFieldProps {
  person: PersonBrief | null
  onChoose(person: PersonBrief | null): void
  error?: string
}

/** Finds a user by the complete mobile number. A partial number finds no user, so that numbers cannot be guessed. */
export function PersonField({ person, onChoose, error }: PersonFieldProps) {
  const [mobile, setMobile] = useState('')
  const whole = isMobile(mobile)
  const {
    data,
    error: failed,
    isFetching,
  } = useStaffCall('GET /staff/v1/grant_candidates', { mobile }, { enabled: whole })
  if (person) {
    return (
      <div className="flex items-center gap-3 rounded-cover bg-fill px-3 py-2">
        <PersonAvatar id={person.id} name={person.nickname} src={person.avatar} size={32} />
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold">{person.nickname}</p>
          <p className="text-12 text-ink-3">{person.mobile}</p>
        </div>
        <ConsoleButton kind="quiet" size="small" onClick={() => onChoose(null)}>
          换一位
        </ConsoleButton>
      </div>
    )
  }
  const note = !whole
    ? '输入完整的手机号；对方要先注册多享学'
    : isFetching
      ? '正在查找…'
      : data?.length === 0
        ? '没有找到这个手机号的用户，请对方先注册'
        : undefined
  return (
    <div>
      <TextField
        label="手机号"
        type="tel"
        inputMode="tel"
        data-autofocus
        value={mobile}
        onChange={(text) => setMobile(extractMobile(text))}
        error={failed?.msg ?? error}
        hint={note}
      />
      <div role="status">
        {whole &&
          data?.map((found) => (
            <button
              key={found.id}
              type="button"
              onClick={() => onChoose(found)}
              className="mt-2 flex w-full items-center gap-3 rounded-cover bg-primary-soft px-3 py-2 text-left"
            >
              <PersonAvatar id={found.id} name={found.nickname} src={found.avatar} size={32} />
              <span className="min-w-0 flex-1">
                <b className="block truncate font-semibold">{found.nickname}</b>
                <span className="text-12 text-ink-2">{found.mobile}</span>
              </span>
              <span className="font-semibold text-primary">选择</span>
            </button>
          ))}
      </div>
    </div>
  )
}
