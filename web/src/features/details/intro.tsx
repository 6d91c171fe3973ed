import type { CurriculumInfo } from '@dxx/contract/calls/catalogue'
import { formatDate } from '@dxx/contract/rules/time-from'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { pageUrl } from '../../router/page-url'
import { Avatar } from '../../ui/avatar'
import { Prose } from '../../ui/prose'
import { Tag } from '../../ui/tag'
import { useSideRoom } from '../../ui/use-side-room'
import { curriculumKinds } from '../catalogue/kinds'

export function Intro({ info }: { info: CurriculumInfo }) {
  const { teacher } = info
  const beside = useSideRoom()
  return (
    <div className="space-y-3">
      {/* With a second column, the teacher is shown there. */}
      {teacher && !beside && (
        <a
          href={`#${pageUrl('pages/teacher/index', { id: teacher.id })}`}
          className="flex items-center gap-3 rounded-card bg-card p-3.5 active:bg-fill"
        >
          <Avatar name={teacher.name} src={teacher.avatar} size={46} />
          <span className="min-w-0 flex-1">
            <span className="block font-semibold">{teacher.name}</span>
            <span className="block truncate text-12 text-ink-3">{teacher.title}</span>
          </span>
          <ChevronRight aria-hidden="true" size={16} className="shrink-0 text-ink-3" />
        </a>
      )}
      <div className="rounded-card bg-card p-4 desk:p-6">
        {info.introHtml ? (
          <Prose html={info.introHtml} className="text-15! leading-[1.8]!" />
        ) : (
          <p className="text-ink-2">{info.summary || `这${curriculumKinds[info.kind].title}还没有写介绍`}</p>
        )}
        <p className="mt-5 flex flex-wrap items-center gap-2 text-12 text-ink-3">
          {info.tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
          {formatDate(info.updatedAt)} 更新
        </p>
      </div>
    </div>
  )
}
