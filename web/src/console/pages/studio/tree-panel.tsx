import type { StudioItem, TreeChange, TreeNode } from '@dxx/contract/calls/staff/studio-shapes'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Eye from 'lucide-react/icons/eye'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { type DragEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '../../../ui/cx'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { TextField } from '../../kit/fields'
import { PopMenu } from '../../kit/menu'
import { leafOf, nodeNames } from './kinds'
import { changedTree, moveTarget } from './tree-moves'
import { manyNodes, useShownNodes } from './use-shown-nodes'
import { useTreeChanges } from './use-tree-changes'
import { useTreeDrag } from './use-tree-drag'

interface TreePanelProps {
  item: StudioItem
  chosen: string
  onOpen(slug: string): void
}

type Naming =
  | { op: 'rename'; node: TreeNode }
  | { op: 'add'; kind: TreeNode['kind']; parent: string | null; index?: number }

/** The change of the tree for a typed name. */
const changeOf = (naming: Naming, title: string): TreeChange =>
  naming.op === 'rename'
    ? { op: 'rename', slug: naming.node.slug, title }
    : { op: 'add', kind: naming.kind, title, parent: naming.parent, index: naming.index }

const keyHint = (
  <p className="border-t border-line px-3.5 py-2 text-11 text-ink-3 max-desk:hidden">
    拖动或 Alt ↑ ↓ 移动，← → 收起展开，F2 改名，Delete 移除
  </p>
)

/** 目录: chapters and sections, moved by dragging or Alt ↑ ↓, renamed by F2. */
export function TreePanel({ item, chosen, onOpen }: TreePanelProps) {
  const { tree, change, running } = useTreeChanges(item)
  const [naming, setNaming] = useState<Naming | null>(null)
  const dragOf = useTreeDrag(tree, (slug, to) => void change({ op: 'move', slug, ...to }))
  const list = useRef<HTMLUListElement>(null)
  const { shown, search, folded, toggle } = useShownNodes(tree, chosen)

  /** Row that gets the focus once the changed tree is shown: a moved row loses it, a removed one has none. */
  const focusNext = useRef('')
  const focus = (slug: string) =>
    [...list.current!.querySelectorAll<HTMLElement>('[data-slug]')].find(({ dataset }) => dataset.slug === slug)?.focus()
  // Before the next key is handled, so that no key is lost.
  useLayoutEffect(() => {
    if (focusNext.current === '') return
    focus(focusNext.current)
    focusNext.current = ''
  })

  function move(slug: string, by: 1 | -1) {
    const target = moveTarget(tree, slug, by)
    if (!target) return
    focusNext.current = slug
    if (target.parent !== null) toggle(target.parent, false)
    void change({ op: 'move', slug, ...target })
  }

  function remove(node: TreeNode) {
    const stays = new Set(changedTree(tree, { op: 'remove', slug: node.slug }).map(({ slug }) => slug))
    const at = shown.indexOf(node)
    const isStaying = ({ slug }: TreeNode) => stays.has(slug)
    focusNext.current = (shown.slice(at).find(isStaying) ?? shown.slice(0, at).findLast(isStaying))?.slug ?? ''
    void change({ op: 'remove', slug: node.slug })
  }

  function keys(event: KeyboardEvent, node: TreeNode) {
    const at = shown.indexOf(node)
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (by !== 0 && event.altKey) move(node.slug, by)
    else if (by !== 0) focus(shown[at + by]?.slug ?? node.slug)
    else if (event.key === 'ArrowLeft' && node.kind === 'part') toggle(node.slug, true)
    else if (event.key === 'ArrowRight' && node.kind === 'part') toggle(node.slug, false)
    else if (event.key === 'F2') setNaming({ op: 'rename', node })
    // A key that is held down must not remove one row after the other.
    else if (event.key === 'Delete') event.repeat || remove(node)
    else return
    event.preventDefault()
  }

  return (
    <nav aria-label="目录" className="flex min-h-0 flex-col overflow-hidden rounded-card bg-card">
      <div className="flex items-center gap-1 px-3.5 py-2.5">
        <h2 className="mr-auto text-15 font-semibold">目录</h2>
        {item.editable && <AddMenu kind={item.kind} tree={tree} chosen={tree.find(({ slug }) => slug === chosen)} onAdd={setNaming} />}
      </div>
      {tree.length > manyNodes && search}
      <ul ref={list} className="min-h-0 flex-1 overflow-y-auto px-1.5 pb-2">
        {shown.map((node) => (
          <TreeRow
            key={node.slug}
            node={node}
            isEditable={item.editable}
            isFolded={node.kind === 'part' ? folded.has(node.slug) : null}
            onFold={(isFolded) => toggle(node.slug, isFolded)}
            isChosen={node.slug === chosen}
            {...dragOf(node)}
            onOpen={() => onOpen(node.slug)}
            onKey={(event) => keys(event, node)}
            menu={
              <NodeMenu
                node={node}
                onMove={(by) => move(node.slug, by)}
                onRename={() => setNaming({ op: 'rename', node })}
                onFree={() => void change({ op: 'free', slug: node.slug, free: !node.free })}
                onRemove={() => remove(node)}
              />
            }
          />
        ))}
      </ul>
      {shown.length === 0 && item.editable && <p className="px-3.5 pb-3 text-ink-3">没有这样的章节</p>}
      {item.editable && keyHint}
      {naming && (
        <NameDialog
          naming={naming}
          running={running}
          onClose={() => setNaming(null)}
          onName={async (title) => {
            const done = await change(changeOf(naming, title))
            if (!done) return
            setNaming(null)
            if (naming.op === 'add')
              onOpen(done.item.tree.find(({ parent }) => parent === done.slug)?.slug ?? done.slug)
          }}
        />
      )}
    </nav>
  )
}

interface TreeRowProps {
  node: TreeNode
  isEditable: boolean
  /** Whether the sections of a part are hidden; null for other nodes. */
  isFolded: boolean | null
  onFold(isFolded: boolean): void
  isChosen: boolean
  isDragged: boolean
  /** Edge at which the dragged node would be inserted. */
  edge: 'before' | 'after' | null
  menu: ReactNode
  onOpen(): void
  onKey(event: KeyboardEvent): void
  onDrag(on: boolean): void
  onOver(event: DragEvent<HTMLElement>): void
  onDrop(event: DragEvent<HTMLElement>): void
}

function TreeRow({ node, isEditable, isFolded, isChosen, isDragged, edge, menu, ...on }: TreeRowProps) {
  return (
    <li
      draggable={isEditable && node.kind !== 'expand'}
      onDragStart={() => on.onDrag(true)}
      onDragEnd={() => on.onDrag(false)}
      onDragOver={on.onOver}
      onDrop={on.onDrop}
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
          onClick={() => on.onFold(!isFolded)}
          className="tap grid size-7 shrink-0 place-items-center rounded-full text-ink-3 hover:bg-fill"
        >
          <ChevronRight size={15} className={isFolded ? undefined : 'rotate-90'} />
        </button>
      )}
      <button
        type="button"
        data-slug={node.slug}
        aria-current={isChosen ? 'page' : undefined}
        onClick={on.onOpen}
        onKeyDown={on.onKey}
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
      {isEditable && menu}
    </li>
  )
}

