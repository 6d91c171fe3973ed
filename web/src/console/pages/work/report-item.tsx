import type { ModeratedPost } from '@dxx/contract/calls/staff/work'
import { useState } from 'react'
import { cx } from '../../../ui/cx'
import { ConsoleButton } from '../../kit/button'
import { PersonAvatar } from '../../kit/face'
import { useShortcut } from '../../kit/shortcuts'
import { StateTag } from '../../kit/tag'
import { timeText } from '../../kit/time'
import { usualRemovals } from '../posts/usual-removals'
import { useDecision } from './decision'
import { Decisions } from './facts'
import type { ItemProps } from './item-props'
import { PictureThumbnail } from './pictures'
import { Reject } from './reject'

/** Reports about a post, shown with the posts before and after it. */
export function ReportItem({ item, detail, ...ends }: ItemProps<'report'>) {
  const [removing, setRemoving] = useState(false)
  const keep = useDecision('POST /staff/v1/report_keep', ends, '已保留')
  const remove = useDecision('POST /staff/v1/report_remove', ends, '已隐藏')
  const isOpen = item.closedAt === null
  const leave = () => void keep.run({ id: item.id, version: item.version })
  useShortcut('a', '内容没有问题', leave, { enabled: isOpen })
  useShortcut('r', '隐藏内容', () => setRemoving(true), { enabled: isOpen })
  const around = detail.surroundings.length > 0 ? detail.surroundings : [detail.post]
  return (
    <>
      <section aria-label="被举报的内容" className="space-y-2">
        <h3 className="text-15 font-semibold">{detail.post.place}</h3>
        {around.map((post) => (
          <Post key={post.id} post={post} isReported={post.id === detail.post.id} />
        ))}
      </section>
      <section aria-label="举报">
        <h3 className="mb-1 text-15 font-semibold">{detail.reports.length} 人举报</h3>
        <ul className="divide-y divide-line">
          {detail.reports.map(({ reason, reporter, createdAt }) => (
            <li key={reporter.id} className="flex gap-3 py-1.5">
              <span className="min-w-0 flex-1">{reason}</span>
              <span className="text-12 text-ink-3">
                {reporter.nickname} · {timeText(createdAt)}
              </span>
            </li>
          ))}
        </ul>
      </section>
      {isOpen && (
        <Decisions>
          <ConsoleButton kind="primary" size="large" hotkey="A" loading={keep.running} onClick={leave}>
            没有问题，保留
          </ConsoleButton>
          <ConsoleButton kind="danger" size="large" hotkey="R" onClick={() => setRemoving(true)}>
            隐藏…
          </ConsoleButton>
        </Decisions>
      )}
      <Reject
        open={removing}
        onClose={() => setRemoving(false)}
        title={`隐藏${detail.post.author.nickname}的${detail.post.kindName}`}
        usual={usualRemovals}
        confirm="确认，隐藏 1 条"
        running={remove.running}
        onConfirm={(reason) => void remove.run({ id: item.id, version: item.version, reason })}
      />
    </>
  )
}

function Post({ post, isReported }: { post: ModeratedPost; isReported: boolean }) {
  return (
    <div className={cx('rounded-cover px-3.5 py-2.5', isReported ? 'bg-amber-soft' : 'bg-fill')}>
      <p className="flex items-center gap-2 text-12 text-ink-2">
        <PersonAvatar id={post.author.id} name={post.author.nickname} src={post.author.avatar} size={20} />
        {post.author.nickname} · {post.kindName} · {timeText(post.createdAt)}
        {isReported && <StateTag tone="amber">被举报</StateTag>}
      </p>
      {post.quote && <p className="mt-1 border-l-2 border-line pl-2 text-12 text-ink-2">{post.quote}</p>}
      <p className="user-text mt-1 text-14">{post.text}</p>
      {post.images.length > 0 && (
        <div className="mt-1.5 flex flex-wrap gap-2">
          {post.images.map(({ id, url }) => (
            <PictureThumbnail key={id} url={url} label="图片" className="size-20" />
          ))}
        </div>
      )}
    </div>
  )
}
