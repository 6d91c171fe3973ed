import type { StudioItem } from '@dxx/contract/calls/staff/studio-shapes'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Ellipsis from 'lucide-react/icons/ellipsis'
import FileText from 'lucide-react/icons/file-text'
import FileUp from 'lucide-react/icons/file-up'
import History from 'lucide-react/icons/history'
import Link2 from 'lucide-react/icons/link-2'
import List from 'lucide-react/icons/list'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Settings from 'lucide-react/icons/settings-2'
import Users from 'lucide-react/icons/users'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { copyText } from '../../../features/share/copy-text'
import { toast } from '../../../state/flash'
import { useDesktop } from '../../../ui/use-media'
import { useStaffAction, useStaffCall } from '../../api/hooks'
import { useUrlState } from '../../kit/address'
import { ConsoleButton } from '../../kit/button'
import { Confirm } from '../../kit/confirm'
import { Dialog } from '../../kit/dialog'
import { PopMenu } from '../../kit/menu'
import { useShortcut } from '../../kit/shortcuts'
import { Failure, TableSkeleton } from '../../kit/states'
import { StateTag } from '../../kit/tag'
import { timeText } from '../../kit/time'
import { FieldsDialog } from './fields-dialog'
import { HistoryDialog } from './history-dialog'
import { ImportDialog } from './import-dialog'
import { kindNames } from './kinds'
import { ContentStateTag } from './list'
import { PublishDialog } from './publish-dialog'
import { ResourcesDialog } from './resources-dialog'
import { TaskNotices } from './task-notices'
import { TreePanel } from './tree-panel'
import { WorkspaceBody } from './workspace-body'

const name = 'GET /staff/v1/studio_open'

/** One curriculum in the studio: tree on the left, text in the middle, preview on the right. */
export function StudioWorkspace({ id }: { id: string }) {
  const { data, error, refetch } = useStaffCall(
    name,
    { id },
    { refetchInterval: (query) => (isWorking(query.state.data) ? 2000 : 30_000) },
  )
  if (error && !data) return <Failure error={error} noun="内容" onRetry={() => void refetch()} />
  if (!data) return <TableSkeleton height={44} />
  return <Workspace item={data} />
}

/** Whether a background task is running whose result this page shows. */
const isWorking = (item: StudioItem | undefined) =>
  item?.publication?.state === 'running' ||
  item?.tasks.some(({ state }) => state === 'waiting' || state === 'running') === true

type Asked = 'import' | 'publish' | 'history' | 'fields' | 'resources' | 'discard' | 'tree' | null

function Workspace({ item }: { item: StudioItem }) {
  const desktop = useDesktop()
  const [{ node, view }, setAddress] = useUrlState(['node', 'view'])
  const [asked, setAsked] = useState<Asked>(null)
  const close = () => setAsked(null)
  const chosen = item.tree.find(({ slug }) => slug === node) ?? item.tree.find(({ path }) => path !== null)
  const open = (slug: string) => {
    setAddress({ node: slug, view: '' })
    if (asked === 'tree') close()
  }
  useEffect(() => {
    document.title = `${item.title} · 内容工作室 · 多享学管理台`
  }, [item.title])
  useShortcut('f', '发布', () => setAsked('publish'), { enabled: item.canPublish })
  useShortcut('h', '版本', () => setAsked('history'))
  const discard = useStaffAction('POST /staff/v1/studio_discard', {
    changes: [name, 'GET /staff/v1/studio_list', 'GET /staff/v1/studio_text'],
    onDone: ({ files }) => {
      close()
      toast(`已放弃 ${files} 个文件的改动`)
    },
  })
  const isIntro = view === 'intro'
  const tree = <TreePanel item={item} chosen={isIntro ? '' : (chosen?.slug ?? '')} onOpen={open} />
  return (
    <>
      <Bar item={item} onAsk={setAsked} isNarrow={!desktop} />
      <PublicationNotice item={item} />
      <TaskNotices item={item} />
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] gap-3.5 desk:grid-cols-[260px_minmax(0,1fr)]">
        {desktop && tree}
        <WorkspaceBody item={item} node={chosen} />
      </div>
      <Dialog side open={asked === 'tree'} onClose={close} title="目录">
        {tree}
      </Dialog>
      {asked === 'import' && <ImportDialog item={item} node={chosen} onClose={close} />}
      {asked === 'publish' && <PublishDialog item={item} onClose={close} />}
      {asked === 'history' && <HistoryDialog item={item} onClose={close} />}
      {asked === 'fields' && (
        <FieldsDialog
          item={item}
          onClose={close}
          onIntro={() => {
            close()
            setAddress({ node: '', view: 'intro' })
          }}
        />
      )}
      {asked === 'resources' && <ResourcesDialog item={item} onClose={close} />}
      <Confirm
        open={asked === 'discard'}
        onClose={close}
        title="放弃草稿"
        effect={`${item.changes.length} 个文件的改动都会丢掉，回到已发布的内容。`}
        confirm={`放弃 ${item.changes.length} 个文件的改动`}
        running={discard.running}
        onConfirm={() => void discard.run({ id: item.id })}
      />
    </>
  )
}

interface BarProps {
  item: StudioItem
  isNarrow: boolean
  onAsk(asked: Asked): void
}

