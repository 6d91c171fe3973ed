import type { Discuss } from '@dxx/contract/calls/community'
import type { ReactNode } from 'react'
import { useAction } from '../../api/use-action'
import { changeAnswers, invalidateCalls } from '../../api/use-call'
import { showModal } from '../../state/store'
import { Post } from './post'
import { recountDiscussions } from './recount-discussions'
import { TextButton } from './text-button'

function changeDiscuss(id: string, change: (item: Discuss) => Partial<Discuss>): () => void {
  const apply = (list: Discuss[]) => list.map((one) => (one.id === id ? { ...one, ...change(one) } : one))
  const undo = [
    changeAnswers('GET /v131/get_discuss', (page) => ({ ...page, list: apply(page.list) })),
    changeAnswers('GET /v131/question_discuss', (page) => ({ ...page, list: apply(page.list) })),
  ]
  return () => {
    for (const one of undo) one()
  }
}

/**
 * A discussion post about a chapter, one of its paragraphs, or a question; `place` links to that chapter or question.
 */
export function DiscussItem({ item, place }: { item: Discuss; place?: ReactNode }) {
  const { id } = item
  const remove = useAction('POST /v131/delete_discuss', {
    onDone: () => {
      void invalidateCalls('GET /v131/get_discuss', 'GET /v131/question_discuss')
      recountDiscussions()
    },
  })

  const changed = {
    onDone: (next: Discuss) =>
      void changeDiscuss(id, () => ({ pinned: next.pinned, closed: next.closed, acceptedId: next.acceptedId })),
  }
  const pin = useAction('POST /v131/discuss_pin', changed)
  const close = useAction('POST /v131/discuss_close', changed)

  async function askRemove() {
    const answer = await showModal({ content: '删除这条讨论？下面的回复也会一起删除。', confirmText: '删除', type: 2 })
    if (answer === 'confirm') void remove.run({ id })
  }

  return (
    <Post
      target="discuss"
      item={item}
      place={place}
      change={(change) => changeDiscuss(id, change)}
      leading={
        item.rights && (
          <>
            {item.rights.pin && (
              <TextButton onClick={() => void pin.run({ id, on: !item.pinned })}>
                {item.pinned ? '取消置顶' : '置顶'}
              </TextButton>
            )}
            {item.rights.decide && (
              <TextButton onClick={() => void close.run({ id, on: !item.closed })}>
                {item.closed ? '重新开放' : '关闭'}
              </TextButton>
            )}
          </>
        )
      }
      own={<TextButton onClick={() => void askRemove()}>删除</TextButton>}
    />
  )
}
