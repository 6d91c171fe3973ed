import type { StudioItem, TreeChange, TreeNode } from '@dxx/contract/calls/staff/studio-shapes'
import Plus from 'lucide-react/icons/plus'
import { type KeyboardEvent, useRef, useState } from 'react'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { TextField } from '../../kit/fields'
import { PopMenu } from '../../kit/menu'
import { leafOf, nodeNames } from './kinds'
import { changedTree, moveTarget } from './tree-moves'
import { NodeMenu, type RowActions, type RowMenu, TreeRow } from './tree-row'
import { useRowFocus } from './use-row-focus'
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

/** The row that gets the focus when rows are removed: the next one, or else the one before. */
function rowAfterRemoval(shown: readonly TreeNode[], after: readonly TreeNode[], at: number): string {
  const left = new Set(after.map(({ slug }) => slug))
  const isLeft = ({ slug }: TreeNode) => left.has(slug)
  return (shown.slice(at).find(isLeft) ?? shown.slice(0, at).findLast(isLeft))?.slug ?? ''
}

/** 目录: chapters and sections, moved by dragging or Alt ↑ ↓, renamed by F2. */
export function TreePanel({ item, chosen, onOpen }: TreePanelProps) {
  const { tree, change, running } = useTreeChanges(item)
  const [naming, setNaming] = useState<Naming | null>(null)
  const [menu, setMenu] = useState<RowMenu | null>(null)
  const dragging = useTreeDrag(tree, (slug, to) => void change({ op: 'move', slug, ...to }))
  const { list, focus, focusNext } = useRowFocus()
  const { shown, search, folded, toggle } = useShownNodes(tree, chosen)

  function move({ slug }: TreeNode, by: 1 | -1) {
    const target = moveTarget(tree, slug, by)
    if (!target) return
    focusNext(slug)
    if (target.parent !== null) toggle(target.parent, false)
    void change({ op: 'move', slug, ...target })
  }

  const indexOf = (node: TreeNode) => shown.findIndex(({ slug }) => slug === node.slug)

  function remove(node: TreeNode) {
    focusNext(rowAfterRemoval(shown, changedTree(tree, { op: 'remove', slug: node.slug }), indexOf(node)))
    setMenu(null)
    void change({ op: 'remove', slug: node.slug })
  }

  const rename = (node: TreeNode) => setNaming({ op: 'rename', node })

  function key(event: KeyboardEvent, node: TreeNode) {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (by !== 0 && event.altKey) move(node, by)
    else if (by !== 0) focus(shown[indexOf(node) + by]?.slug ?? node.slug)
    else if (event.key === 'ArrowLeft' && node.kind === 'part') toggle(node.slug, true)
    else if (event.key === 'ArrowRight' && node.kind === 'part') toggle(node.slug, false)
    else if (event.key === 'F2') rename(node)
    // A key that is held down must not remove one row after the other.
    else if (event.key === 'Delete') event.repeat || remove(node)
    else return
    event.preventDefault()
  }

  const latest = useRef<RowActions>(null as never)
  latest.current = {
    open: ({ slug }) => onOpen(slug),
    fold: ({ slug }, isFolded) => toggle(slug, isFolded),
    setFree: ({ slug, free }) => void change({ op: 'free', slug, free: !free }),
    key,
    move,
    rename,
    remove,
    openMenu: ({ slug }, button) => setMenu({ slug, button }),
    ...dragging,
  }
  const [actions] = useState(() => () => latest.current)

  return (
    <nav aria-label="目录" className="flex min-h-0 flex-col overflow-hidden rounded-card bg-card">
      <div className="flex items-center gap-1 px-3.5 py-2.5">
        <h2 className="mr-auto text-15 font-semibold">目录</h2>
        {item.editable && (
          <AddMenu kind={item.kind} tree={tree} chosen={tree.find(({ slug }) => slug === chosen)} onAdd={setNaming} />
        )}
      </div>
      {tree.length > manyNodes && search}
      <ul ref={list} className="min-h-0 flex-1 overflow-y-auto px-1.5 pb-2">
        {shown.map((node) => (
          <TreeRow
            key={node.slug}
            node={node}
            isEditable={item.editable}
            isFolded={node.kind === 'part' ? folded.has(node.slug) : null}
            isChosen={node.slug === chosen}
            isMenuOpen={node.slug === menu?.slug}
            isDragged={dragging.isDragged(node)}
            edge={dragging.edgeOf(node)}
            actions={actions}
          />
        ))}
      </ul>
      {menu && <NodeMenu tree={tree} menu={menu} actions={latest.current} onClose={() => setMenu(null)} />}
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
