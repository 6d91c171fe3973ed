import { ScrollingPre } from '../../ui/scrolling-pre'
import { useFile } from './use-file'
import { FileProblemView, Opening, type ViewProps } from './view-states'

/** Maximum number of characters shown, for smooth scrolling. */
const most = 500_000

async function read(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Not UTF-8: Chinese Windows programs write GB18030.
    return new TextDecoder('gb18030').decode(bytes)
  }
}

export function TextView({ url, onRetry }: ViewProps) {
  const file = useFile(url, read)
  if (file.state === 'loading') return <Opening />
  if (file.state === 'failed') return <FileProblemView problem={file.problem} onRetry={onRetry} />
  const lines = file.value.slice(0, most).split(/\r\n|\r|\n/)
  return (
    <>
      {file.value.length > most && (
        <p className="mb-2 rounded-item bg-amber-soft px-3 py-2 text-13 text-amber">
          文件很长，这里只显示开头，完整内容请下载
        </p>
      )}
      <ScrollingPre className="overflow-x-auto rounded-card bg-card p-4 font-mono text-13 leading-relaxed whitespace-pre-wrap">
        {lines.join('\n')}
      </ScrollingPre>
    </>
  )
}
