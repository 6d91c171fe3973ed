import type { TreeNode } from '@dxx/contract/calls/staff/studio-shapes'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Eye from 'lucide-react/icons/eye'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import { type DragEvent, type KeyboardEvent, memo } from 'react'
import { cx } from '../../../ui/cx'
import { OpenMenu } from '../../kit/menu'

export interface RowActions {
  open(node: TreeNode): void
  fold(node: TreeNode, isFolded: boolean): void
  key(event: KeyboardEvent, node: TreeNode): void
  move(node: TreeNode, by: 1 | -1): void
  rename(node: TreeNode): void
  setFree(node: TreeNode): void
  remove(node: TreeNode): void
  openMenu(node: TreeNode, button: HTMLElement): void
  drag(node: TreeNode, isOn: boolean): void
  over(event: DragEvent<HTMLElement>, node: TreeNode): void
  drop(event: DragEvent<HTMLElement>, node: TreeNode): void
}

interface TreeRowProps {
  node: TreeNode
  isEditable: boolean
  /** Whether the sections of a part are hidden; null for other nodes. */
  isFolded: boolean | null
  isChosen: boolean
  isMenuOpen: boolean
  isDragged: boolean
  /** Edge at which the dragged node would be inserted. */
  edge: 'before' | 'after' | null
  /** Never changes, so that unchanged rows are not rendered again: a book has a thousand. */
  actions: () => RowActions
}

/** One chapter or section of the tree. */
export const TreeRow = memo(function TreeRow({
  node,
  isEditable,
  isFolded,
  isChosen,
  isMenuOpen,
  isDragged,
  edge,
  actions,
}: TreeRowProps) {
  return (
    <li
      draggable={isEditable && node.kind !== 'expand'}
      onDragStart={() => actions().drag(node, true)}
      onDragEnd={() => actions().drag(node, false)}
      onDragOver={(event) => actions().over(event, node)}
      onDrop={(event) => actions().drop(event, node)}
      className={cx(
        'group relative flex items-center rounded-item [contain-intrinsic-size:auto_36px] [content-visibility:auto]',
        isChosen && 'bg-primary-soft',
        isDragged && 'opacity-50',
        edge === 'after' && 'shadow-[inset_0_-2px_0_var(--color-primary)]',
        edge === 'before' && 'shadow-[inset_0_2px_0_var(--color-primary)]',
      )}
    >
      {isFolded !== null && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={`${isFolded ? '展开' : '收起'}${node.title}`}
          aria-expanded={!isFolded}
          onClick={() => actions().fold(node, !isFolded)}
          className="tap grid size-7 shrink-0 place-items-center rounded-full text-ink-3 hover:bg-fill"
        >
          <ChevronRight size={15} className={isFolded ? undefined : 'rotate-90'} />
        </button>
      )}
      <button
        type="button"
        data-slug={node.slug}
        aria-current={isChosen ? 'page' : undefined}
        onClick={() => actions().open(node)}
        onKeyDown={(event) => actions().key(event, node)}
        className={cx(
          'flex min-h-11 min-w-0 flex-1 items-center gap-1.5 rounded-item px-2 text-left desk:min-h-8.5',
          isFolded !== null && 'pl-0',
          node.parent !== null && 'pl-7',
          node.kind === 'part' ? 'font-semibold' : 'text-ink-2',
          isChosen && 'text-primary',
        )}
      >
        <span className="min-w-0 flex-1 truncate">{node.title}</span>
        {node.free && <Eye size={13} aria-label="试读" className="shrink-0 text-ink-3" />}
        {node.state !== 'same' && (
          <span
            role="img"
            aria-label={node.state === 'new' ? '新的' : '改过'}
            className={cx('size-2 shrink-0 rounded-full', node.state === 'new' ? 'bg-success' : 'bg-amber')}
          />
        )}
      </button>
      {isEditable && (
        <button
          type="button"
          aria-label={`${node.title} 的操作`}
          aria-haspopup="menu"
          aria-expanded={isMenuOpen}
          onClick={({ currentTarget }) => actions().openMenu(node, currentTarget)}
          className="tap mr-1 grid size-7 shrink-0 place-items-center rounded-full text-ink-3 opacity-0 group-hover:opacity-100 hover:bg-fill focus-visible:opacity-100 aria-expanded:opacity-100 max-desk:opacity-100"
        >
          <Ellipsis size={15} />
        </button>
      )}
    </li>
  )
})

/** The row whose menu is open, with the button that was pressed. */
export interface RowMenu {
  slug: string
  button: HTMLElement
}

interface NodeMenuProps {
  tree: readonly TreeNode[]
  menu: RowMenu
  actions: RowActions
  onClose(): void
}

/** Open menu of a row. */
export function NodeMenu({ tree, menu, actions, onClose }: NodeMenuProps) {
  const node = tree.find(({ slug }) => slug === menu.slug)
  if (!node) return null
  const isMovable = node.kind !== 'expand'
  return (
    <OpenMenu
      key={node.slug}
      anchor={menu.button}
      onClose={onClose}
      items={[
        { label: '改名', icon: <Pencil size={15} />, onSelect: () => actions.rename(node) },
        isMovable && { label: '上移', onSelect: () => actions.move(node, -1) },
        isMovable && { label: '下移', onSelect: () => actions.move(node, 1) },
        (node.kind === 'text' || node.kind === 'lesson') && {
          label: node.free ? '取消试读' : '设为试读',
          icon: <Eye size={15} />,
          onSelect: () => actions.setFree(node),
        },
        { label: '移除', icon: <Trash size={15} />, danger: true, onSelect: () => actions.remove(node) },
      ]}
    />
  )
}
