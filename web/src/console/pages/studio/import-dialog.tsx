import type { StudioItem, TreeNode } from '@dxx/contract/calls/staff/studio-shapes'
import FileUp from 'lucide-react/icons/file-up'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../api/error'
import { toast } from '../../../state/flash'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { importContentFile, importEndings, replacesDraft } from './import-content'

interface ImportDialogProps {
  item: StudioItem
  /** The open section, after which a document is inserted. */
  node: TreeNode | undefined
  onClose(): void
}

const hints: Record<StudioItem['kind'], string> = {
  textbook:
    'Word（.docx）、Jupyter（.ipynb）和 Markdown（.md）加为一节；课程包（.imscc）和内容文件夹的压缩包（.zip）换掉整本草稿',
  ebook: 'EPUB 和内容文件夹的压缩包（.zip）换掉整本草稿；Word、Jupyter 和 Markdown 加为一节',
  course: 'Word（.docx）、Jupyter（.ipynb）和 Markdown（.md）加为一课的讲义；内容文件夹的压缩包（.zip）换掉整门草稿',
  bank: '内容文件夹的压缩包（.zip）换掉章节的草稿；题目请在“题库”页导入',
}

/** Picks a file that is read into the draft in the background. */
export function ImportDialog({ item, node, onClose }: ImportDialogProps) {
  const picker = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [percent, setPercent] = useState<number | null>(null)
  const [error, setError] = useState('')
  const replaces = file !== null && replacesDraft(file.name)
  // An upload goes on after the dialog was closed, and its result must not close another dialog.
  const isClosed = useRef(false)
  useEffect(() => {
    isClosed.current = false
    return () => {
      isClosed.current = true
    }
  }, [])

  async function start() {
    if (!file) return
    try {
      setError('')
      setPercent(0)
      await importContentFile(item.id, file, node?.slug ?? null, (share) => setPercent(Math.round(share * 100)))
      toast('开始读取，可以继续编辑；读完会在这一页说明')
      if (!isClosed.current) onClose()
    } catch (reason) {
      if (!(reason instanceof ApiError)) throw reason
      if (isClosed.current) toast(`${file.name}：${reason.msg}`)
      else setError(reason.msg)
    } finally {
      setPercent(null)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="读入文件"
      note={hints[item.kind]}
      actions={
        <>
          <ConsoleButton onClick={onClose}>取消</ConsoleButton>
          <ConsoleButton
            kind={replaces ? 'danger' : 'primary'}
            disabled={!file}
            loading={percent !== null}
            onClick={() => void start()}
          >
            {replaces ? '换掉草稿' : '读入'}
          </ConsoleButton>
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-3">
        <ConsoleButton kind="line" icon={<FileUp size={16} />} data-autofocus onClick={() => picker.current?.click()}>
          选择文件
        </ConsoleButton>
        <span className="min-w-0 flex-1 truncate">{file?.name ?? '还没有选'}</span>
        <input
          ref={picker}
          type="file"
          aria-label="要读入的文件"
          accept={importEndings[item.kind]}
          hidden
          onChange={(event) => {
            setFile(event.target.files?.[0] ?? null)
            setError('')
            event.target.value = ''
          }}
        />
      </div>
      <p className="mt-3 text-ink-2">
        {replaces
          ? `只换草稿：${item.changes.length > 0 ? `现在的 ${item.changes.length} 处改动会丢掉，` : ''}已发布的内容不变，检查过再发布。有错误的文件不会换。`
          : '先放进草稿，检查过再发布；没能带入的会逐条说明。'}
      </p>
      {percent !== null && (
        <p role="status" className="mt-2 text-ink-3">
          正在上传 {percent}%，断了会接着传
        </p>
      )}
      {error && (
        <p role="alert" className="mt-2 text-danger">
          {error}
        </p>
      )}
    </Dialog>
  )
}
