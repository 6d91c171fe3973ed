import type { TreeNode } from '@dxx/contract/calls/staff/studio-shapes'
import { type DragEvent, useState } from 'react'
import { dropTarget } from './tree-moves'

function isLowerHalf({ currentTarget, clientY }: DragEvent<HTMLElement>): boolean {
  const { top, height } = currentTarget.getBoundingClientRect()
  return clientY > top + height / 2
}

type Move = NonNullable<ReturnType<typeof dropTarget>>

/** Moves nodes of the tree by dragging. Returns the handlers of the rows. */
export function useTreeDrag(tree: readonly TreeNode[], onMove: (slug: string, to: Move) => void) {
  const [dragged, setDragged] = useState('')
  const [over, setOver] = useState<{ slug: string; after: boolean } | null>(null)
  return {
    isDragged: ({ slug }: TreeNode) => dragged === slug,
    edgeOf: ({ slug }: TreeNode) =>
      over?.slug !== slug ? null : over.after ? ('after' as const) : ('before' as const),
    drag: ({ slug }: TreeNode, isOn: boolean) => {
      setDragged(isOn ? slug : '')
      setOver(null)
    },
    over: (event: DragEvent<HTMLElement>, { slug }: TreeNode) => {
      const after = isLowerHalf(event)
      if (dragged === '' || dropTarget(tree, dragged, slug, after) === null) return
      event.preventDefault()
      if (over?.slug !== slug || over.after !== after) setOver({ slug, after })
    },
    drop: (event: DragEvent<HTMLElement>, { slug }: TreeNode) => {
      const to = dropTarget(tree, dragged, slug, isLowerHalf(event))
      event.preventDefault()
      setOver(null)
      if (to) onMove(dragged, to)
    },
  }
}
