import type { StudioItem, TreeChange, TreeNode } from '@dxx/contract/calls/staff/studio-shapes'
import { useRef, useState } from 'react'
import type { StaffData } from '../../api/client'
import { staffQueryClient, useStaffAction } from '../../api/hooks'
import { dropUndo, offerUndo } from '../../kit/undo'
import { changedTree } from './tree-moves'

type Changed = StaffData<'POST /staff/v1/studio_tree'>

interface Waiting {
  change: TreeChange
  end(changed: Changed | undefined): void
}

const open = 'GET /staff/v1/studio_open'

/**
 * Changes the tree. Shows moves and removals at once and saves the changes one after the other, because keys are pressed
 * faster than a long tree is saved. Offers an undo of the last change where possible.
 */
export function useTreeChanges(item: StudioItem) {
  /** `saved` is the last response. It is newer than `item` until the page gets another item. */
  const [{ seen, saved, waiting }, setState] = useState({ seen: item, saved: item, waiting: [] as TreeChange[] })
  const queue = useRef<Waiting[]>([])
  const current = useRef(item)
  current.current = item
  const action = useStaffAction('POST /staff/v1/studio_tree')
  const undoAction = useStaffAction('POST /staff/v1/studio_save', { changes: [open] })

  const show = (next: StudioItem) => {
    // The cache keeps the nodes that are the same, so that their rows are not rendered again.
    const saved = staffQueryClient.setQueryData<StudioItem>([open, { id: next.id }], next) ?? next
    setState({ seen: current.current, saved, waiting: queue.current.map(({ change }) => change) })
  }

  async function send(id: string) {
    for (let next = queue.current[0]; next; next = queue.current[0]) {
      const changed = await action.run({ id, change: next.change })
      // The changes after a refused one were made in a tree that does not exist.
      const ended = queue.current.splice(0, changed ? 1 : queue.current.length)
      if (changed) show(changed.item)
      else setState({ seen: current.current, saved: current.current, waiting: [] })
      for (const { end } of ended) end(changed)
      if (changed && queue.current.length === 0) offer(id, next.change, changed.undo)
    }
    for (const call of [open, 'GET /staff/v1/studio_list', 'GET /staff/v1/studio_text'])
      void staffQueryClient.invalidateQueries({ queryKey: [call] })
  }

  function offer(id: string, { op }: TreeChange, undo: Changed['undo']) {
    if (op !== 'remove' && op !== 'move') return
    offerUndo(op === 'remove' ? '已从目录移除，发布后生效' : '已移动', () => void undoAction.run({ id, ...undo }))
  }

  /** Resolves with the response, or with undefined if the change was not saved. */
  function change(next: TreeChange): Promise<Changed | undefined> {
    // The undo restores the text from before the last change, which is now another one.
    dropUndo()
    return new Promise((end) => {
      queue.current.push({ change: next, end })
      setState((before) => ({ ...before, waiting: queue.current.map((one) => one.change) }))
      if (queue.current.length === 1) void send(item.id)
    })
  }

  const { tree } = item === seen ? saved : item
  return { tree: waiting.reduce<readonly TreeNode[]>(changedTree, tree), running: waiting.length > 0, change }
}