function Bar({ item, isNarrow, onAsk }: BarProps) {
  /** A preview link that the browser did not let us copy. */
  const [uncopied, setUncopied] = useState({ url: '', until: '' })
  const link = useStaffAction('POST /staff/v1/studio_link', {
    onDone: async ({ path, expiresAt }) => {
      const url = new URL(path, location.origin).href
      const until = timeText(expiresAt)
      if (await copyText(url)) toast(`预览链接已复制，${until} 前有效`)
      else setUncopied({ url, until })
    },
  })
  const changes = item.changes.length
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-2">
      <div className="mr-auto min-w-0 max-desk:w-full">
        <nav aria-label="上一级" className="flex items-center gap-1.5 text-12 text-ink-3">
          <Link href="/studio" className="tap rounded-item hover:text-primary">
            内容工作室
          </Link>
          <ChevronRight size={12} />
          <span>{kindNames[item.kind]}</span>
        </nav>
        <h1 className="flex min-w-0 items-center gap-2 text-17 leading-tight font-semibold">
          <span className="truncate">{item.fields.title || item.title}</span>
          <ContentStateTag item={item} />
        </h1>
      </div>
      {item.others.length > 0 && (
        <StateTag tone="amber" icon={<Users size={12} />}>
          {item.others.map(({ name: who }) => who).join('、')} 也在编辑
        </StateTag>
      )}
      {isNarrow && (
        <ConsoleButton kind="page" icon={<List size={16} />} onClick={() => onAsk('tree')}>
          目录
        </ConsoleButton>
      )}
      <ConsoleButton kind="page" icon={<Settings size={16} />} onClick={() => onAsk('fields')}>
        信息
      </ConsoleButton>
      {item.kind === 'textbook' && (
        <ConsoleButton kind="page" icon={<FileText size={16} />} onClick={() => onAsk('resources')}>
          资源 {item.resources.length > 0 ? item.resources.length : ''}
        </ConsoleButton>
      )}
      <ConsoleButton kind="page" icon={<History size={16} />} hotkey="H" onClick={() => onAsk('history')}>
        版本
      </ConsoleButton>
      <PopMenu
        trigger={
          <ConsoleButton kind="page" aria-label="更多">
            <Ellipsis size={16} />
          </ConsoleButton>
        }
        items={[
          {
            label: '复制预览链接（3 天）',
            icon: <Link2 size={15} />,
            onSelect: () => void link.run({ id: item.id, hours: 72 }),
          },
          {
            label: '读入文件…',
            icon: <FileUp size={15} />,
            onSelect: () => onAsk('import'),
          },
          changes > 0 && {
            label: '放弃草稿…',
            icon: <RotateCcw size={15} />,
            danger: true,
            onSelect: () => onAsk('discard'),
          },
        ]}
      />
      <ConsoleButton
        kind="amber"
        hotkey="F"
        disabled={changes === 0 || !item.canPublish}
        onClick={() => onAsk('publish')}
      >
        {changes > 0 ? `发布 ${changes} 处改动…` : '发布…'}
      </ConsoleButton>
      <Dialog
        open={uncopied.url !== ''}
        onClose={() => setUncopied({ url: '', until: '' })}
        title="预览链接"
        note={`浏览器没有允许复制，请自己复制；${uncopied.until} 前有效`}
      >
        <p className="rounded-item bg-fill px-3 py-2 break-all select-all">{uncopied.url}</p>
      </Dialog>
    </div>
  )
}

/** Notice about a publication: planned, running, or failed with its reasons. */
function PublicationNotice({ item }: { item: StudioItem }) {
  const [, setAddress] = useUrlState(['node'])
  const cancel = useStaffAction('POST /staff/v1/studio_publish_cancel', {
    changes: [name, 'GET /staff/v1/studio_list'],
  })
  const { publication, tree } = item
  if (!publication) return null
  const { state, at, by, progress, problems } = publication
  const errors = problems.filter(({ level }) => level === 'error')
  return (
    <section
      aria-label="发布"
      className={`flex flex-wrap items-start gap-3 rounded-card px-4 py-2.5 ${state === 'failed' ? 'bg-danger-soft text-danger' : 'bg-amber-soft text-amber'}`}
    >
      <div role="status" className="min-w-0 flex-1">
        {state === 'running' && <p>正在发布{progress ? `：${progress}` : '…'}</p>}
        {state === 'planned' && (
          <p>
            {by} 预定 {timeText(at)} 发布，之前的改动都会一起发布
          </p>
        )}
        {state === 'failed' && (
          <>
            <p className="font-semibold">没有发布：{errors.length} 处要改正</p>
            <ul className="mt-1 max-h-32 space-y-0.5 overflow-y-auto">
              {errors.map(({ file, line, text }) => {
                const slug = tree.find(({ path }) => path === file)?.slug
                const problem = `${file}${line > 0 ? ` 第 ${line} 行` : ''}：${text}`
                return (
                  <li key={problem}>
                    {slug ? (
                      <button
                        type="button"
                        className="tap text-left underline"
                        onClick={() => setAddress({ node: slug })}
                      >
                        {problem}
                      </button>
                    ) : (
                      problem
                    )}
                  </li>
                )
              })}
            </ul>
          </>
        )}
      </div>
      {state !== 'running' && item.canPublish && (
        <ConsoleButton
          kind="page"
          size="small"
          loading={cancel.running}
          onClick={() => void cancel.run({ id: item.id })}
        >
          {state === 'planned' ? '取消预定' : '知道了'}
        </ConsoleButton>
      )}
    </section>
  )
}
