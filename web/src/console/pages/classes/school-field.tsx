import { useState } from 'react'
import { useSignedInStaff } from '../../frame/me'
import { useSchool } from '../../frame/school'
import { SelectField } from '../../kit/fields'

/** School of a new class or roster: the one chosen in the frame, otherwise the first. */
export function useManagedSchool(fixed?: string) {
  const { schools } = useSignedInStaff()
  const chosen = useSchool()
  const [school, setSchool] = useState(fixed ?? chosen?.id ?? schools[0]?.id ?? '')
  return { school, setSchool }
}

/** Field to choose a school; hidden for staff of one school. */
export function SchoolField({ value, onChange }: { value: string; onChange(id: string): void }) {
  const { schools } = useSignedInStaff()
  if (schools.length < 2) return null
  return (
    <SelectField
      label="学校"
      value={value}
      onChange={onChange}
      options={schools.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}
