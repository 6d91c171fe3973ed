import type { StudioItem, TreeNode } from '@dxx/contract/calls/staff/studio-shapes'
import FileText from 'lucide-react/icons/file-text'
import Library from 'lucide-react/icons/library'
import { Link } from 'wouter'
import { useStaffCall } from '../../api/hooks'
import { useUrlState } from '../../kit/address'
import { consoleButtonClass } from '../../kit/button'
import { RegionState } from '../../kit/states'
import { MediaPane } from './media-pane'
import { SubtitlesPane } from './subtitles/subtitles-pane'
import { TextPane } from './text-pane'

/** The introduction is edited like a section, but is no part of the tree. */
const introNode = { title: '详细介绍', state: 'same' } as const

/**
 * Shows the opened section, lesson or introduction. Content without texts has views of its own, such as that of a bank.
 */
export function WorkspaceBody({ item, node }: { item: StudioItem; node: TreeNode | undefined }) {
  const [{ view }, setAddress] = useUrlState(['view'])
  if (view === 'intro' && item.fields.intro !== '')
    return <TextPane key={item.fields.intro} item={item} node={introNode} path={item.fields.intro} />
  if (!item.editable)
    return (
      <RegionState
        tone="blue"
        icon={<FileText size={24} />}
        title="这本书是 EPUB"
        text="正文和目录在 EPUB 里，发布前的检查会列出章节；用“更多 → 读入文件”换一本新的，书名、作者和介绍在“信息”里改"
      />
    )
  if (item.kind === 'bank') return <BankBody item={item} node={node} />
  if (!node) return <RegionState tone="blue" icon={<FileText size={24} />} title="还没有内容" text="在目录里加一节" />
  if (node.path === null && node.kind !== 'lesson')
    return (
      <RegionState
        tone="blue"
        icon={<FileText size={24} />}
        title={node.title}
        text="这一层只有标题，请选它下面的一节"
      />
    )
  if (view === 'subtitles' && node.subtitles?.endsWith('.vtt'))
    return (
      <SubtitlesPane
        key={node.subtitles}
        item={item}
        node={node}
        path={node.subtitles}
        onClose={() => setAddress({ view: '' })}
      />
    )
  return (
    <div className="flex min-h-0 min-w-0 flex-col gap-3.5">
      {node.kind === 'lesson' && (
        <MediaPane item={item} node={node} onEditSubtitles={() => setAddress({ view: 'subtitles' })} />
      )}
      {node.path !== null && <TextPane key={node.path} item={item} node={node} path={node.path} />}
    </div>
  )
}

/** A bank has names of chapters only; its questions are edited on the page 题库. */
function BankBody({ item, node }: { item: StudioItem; node: TreeNode | undefined }) {
  const { data: banks } = useStaffCall('GET /staff/v1/bank_list', {}, { staleTime: 60_000 })
  const chapter = banks?.find(({ id }) => id === item.id)?.chapters.find(({ slug }) => slug === node?.slug)
  const { hasQuestions, text } =
    item.questions > 0
      ? { hasQuestions: true, text: `已发布 ${item.questions} 道题，在题库页编辑、预览和发布；这里安排章节和介绍` }
      : { hasQuestions: false, text: '还没有发布的题目：在题库页新建，或者从 Word、表格等文件导入' }
  return (
    <RegionState tone="blue" icon={<Library size={24} />} title={item.fields.title || item.title} text={text}>
      <Link href={`/bank?bank=${item.id}`} className={consoleButtonClass('primary', 'small')}>
        {hasQuestions ? '打开题库里的题目' : '去题库页'}
      </Link>
      {chapter && (
        <Link href={`/bank?bank=${item.id}&chapter=${chapter.id}`} className={consoleButtonClass('line', 'small')}>
          只看“{chapter.title}”
        </Link>
      )}
    </RegionState>
  )
}
