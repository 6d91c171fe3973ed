import type { Opinion } from '@dxx/contract/calls/support'
import { formatDateTime } from '@dxx/contract/rules/time-from'
import { usePagedCall } from '../../api/use-paged-call'
import { Album } from '../../ui/album'
import { Card } from '../../ui/card'
import { Empty } from '../../ui/empty'
import { PagedList } from '../../ui/paging/paged-list'
import { Tag } from '../../ui/tag'
import { VideoClip } from '../uploads/video-clip'
import { opinionKinds, opinionStates } from './opinion-kinds'

export function MyFeedback() {
  const opinions = usePagedCall('GET /v1/opinion_list', {})
  return (
    <PagedList
      {...opinions}
      itemKey={({ id }) => id}
      renderItem={(opinion) => <Item opinion={opinion} />}
      empty={<Empty hint="还没有反馈过。有想说的，随时告诉我们" />}
    />
  )
}

function Item({ opinion }: { opinion: Opinion }) {
  const state = opinionStates[opinion.state]
  return (
    <Card className="space-y-2">
      <div className="flex items-center justify-between gap-3">
        <span className="font-semibold">{opinionKinds.find(({ value }) => value === opinion.kind)?.title}</span>
        <Tag tone={state.tone}>{state.title}</Tag>
      </div>
      <p className="text-14 user-text">{opinion.text}</p>
      <Album images={opinion.images.map(({ url }, i) => ({ src: url, alt: `图片 ${i + 1}` }))} />
      {opinion.videos.map(({ id, url }) => (
        <div key={id} className="w-60 max-w-full">
          <VideoClip url={url} title="附带的视频" />
        </div>
      ))}
      <p className="text-12 text-ink-3">{formatDateTime(opinion.createdAt)}</p>
      {opinion.answer && (
        <div className="rounded-item bg-fill p-3">
          <p className="text-13 font-semibold">客服回复</p>
          <p className="mt-1 text-14 user-text text-ink-2">{opinion.answer}</p>
          {opinion.answeredAt && <p className="mt-1 text-12 text-ink-3">{formatDateTime(opinion.answeredAt)}</p>}
        </div>
      )}
    </Card>
  )
}
