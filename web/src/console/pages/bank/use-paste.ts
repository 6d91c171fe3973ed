import { type ClipboardEvent, type DragEvent, type RefObject, useRef, useState } from 'react'
import { ApiError } from '../../../api/error'
import { toast } from '../../../state/flash'
import { markdownOfPasted } from '../studio/pasted-html'
import { uploadContentFile, uploadPlaceholder } from '../studio/upload-content'

/**
 * Handles pasted and dropped content in a text field: pictures upload by themselves, text of Word keeps its structure
 * and formulas. `bank` is the curriculum that pictures are uploaded to.
 */
export function usePaste(
  bank: string,
  field: RefObject<HTMLTextAreaElement | null>,
  value: string,
  onChange: (value: string) => void,
) {
  const [percent, setPercent] = useState<number | null>(null)
  // An upload ends after the edit that started it, when the field may have another value and another handler.
  const latest = useRef({ value, onChange })
  latest.current = { value, onChange }
  const put = (text: string) => {
    latest.current.value = text
    latest.current.onChange(text)
  }

  function insert(text: string): void {
    const { value: now } = latest.current
    const from = field.current?.selectionStart ?? now.length
    put(now.slice(0, from) + text + now.slice(field.current?.selectionEnd ?? from))
    const cursor = from + text.length
    requestAnimationFrame(() => field.current?.setSelectionRange(cursor, cursor))
  }

  /** Starts an upload. Returns a placeholder text for the picture. */
  function upload(file: File): string {
    const placeholder = uploadPlaceholder()
    const swap = (text: string) => put(latest.current.value.replace(placeholder, () => text))
    setPercent(0)
    uploadContentFile(bank, file, (share) => setPercent(Math.round(share * 100)))
      .then(({ path }) => swap(`![${file.name.replace(/\.\w+$/, '').replace(/[[\]]/g, '')}](${path})`))
      .catch((error) => {
        swap('')
        if (!(error instanceof ApiError)) throw error
        if (!error.shown) toast(error.msg)
      })
      .finally(() => setPercent(null))
    return placeholder
  }

  /** Inserts pictures; other files are not part of a question. Returns whether there are any. */
  function add(files: readonly File[]): boolean {
    const pictures = files.filter(({ type }) => type.startsWith('image/'))
    if (pictures.length > 0) insert(pictures.map(upload).join('\n\n'))
    else if (files.length > 0) toast('题目里只能放图片')
    return files.length > 0
  }

  return {
    percent,
    add,
    handlers: {
      onPaste: (event: ClipboardEvent) => {
        const { clipboardData: data } = event
        const files = [...data.files]
        const html = data.getData('text/html')
        const pasted = { html, rtf: data.getData('text/rtf'), hasFiles: files.length > 0 }
        const converted = html ? markdownOfPasted(pasted, upload) : null
        if (converted) insert(converted.text)
        else if (!add(files)) return
        event.preventDefault()
        if (converted && converted.missing > 0)
          toast(`${converted.missing} 张图没有带过来，原处留了说明：请在原文里单独复制图片再粘贴`)
      },
      onDragOver: (event: DragEvent) => event.preventDefault(),
      onDrop: (event: DragEvent) => {
        if (add([...event.dataTransfer.files])) event.preventDefault()
      },
    },
  }
}
