import { formatNumber } from '@dxx/contract/rules/format'
import ThumbsUp from 'lucide-react/icons/thumbs-up'
import { useRef } from 'react'
import { useAction } from '../../api/use-action'
import { getCurrentPage, openLoginPage } from '../../router/navigation'
import { formatPageUrl } from '../../router/page-url'
import { storeDeferredAction } from '../../state/deferred-action'
import { getToken } from '../../state/token'
import { cx } from '../../ui/cx'
import { TextButton } from './text-button'

interface LikeButtonProps {
  call: 'POST /v130/like_comment' | 'POST /v131/like_note' | 'POST /v131/like_discuss'
  item: { id: string; liked: boolean; likes: number }
  /** Applies the change wherever the item is shown. Returns the undo function. */
  show(id: string, liked: boolean, likes: number): () => void
}

/** Toggles a like optimistically; the server's count follows. */
export function LikeButton({ call, item: { id, liked, likes }, show }: LikeButtonProps) {
  /** State chosen by the last tap; undefined when nothing is being sent. */
  const wanted = useRef<boolean>(undefined)
  const { run } = useAction(call)

  function like() {
    if (!getToken()) {
      if (call === 'POST /v130/like_comment')
        storeDeferredAction({ call, id, title: '点赞这条评价', page: formatPageUrl(getCurrentPage()) })
      return void openLoginPage()
    }
    const isSending = wanted.current !== undefined
    wanted.current = !(wanted.current ?? liked)
    show(id, wanted.current, likes + (wanted.current === liked ? 0 : wanted.current ? 1 : -1))
    if (!isSending) void send({ on: liked, count: likes })
  }

  /** Sends until the server has the state chosen by the last tap, because taps come faster than responses. */
  async function send(stored: { on: boolean; count: number }) {
    let last = stored
    while (wanted.current !== last.on) {
      const answer = await run({ id, on: wanted.current! })
      if (!answer) break
      last = answer
    }
    wanted.current = undefined
    show(id, last.on, last.count)
  }

  return (
    <TextButton
      aria-pressed={liked}
      aria-label={`点赞，${likes} 人赞过`}
      onClick={like}
      className={cx(liked && 'text-primary')}
    >
      <ThumbsUp aria-hidden="true" size={15} className={cx(liked && 'fill-primary-soft')} />
      {likes > 0 ? formatNumber(likes) : '赞'}
    </TextButton>
  )
}
