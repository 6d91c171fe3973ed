import type { Resource } from '@dxx/contract/calls/study'
import { useState } from 'react'
import { usePagedCall } from '../../../api/use-paged-call'
import { cx } from '../../../ui/cx'
import { Empty } from '../../../ui/empty'
import { PagedList } from '../../../ui/paging/paged-list'
import { ResourceCard, resourceKinds } from '../body/resource-card'

const kinds = Object.keys(resourceKinds) as Resource['kind'][]

/** All resources of a textbook, by kind. */
export function ResourcesPanel({ curriculumId, chapterId }: { curriculumId: string; chapterId?: string }) {
  const [kind, setKind] = useState<Resource['kind']>()
  const resources = usePagedCall('GET /v1/textbooks_resource', { id: curriculumId, kind, chapterId, pageSize: 20 })
  const counts = resources.answer?.counts ?? {}
  const offered = kinds.filter((one) => counts[one])
  const pill = (value: Resource['kind'] | undefined, title: string) => (
    <button
      key={title}
      type="button"
      aria-pressed={kind === value}
      onClick={() => setKind(value)}
      className={cx(
        'tap min-h-8 shrink-0 rounded-full px-3 text-13',
        kind === value ? 'bg-primary-soft font-semibold text-primary' : 'bg-fill text-ink-2',
      )}
    >
      {title}
    </button>
  )
  return (
    <div className="px-4 pb-6">
      {offered.length > 1 && (
        <div role="toolbar" aria-label="资源类型" className="flex flex-wrap gap-x-2 gap-y-3 py-2">
          {pill(undefined, '全部')}
          {offered.map((one) => pill(one, `${resourceKinds[one]} ${counts[one]}`))}
        </div>
      )}
      <PagedList
        {...resources}
        itemKey={({ id }) => id}
        renderItem={(resource) => <ResourceCard resource={resource} chapter={{ curriculum: { id: curriculumId } }} />}
        empty={<Empty hint={chapterId ? '这一节没有配套资源' : '这本书没有配套资源'} />}
      />
    </div>
  )
}
