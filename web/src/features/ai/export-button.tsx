import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { callApi } from '../../api/client'
import { ApiError } from '../../api/error'
import { toast } from '../../state/flash'
import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { saveFile } from '../../ui/save-file'

/** Saves one conversation as a file, or all of them if no id is given. */
export function ExportButton({ id }: { id?: string }) {
  const [running, setRunning] = useState(false)

  async function save() {
    if (running) return
    setRunning(true)
    try {
      const { name, text } = await callApi('GET /v1/ai_export', id ? { id } : {})
      saveFile(name, text, 'text/markdown;charset=utf-8')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!error.shown) toast(error.msg)
    } finally {
      setRunning(false)
    }
  }

  if (id)
    return (
      <IconButton label="导出这段对话" onClick={() => void save()}>
        <Download aria-hidden="true" size={20} />
      </IconButton>
    )
  return (
    <Button kind="text" size="small" loading={running} onClick={() => void save()}>
      导出全部
    </Button>
  )
}
