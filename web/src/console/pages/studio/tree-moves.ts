import type { TreeChange, TreeNode } from '@dxx/contract/calls/staff/studio-shapes'

interface MoveTarget {
  parent: string | null
  index: number
}

type Node = Pick<TreeNode, 'slug' | 'kind' | 'parent'>

const siblingsOf = <N extends Node>(tree: readonly N[], parent: string | null) =>
  tree.filter((node) => node.parent === parent && node.kind !== 'expand')

/**
 * Position of a node after one step up or down; at the edge a section moves into the next chapter. Null if it cannot
 * move.
 */
export function moveTarget(tree: readonly Node[], slug: string, by: 1 | -1): MoveTarget | null {
  const node = tree.find((one) => one.slug === slug)
  if (!node || node.kind === 'expand') return null
  const siblings = siblingsOf(tree, node.parent)
  const at = siblings.findIndex((one) => one.slug === slug)
  if (siblings[at + by]) return { parent: node.parent, index: at + by }
  if (node.parent === null) return null
  // The last section of a chapter stays, because a chapter without sections cannot be published.
  if (siblings.length === 1) return null
  const parts = tree.filter(({ kind }) => kind === 'part')
  const next = parts[parts.findIndex((part) => part.slug === node.parent) + by]
  if (!next) return null
  return { parent: next.slug, index: by === 1 ? 0 : siblingsOf(tree, next.slug).length }
}

/** Position of a dragged node when dropped on another one. Null if it cannot be dropped there. */
export function dropTarget(tree: readonly Node[], slug: string, over: string, after: boolean): MoveTarget | null {
  const [node, target] = [slug, over].map((name) => tree.find((one) => one.slug === name))
  if (!node || !target || slug === over || node.kind === 'expand' || target.kind === 'expand') return null
  const isPart = node.kind === 'part'
  // A chapter dropped on a section goes beside the chapter of that section.
  const beside = isPart && target.parent !== null ? tree.find((one) => one.slug === target.parent)! : target
  if (!isPart && beside.kind === 'part' && after) return { parent: beside.slug, index: 0 }
  if (!isPart && beside.kind === 'part' && node.kind === 'lesson') return null
  if (node.parent !== null && node.parent !== beside.parent && siblingsOf(tree, node.parent).length === 1) return null
  const siblings = siblingsOf(tree, beside.parent).filter((one) => one.slug !== slug)
  return { parent: beside.parent, index: siblings.findIndex((one) => one.slug === beside.slug) + (after ? 1 : 0) }
}

/** The tree after a move or a removal, as the server will return it; other changes are shown when they are saved. */
export function changedTree<N extends Node>(tree: readonly N[], change: TreeChange): readonly N[] {
  const node = 'slug' in change ? tree.find(({ slug }) => slug === change.slug) : undefined
  if (!node) return tree
  if (change.op === 'move') return movedTree(tree, node, change)
  if (change.op !== 'remove') return tree
  // A chapter is removed with its last section.
  const isLast = node.parent !== null && siblingsOf(tree, node.parent).length === 1
  const gone = isLast ? node.parent : node.slug
  return tree.filter(({ slug, parent }) => slug !== gone && parent !== gone)
}

function movedTree<N extends Node>(tree: readonly N[], node: N, { parent, index }: MoveTarget): readonly N[] {
  const isMoved = (one: Node) => one.slug === node.slug || (node.kind === 'part' && one.parent === node.slug)
  const moved = tree.filter(isMoved).map((one) => (one.slug === node.slug ? { ...one, parent } : one))
  const rest = tree.filter((one) => !isMoved(one))
  const next = siblingsOf(rest, parent)[index]
  // Further reading stands behind all chapters.
  const isLastBefore = (one: Node) =>
    parent === null ? one.kind !== 'expand' : one.slug === parent || one.parent === parent
  const at = next ? rest.indexOf(next) : rest.findLastIndex(isLastBefore) + 1
  return [...rest.slice(0, at), ...moved, ...rest.slice(at)]
}
