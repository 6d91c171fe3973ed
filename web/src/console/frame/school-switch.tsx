import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import School from 'lucide-react/icons/school'
import { PopMenu } from '../kit/menu'
import { scopeName, useSignedInStaff } from './me'
import { chooseSchool, useSchool } from './school'

/** Shows the scope of the staff member. Staff of several schools choose one of the schools here. */
export function SchoolSwitch() {
  const me = useSignedInStaff()
  const school = useSchool()
  const look = 'mb-1.5 flex min-h-9 items-center gap-2 rounded-cover bg-fill px-2.5 text-left font-semibold'
  const name = <span className="min-w-0 flex-1 truncate">{school?.name ?? scopeName(me)}</span>
  if (me.schools.length < 2) {
    return (
      <p className={look}>
        <School size={16} className="shrink-0" />
        {name}
      </p>
    )
  }
  return (
    <PopMenu
      align="start"
      heading="只看一所学校"
      trigger={
        <button type="button" className={`${look} hover:bg-track`}>
          <School size={16} className="shrink-0" />
          <span className="sr-only">学校：</span>
          {name}
          <ChevronsUpDown size={14} className="shrink-0 text-ink-3" />
        </button>
      }
      items={[
        { label: `全部 ${me.schools.length} 所学校`, onSelect: () => chooseSchool(null) },
        ...me.schools.map((one) => ({ label: one.name, onSelect: () => chooseSchool(one.id) })),
      ]}
    />
  )
}