interface AddMenuProps {
  kind: StudioItem['kind']
  tree: readonly TreeNode[]
  chosen: TreeNode | undefined
  onAdd(naming: Naming): void
}

function AddMenu({ kind, tree, chosen, onAdd }: AddMenuProps) {
  const leaf = leafOf(kind)
  const parts = tree.filter((node) => node.kind === 'part')
  const parent =
    kind === 'bank' ? null : chosen?.kind === 'part' ? chosen.slug : (chosen?.parent ?? parts.at(-1)?.slug ?? null)
  const siblings = tree.filter((node) => node.parent === parent && node.kind === leaf)
  const index = chosen && chosen.parent === parent ? siblings.indexOf(chosen) + 1 : siblings.length
  return (
    <PopMenu
      trigger={
        <ConsoleButton kind="quiet" size="small" icon={<Plus size={15} />}>
          新增
        </ConsoleButton>
      }
      items={[
        { label: `一${nodeNames[leaf]}`, onSelect: () => onAdd({ op: 'add', kind: leaf, parent, index }) },
        kind !== 'bank' && { label: '一章', onSelect: () => onAdd({ op: 'add', kind: 'part', parent: null }) },
        kind === 'textbook' && {
          label: '拓展阅读',
          onSelect: () => onAdd({ op: 'add', kind: 'expand', parent: chosen?.kind === 'text' ? chosen.slug : null }),
        },
      ]}
    />
  )
}

interface NodeMenuProps {
  node: TreeNode
  onMove(by: 1 | -1): void
  onRename(): void
  onFree(): void
  onRemove(): void
}

function NodeMenu({ node, onMove, onRename, onFree, onRemove }: NodeMenuProps) {
  return (
    <PopMenu
      trigger={
        <button
          type="button"
          aria-label={`${node.title} 的操作`}
          className="tap mr-1 grid size-7 shrink-0 place-items-center rounded-full text-ink-3 opacity-0 group-hover:opacity-100 hover:bg-fill focus-visible:opacity-100 data-popup-open:opacity-100 max-desk:opacity-100"
        >
          <Ellipsis size={15} />
        </button>
      }
      items={[
        { label: '改名', icon: <Pencil size={15} />, onSelect: onRename },
        node.kind !== 'expand' && { label: '上移', onSelect: () => onMove(-1) },
        node.kind !== 'expand' && { label: '下移', onSelect: () => onMove(1) },
        (node.kind === 'text' || node.kind === 'lesson') && {
          label: node.free ? '取消试读' : '设为试读',
          icon: <Eye size={15} />,
          onSelect: onFree,
        },
        { label: '移除', icon: <Trash size={15} />, danger: true, onSelect: onRemove },
      ]}
    />
  )
}

interface NameDialogProps {
  naming: Naming
  running: boolean
  onClose(): void
  onName(title: string): void
}

function NameDialog({ naming, running, onClose, onName }: NameDialogProps) {
  const [title, setTitle] = useState(naming.op === 'rename' ? naming.node.title : '')
  const what = nodeNames[naming.op === 'rename' ? naming.node.kind : naming.kind]
  const save = () => !running && title.trim() !== '' && onName(title.trim())
  return (
    <Dialog
      open
      onClose={onClose}
      title={naming.op === 'rename' ? `改${what}的名称` : `新增${what}`}
      actions={
        <>
          <ConsoleButton onClick={onClose}>取消</ConsoleButton>
          <ConsoleButton kind="primary" loading={running} disabled={title.trim() === ''} onClick={save}>
            {naming.op === 'rename' ? '保存' : '新增'}
          </ConsoleButton>
        </>
      }
    >
      <TextField
        label="名称"
        value={title}
        maxLength={100}
        onChange={setTitle}
        data-autofocus
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) save()
        }}
      />
    </Dialog>
  )
}
