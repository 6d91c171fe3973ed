import type { ModeratedPost } from '@dxx/contract/calls/staff/work'
import { useState } from 'react'
import { toast } from '../../../state/flash'
import { Skeleton } from '../../../ui/skeleton'
import { useStaffAction, useStaffCall } from '../../api/hooks'
import { hasAnyPermission, useSignedInStaff } from '../../frame/me'
import { ConsoleButton } from '../../kit/button'
import { Confirm } from '../../kit/confirm'
import { DetailPane } from '../../kit/detail-pane'
import { PersonAvatar } from '../../kit/face'
import { useShortcut } from '../../kit/shortcuts'
import { timeText } from '../../kit/time'
import { UserActions } from '../users/user-actions'
import { UserState } from '../users/user-state'
import { Facts } from '../work/facts'
import { PictureThumbnail } from '../work/pictures'
import { Reject } from '../work/reject'
import { usualRemovals } from './usual-removals'

interface PostPaneProps {
  open: boolean
  /** Undefined while the list is loading, and after the post has left the list. */
  post: ModeratedPost | undefined
  loading: boolean
  onClose(): void
  onAuthor(id: string): void
}

/** One post, with the actions on the post and its author. */
export function PostPane({ open, post, loading, onClose, onAuthor }: PostPaneProps) {
  return (
    <DetailPane open={open} onClose={onClose} title={post ? post.kindName : '发言'}>
      {post ? (
        <Details key={post.id} post={post} onAuthor={onAuthor} />
      ) : loading ? (
        <Skeleton className="h-24" />
      ) : (
        <p className="text-ink-3">这条内容不在当前的列表里：可能刚刚被隐藏、恢复或删除，或者在更早的一页。</p>
      )}
    </DetailPane>
  )
}

const changes = ['GET /staff/v1/posts_recent', 'GET /staff/v1/work_counts', 'GET /staff/v1/work_list'] as const

function Details({ post, onAuthor }: { post: ModeratedPost; onAuthor(id: string): void }) {
  const me = useSignedInStaff()
  const [asked, setAsked] = useState<'hide' | 'restore' | null>(null)
  const done = (text: string) => () => {
    setAsked(null)
    toast(text)
  }
  const hide = useStaffAction('POST /staff/v1/post_hide', {
    changes: [...changes],
    onDone: done('已隐藏，作者会收到原因'),
  })
  const restore = useStaffAction('POST /staff/v1/post_restore', { changes: [...changes], onDone: done('已恢复显示') })
  const { data } = useStaffCall(
    'GET /staff/v1/user_info',
    { id: post.author.id },
    { enabled: hasAnyPermission(me, ['user.read']) },
  )
  useShortcut('r', post.hidden ? '恢复显示' : '隐藏', () => setAsked(post.hidden ? 'restore' : 'hide'))
  return (
    <div className="space-y-5">
      <section aria-label="内容" className="rounded-cover bg-fill px-3.5 py-2.5">
        {post.quote && <p className="mb-1 border-l-2 border-line pl-2 text-12 text-ink-2">{post.quote}</p>}
        <p className="user-text text-14">{post.text}</p>
        {post.images.length > 0 && (
          <div className="mt-1.5 flex flex-wrap gap-2">
            {post.images.map(({ id, url }) => (
              <PictureThumbnail key={id} url={url} label="图片" className="size-20" />
            ))}
          </div>
        )}
      </section>
      <Facts
        rows={[
          ['位置', post.place],
          ['时间', timeText(post.createdAt)],
          ...(post.stars === null ? [] : ([['评分', `${post.stars} 星`]] as [string, string][])),
          ['举报', post.reports === 0 ? '没有' : `${post.reports} 人，等在工作台`],
          ...(post.hidden
            ? ([['隐藏', `${post.hidden.by} · ${timeText(post.hidden.at)} · ${post.hidden.reason}`]] as [
                string,
                string,
              ][])
            : []),
        ]}
      />
      {post.hidden ? (
        <ConsoleButton kind="primary" hotkey="R" onClick={() => setAsked('restore')}>
          恢复显示…
        </ConsoleButton>
      ) : (
        <ConsoleButton kind="danger" hotkey="R" onClick={() => setAsked('hide')}>
          隐藏…
        </ConsoleButton>
      )}
      <section aria-label="作者" className="space-y-3 border-t border-line pt-4">
        <div className="flex items-center gap-3">
          <PersonAvatar id={post.author.id} name={post.author.nickname} src={post.author.avatar} size={36} />
          <div className="min-w-0 flex-1">
            <b className="block truncate font-semibold">{post.author.nickname}</b>
            {data && <UserState user={data.user} />}
          </div>
          <ConsoleButton size="small" onClick={() => onAuthor(post.author.id)}>
            看 TA 的发言
          </ConsoleButton>
        </div>
        {data && <UserActions user={data.user} />}
      </section>
      <Reject
        open={asked === 'hide'}
        onClose={() => setAsked(null)}
        title={`隐藏${post.author.nickname}的${post.kindName}`}
        usual={usualRemovals}
        confirm="确认，隐藏 1 条"
        running={hide.running}
        onConfirm={(reason) => void hide.run({ id: post.id, reason })}
      />
      <Confirm
        open={asked === 'restore'}
        onClose={() => setAsked(null)}
        kind="amber"
        title={`恢复${post.author.nickname}的${post.kindName}？`}
        effect="大家又能看到它，评分也重新计入；作者会收到消息。"
        confirm="恢复 1 条"
        reason={{ label: '原因（记入操作记录）' }}
        running={restore.running}
        onConfirm={(reason) => void restore.run({ id: post.id, reason })}
      />
    </div>
  )
}
