import { useEffect, useState } from 'react'
import { toast } from '../../state/flash'
import { showModal } from '../../state/store'
import { bytesText } from '../../ui/bytes-text'
import { Cell } from '../../ui/cell'
import { cacheBytes, clearCache } from '../offline/device-cache'

/** Size of the cache on this device, and a tap to clear it. */
export function CacheCell() {
  const [bytes, setBytes] = useState<number | null>(null)
  useEffect(() => {
    // Without a storage there is nothing to clear.
    cacheBytes().then(setBytes, () => setBytes(0))
  }, [])

  async function empty(): Promise<void> {
    const content = '清理后，页面第一次打开会慢一点。下载的内容、草稿和没有同步的笔记不会删除。'
    if ((await showModal({ content, confirmText: '清理' })) !== 'confirm') return
    try {
      await clearCache()
      setBytes(0)
      toast('已清理')
    } catch {
      toast('没有清理成功，请稍后再试')
    }
  }

  return <Cell title="清理缓存" value={bytes === null ? '…' : bytesText(bytes)} onClick={() => void empty()} />
}
