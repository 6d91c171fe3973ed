import type { RosterMatch } from '@dxx/contract/calls/staff/campus'
import { toast } from '../../../state/flash'
import { useStaffAction } from '../../api/hooks'
import { CampusCard } from './card'
import type { CampusInfo } from './login-card'

const ways: { value: RosterMatch; title: string; text: string }[] = [
  {
    value: 'confirm',
    title: '要核对学生证',
    text: '姓名和学号一致也不自动通过：用校园账号认证，或上传学生证照片等待审核。同学之间知道彼此的学号，建议这样设置。',
  },
  {
    value: 'instant',
    title: '名单一致即通过',
    text: '学校、班级、姓名和学号与名单一致时当场通过，每个学号只能认证一次。',
  },
]

/** Whether name and number alone are enough to authenticate a student. */
export function RosterCard({ school }: { school: CampusInfo }) {
  const save = useStaffAction('POST /staff/v1/roster_match_save', {
    changes: ['GET /staff/v1/campus_info', 'GET /staff/v1/campus_list'],
    onDone: () => toast('已保存'),
  })
  return (
    <CampusCard title="名单核对" note={school.hasRoster ? '已有名单' : '还没有名单：所有申请都等待审核'}>
      <fieldset disabled={save.running} className="mt-3 grid gap-2">
        <legend className="sr-only">名单核对方式</legend>
        {ways.map(({ value, title, text }) => (
          <label
            key={value}
            className="flex min-h-11 cursor-pointer items-start gap-3 rounded-cover bg-fill px-3 py-2.5"
          >
            <input
              type="radio"
              name="roster-match"
              className="mt-1 accent-primary"
              checked={school.rosterMatch === value}
              onChange={() => void save.run({ schoolId: school.id, match: value })}
            />
            <span>
              <b className="font-semibold">{title}</b>
              <span className="block text-ink-2">{text}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </CampusCard>
  )
}
