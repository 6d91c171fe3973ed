import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { cx } from '../../../../ui/cx'
import { useStaffCall } from '../../../api/hooks'
import { SelectField } from '../../../kit/fields'
import { PopMenu } from '../../../kit/menu'
import { useOpenDraft } from './use-draft'

/** Choice of the school and classes that take the exam, with the students of each class. */
export function ClassField() {
  const { view, edit, exam } = useOpenDraft()
  const { classes, school: schoolId } = view.body
  const { data: schools, error } = useStaffCall('GET /staff/v1/exam_class_list', {}, { staleTime: 60_000 })
  const school =
    schools?.find(({ id }) => id === schoolId) ??
    schools?.find((one) => one.classes.some(({ id }) => classes.includes(id))) ??
    (schools?.length === 1 ? schools[0] : undefined)
  const chosen = school?.classes.filter(({ id }) => classes.includes(id)) ?? []
  const unknown = classes.filter((id) => !chosen.some((one) => one.id === id))
  const toggle = (id: string, on: boolean) =>
    edit((now) => ({
      ...now,
      school: school?.id ?? now.school,
      classes: on ? [...now.classes.filter((one) => one !== id), id] : now.classes.filter((one) => one !== id),
    }))
  return (
    <div className="space-y-2">
      {schools && schools.length > 1 && (
        <SelectField
          label="学校"
          value={school?.id ?? ''}
          options={[{ value: '', label: '请选择' }, ...schools.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(id) => edit((now) => ({ ...now, school: id || null, classes: [] }))}
        />
      )}
      <p className="flex justify-between text-12 text-ink-3">
        {/* The sum of the classes' students would be wrong, because a student can be in a home class and a teaching
            class. The checks show the number. */}
        班级 <span className="tabular-nums">{chosen.length} 个</span>
      </p>
      <ul className="flex flex-wrap gap-1.5">
        {chosen.map((one) => (
          <li
            key={one.id}
            className="flex h-7.5 items-center gap-1 rounded-full bg-primary-soft pr-1 pl-3 font-semibold text-primary"
          >
            {one.name} <span className="tabular-nums">{one.students}</span>
            <button
              type="button"
              aria-label={`去掉${one.name}`}
              onClick={() => toggle(one.id, false)}
              className="grid size-6 place-items-center rounded-full hover:bg-card"
            >
              <X size={13} />
            </button>
          </li>
        ))}
        {schools && unknown.length > 0 && (
          <li
            className={cx(
              'flex h-7.5 items-center gap-1 rounded-full pl-3',
              exam ? 'bg-fill pr-3 text-ink-2' : 'bg-danger-soft pr-1 text-danger',
            )}
          >
            {unknown.length} 个班级不归你管理{exam && '，会保留'}
            {!exam && (
              <button
                type="button"
                aria-label="去掉这些班级"
                onClick={() => edit((now) => ({ ...now, classes: now.classes.filter((id) => !unknown.includes(id)) }))}
                className="grid size-6 place-items-center rounded-full hover:bg-card"
              >
                <X size={13} />
              </button>
            )}
          </li>
        )}
        {school && (
          <li>
            <PopMenu
              heading={school.name}
              align="start"
              trigger={
                <button
                  type="button"
                  className="flex h-7.5 items-center gap-1 rounded-full bg-fill px-3 text-ink-2 hover:bg-track"
                >
                  <Plus size={14} />
                  选班级
                </button>
              }
              choices={school.classes.map(({ id, name, students: count }) => ({
                label: `${name} ${count} 人`,
                checked: classes.includes(id),
                onChange: (on) => toggle(id, on),
              }))}
            />
          </li>
        )}
      </ul>
      {schools?.length === 0 && <p className="text-12 text-amber">你还没有管理的班级，请学校管理员授权</p>}
      {error && <p className="text-12 text-danger">班级没有载入：{error.msg}</p>}
    </div>
  )
}
