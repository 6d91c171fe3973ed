import { useStaffCall } from '../../../api/hooks'
import { PersonAvatar } from '../../../kit/face'
import type { ClassDetail } from '../class-detail'

interface AttentionProps {
  of: ClassDetail
  /** Chooses these student numbers, to write to them. */
  onChoose?(numbers: string[]): void
}

const shownMax = 6

function reasonText({ overdue, idleDays }: { overdue: number; idleDays: number | null }): string {
  const idle = idleDays === null ? '还没有学习过' : idleDays >= 7 && `${idleDays} 天没学习`
  return [idle, overdue > 0 && `${overdue} 次作业没做完`].filter(Boolean).join('，')
}

/** Students with overdue homework or without study for a week. */
export function Attention({ of, onChoose }: AttentionProps) {
  const { data = [] } = useStaffCall('GET /staff/v1/class_attention', { id: of.id })
  return (
    <section aria-label="需要关注" className="rounded-card bg-card px-4 py-3">
      <h2 className="flex items-baseline gap-2 text-15 font-semibold">
        需要关注 <span className="text-12 font-normal text-ink-3">{data.length} 人</span>
        {onChoose && data.length > 0 && (
          <button
            type="button"
            onClick={() => onChoose(data.map(({ studentNo }) => studentNo))}
            className="tap ml-auto rounded-tag text-12 font-semibold text-primary"
          >
            全部选中
          </button>
        )}
      </h2>
      {data.length === 0 && <p className="mt-1 text-ink-3">大家都跟得上</p>}
      <ul className="mt-1">
        {data.slice(0, shownMax).map((student) => (
          <li key={student.studentNo} className="flex min-h-8 items-center gap-2">
            <PersonAvatar id={student.user} name={student.name} size={22} />
            <b className="shrink-0 font-semibold">{student.name}</b>
            <span className="min-w-0 truncate text-12 text-ink-3">{reasonText(student)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
