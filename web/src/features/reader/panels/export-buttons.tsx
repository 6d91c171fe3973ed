import { useState } from 'react'
import { callApi } from '../../../api/client'
import { ApiError } from '../../../api/error'
import { toast } from '../../../state/flash'
import { Button } from '../../../ui/button'
import { syncHighlights } from '../highlights/store'

type Format = 'markdown' | 'w3c'

/** Exports all highlights of the book as a file. */
export function ExportButtons({ curriculumId }: { curriculumId: string }) {
  const [busy, setBusy] = useState<Format | null>(null)

  async function take(format: Format) {
    if (busy) return
    setBusy(format)
    try {
      // Syncs first, so that the export includes changes pending on this device.
      await syncHighlights(curriculumId)
      const { name, mime, text } = await callApi('GET /v1/highlights_export', { id: curriculumId, format })
      download(name, new Blob([text], { type: mime }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!error.shown) toast(error.msg)
    } finally {
      setBusy(null)
    }
  }

  return (
    <div className="flex flex-wrap gap-2">
      <Button kind="plain" size="small" loading={busy === 'markdown'} onClick={() => void take('markdown')}>
        导出 Markdown
      </Button>
      <Button kind="plain" size="small" loading={busy === 'w3c'} onClick={() => void take('w3c')}>
        导出 JSON
      </Button>
    </div>
  )
}

function download(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
