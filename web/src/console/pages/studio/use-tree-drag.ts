import type { TreeNode } from '@dxx/contract/calls/staff/studio-shapes'
import { type DragEvent, useState } from 'react'
import { dropTarget } from './tree-moves'

function isLowerHalf({ currentTarget, clientY }: DragEvent<HTMLElement>): boolean {
  const { top, height } = currentTarget.getBoundingClientRect()
  return clientY > top + height / 2
}

type Move = NonNullable<ReturnType<typeof dropTarget>>

/** Moves nodes of the tree by dragging. Returns the handlers of a row. */
export function useTreeDrag(tree: readonly TreeNode[], onMove: (slug: string, to: Move) => void) {
  const [dragged, setDragged] = useState('')
  const [over, setOver] = useState<{ slug: string; after: boolean } | null>(null)
  return ({ slug }: TreeNode) => ({
    isDragged: dragged === slug,
    edge: over?.slug === slug ? (over.after ? ('after' as const) : ('before' as const)) : null,
    onDrag: (isOn: boolean) => {
      setDragged(isOn ? slug : '')
      setOver(null)
    },
    onOver: (event: DragEvent<HTMLElement>) => {
      const after = isLowerHalf(event)
      if (dragged === '' || dropTarget(tree, dragged, slug, after) === null) return
      event.preventDefault()
      if (over?.slug !== slug || over.after !== after) setOver({ slug, after })
    },
    onDrop: (event: DragEvent<HTMLElement>) => {
      const to = dropTarget(tree, dragged, slug, isLowerHalf(event))
      event.preventDefault()
      setOver(null)
      if (to) onMove(dragged, to)
    },
  })
}
