import Bold from 'lucide-react/icons/bold'
import CirclePlay from 'lucide-react/icons/circle-play'
import Code from 'lucide-react/icons/code-xml'
import Heading from 'lucide-react/icons/heading-2'
import ImagePlus from 'lucide-react/icons/image-plus'
import Italic from 'lucide-react/icons/italic'
import List from 'lucide-react/icons/list'
import ListOrdered from 'lucide-react/icons/list-ordered'
import Plus from 'lucide-react/icons/plus'
import Sigma from 'lucide-react/icons/sigma'
import Table from 'lucide-react/icons/table'
import { type ReactNode, useRef } from 'react'
import type { MarkdownEditor } from './create-markdown-editor'

interface MarkdownToolbarProps {
  /** Whether the text belongs to a curriculum, whose texts may contain runnable cells. */
  hasCells: boolean
  editor(): MarkdownEditor | null
  onFiles(files: File[]): void
}

/** Buttons above the editor for authors who do not know Markdown. Everything they insert can also be typed. */
export function MarkdownToolbar({ hasCells, editor, onFiles }: MarkdownToolbarProps) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <div
      role="toolbar"
      aria-label="格式"
      className="flex shrink-0 items-center gap-0.5 overflow-x-auto border-b border-line px-2 py-1"
    >
      <Tool label="小标题" icon={<Heading size={17} />} onUse={() => editor()?.prefix('## ')} />
      <Tool label="加粗（Ctrl B）" icon={<Bold size={16} />} onUse={() => editor()?.wrap('**')} />
      <Tool label="斜体（Ctrl I）" icon={<Italic size={16} />} onUse={() => editor()?.wrap('*')} />
      <Tool label="列表" icon={<List size={17} />} onUse={() => editor()?.prefix('- ')} />
      <Tool label="编号" icon={<ListOrdered size={17} />} onUse={() => editor()?.prefix('1. ')} />
      <Divider />
      <Tool label="公式（Alt =）" icon={<Sigma size={17} />} onUse={() => editor()?.wrap('$')} />
      <Tool label="代码" icon={<Code size={17} />} onUse={() => editor()?.insertBlock('```\n▮\n```\n')} />
      {hasCells && (
        <Tool
          label="可运行的代码"
          icon={<CirclePlay size={17} />}
          onUse={() => editor()?.insertBlock(`\`\`\`python run id=cell-${Date.now().toString(36)}\n▮\n\`\`\`\n`)}
        />
      )}
      <Tool
        label="表格"
        icon={<Table size={17} />}
        onUse={() => editor()?.insertBlock('| ▮ |  |\n| --- | --- |\n|  |  |\n')}
      />
      <Tool label="插入图片" icon={<ImagePlus size={17} />} onUse={() => picker.current?.click()} />
      <Divider />
      <Tool
        label={hasCells ? '插入题目、资源、提示框…' : '插入提示框、选项卡…'}
        icon={<Plus size={17} />}
        onUse={() => editor()?.insertBlock('/▮')}
      />
      <input
        ref={picker}
        type="file"
        aria-label="要插入的图片"
        accept="image/*"
        multiple
        hidden
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </div>
  )
}

const Divider = () => <span aria-hidden="true" className="mx-1 h-4 w-px shrink-0 bg-line" />

function Tool({ label, icon, onUse }: { label: string; icon: ReactNode; onUse(): void }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onUse}
      className="grid size-11 shrink-0 place-items-center rounded-item text-ink-2 hover:bg-fill hover:text-ink desk:size-8"
    >
      {icon}
    </button>
  )
}
