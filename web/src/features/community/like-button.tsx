import { formatNumber } from '@dxx/contract/rules/format'
import ThumbsUp from 'lucide-react/icons/thumbs-up'
import { useRef } from 'react'
import { useAction } from '../../api/use-action'
import { toLogin } from '../../router/navigation'
import { toast } from '../../state/flash'
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
  const undo = useRef(() => {})
  const { run, running } = useAction(call, {
    onDone: ({ on, count }) => void show(id, on, count),
    onError: (error) => {
      undo.current()
      if (!error.shown) toast(error.msg)
    },
  })

  function like() {
    if (!getToken()) return void toLogin()
    if (running) return
    undo.current = show(id, !liked, likes + (liked ? -1 : 1))
    void run({ id, on: !liked })
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
