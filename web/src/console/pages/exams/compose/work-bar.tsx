import ChevronRight from 'lucide-react/icons/chevron-right'
import CloudAlert from 'lucide-react/icons/cloud-alert'
import CloudCheck from 'lucide-react/icons/cloud-check'
import CloudUpload from 'lucide-react/icons/cloud-upload'
import FilePen from 'lucide-react/icons/file-pen'
import Printer from 'lucide-react/icons/printer'
import Settings from 'lucide-react/icons/settings-2'
import Smartphone from 'lucide-react/icons/smartphone'
import Users from 'lucide-react/icons/users'
import { Link } from 'wouter'
import { useSignedInStaff } from '../../../frame/me'
import { ConsoleButton } from '../../../kit/button'
import { StateTag } from '../../../kit/tag'
import { timeText } from '../../../kit/time'
import type { DraftView } from './draft-sync'
import { useOpenDraft } from './use-draft'

interface WorkBarProps {
  onPreview(): void
  onPrint(): void
  onPublish(): void
  /** Opens the settings; present only if the window is too narrow to show them beside the paper. */
  onSettings?(): void
}

/** Bar above the draft: title, save state, other staff members in the draft, and actions. */
export function WorkBar({ onPreview, onPrint, onPublish, onSettings }: WorkBarProps) {
  const me = useSignedInStaff()
  const { exam, view } = useOpenDraft()
  const { body, others, loadedFrom } = view
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-2">
      <div className="mr-auto min-w-0 max-desk:w-full">
        <nav aria-label="上一级" className="desk:hidden flex items-center gap-1.5 text-12 text-ink-3">
          <Link href="/exams" className="tap rounded-item hover:text-primary">
            考试
          </Link>
          <ChevronRight size={12} />
          <span>组卷</span>
        </nav>
        <h1 className="flex min-w-0 items-center gap-2 text-17 leading-tight font-semibold">
          <span className="truncate">{body.title.trim() || '未命名考试'}</span>
          <StateTag tone={exam ? 'blue' : 'grey'} icon={<FilePen size={12} />}>
            {exam ? '修改' : '草稿'}
          </StateTag>
        </h1>
      </div>
      {others.length > 0 && (
        <StateTag tone="amber" icon={<Users size={12} />}>
          {others.map(({ name }) => name).join('、')} 也在编辑
        </StateTag>
      )}
      <p role="status" className="flex items-center gap-1.5 text-12 text-ink-3 max-desk:w-full">
        <SaveLine view={view} />
        {loadedFrom &&
          (loadedFrom.by === me.person.nickname
            ? '，已载入你在另一个窗口的改动'
            : `，${loadedFrom.by} 刚刚改过，已载入`)}
      </p>
      {onSettings && (
        <ConsoleButton kind="page" icon={<Settings size={16} />} onClick={onSettings}>
          设置
        </ConsoleButton>
      )}
      <ConsoleButton kind="page" icon={<Printer size={16} />} hotkey="D" onClick={onPrint}>
        打印
      </ConsoleButton>
      <ConsoleButton kind="line" icon={<Smartphone size={16} />} hotkey="P" onClick={onPreview}>
        预览
      </ConsoleButton>
      <ConsoleButton kind="amber" hotkey="F" onClick={onPublish}>
        {exam ? '发布修改…' : '发布…'}
      </ConsoleButton>
    </div>
  )
}

function SaveLine({ view: { state, savedAt, msg } }: { view: DraftView }) {
  const clock = timeText(savedAt).replace(/^今天 /, '')
  switch (state) {
    case 'saved':
      return (
        <>
          <CloudCheck size={15} />
          已保存 {clock}
        </>
      )
    case 'waiting':
    case 'saving':
      return (
        <>
          <CloudUpload size={15} />
          正在保存…
        </>
      )
    case 'offline':
      return (
        <span className="flex items-center gap-1.5 text-amber">
          <CloudAlert size={15} />
          {msg || '没有连上'}，已存在本机，恢复后自动保存
        </span>
      )
    case 'conflict':
      return <span className="text-amber">没有保存：内容已被改过</span>
    case 'gone':
      return <span className="text-danger">没有保存：草稿已被删除，内容存在本机</span>
    case 'refused':
      return <span className="text-danger">没有保存：{msg}</span>
  }
}
