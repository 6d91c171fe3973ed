import { Failure, TableSkeleton } from '../../../kit/states'
import { useSavedPreview } from '../compose/use-saved-preview'
import { PaperPrint } from './paper-print'

/** Print page of a draft. */
export function DraftPrint({ onClose }: { onClose(): void }) {
  const { data, error, retry } = useSavedPreview(1)
  if (error) return <Failure error={error} noun="试卷" onRetry={retry} />
  if (!data) return <TableSkeleton height={56} />
  return (
    <>
      <h1 className="sr-only">打印：{data.title || '未命名考试'}</h1>
      <PaperPrint paper={data} onClose={onClose} />
    </>
  )
}
