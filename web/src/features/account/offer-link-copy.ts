import { toast } from '../../state/flash'
import { showModal } from '../../state/store'

/** Explains in a dialog why the user must go on in another app, and copies the link of this page if wanted. */
export async function offerLinkCopy(content: string): Promise<void> {
  const choice = await showModal({ content, confirmText: '复制链接' })
  if (choice !== 'confirm') return
  try {
    await navigator.clipboard.writeText(location.href)
    toast('链接已复制')
  } catch {
    toast('没有复制成功，请手动复制网址')
  }
}
