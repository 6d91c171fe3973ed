import type { SiteSection } from '@dxx/contract/calls/staff/site-texts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ApiError } from '../../../api/error'
import { Prose } from '../../../ui/prose'
import { callStaff, type StaffData } from '../../api/client'
import type { FollowedEditor } from '../../kit/followed-editor'
import { RenderedPreview } from '../../kit/rendered-preview'
import { Failure, TableSkeleton } from '../../kit/states'
import { useSettled } from '../bank/question-preview'

const name = 'POST /staff/v1/site_text_preview'

interface SiteTextPreviewProps {
  section: SiteSection
  slug: string
  title: string
  text: string
  editor: FollowedEditor
  /** Opens a line of the text in the editor. */
  onLine(line: number): void
}

/** The text as the importer renders it, with its problems by line. */
export function SiteTextPreview({ section, slug, title, text, editor, onLine }: SiteTextPreviewProps) {
  const settled = useSettled(text, 400)
  const { data, error, refetch } = useQuery<StaffData<typeof name>, ApiError>({
    queryKey: [name, section, slug, settled],
    queryFn: ({ signal }) => callStaff(name, { section, slug, text: settled }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  if (error && !data) return <Failure error={error} noun="预览" onRetry={() => void refetch()} />
  if (!data) return <TableSkeleton height={40} />
  return (
    <RenderedPreview {...data} editor={editor} onLine={onLine}>
      <h2 className="mb-3 text-23 leading-tight font-semibold">{title}</h2>
      {settled.trim() === '' ? <p className="text-ink-3">还没有正文</p> : <Prose html={data.html} />}
    </RenderedPreview>
  )
}
