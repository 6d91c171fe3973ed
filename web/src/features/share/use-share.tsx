import type { CurriculumInfo } from '@dxx/contract/calls/catalogue'
import { type ReactNode, useState } from 'react'
import { isInWechat } from '../../platform/wechat'
import { toast } from '../../state/flash'
import { showModal } from '../../state/store'
import { track } from '../tracking/track'
import { copyText } from './copy-text'
import { currentShareCard } from './share-card'
import { WechatOverlay } from './wechat-overlay'

/** Shares the page by WeChat's menu inside WeChat, by the system's share sheet, or by copying the link. */
export function useShare(info: CurriculumInfo | undefined): { share(): void; overlay: ReactNode } {
  const [pointing, setPointing] = useState(false)

  async function share(): Promise<void> {
    if (!info) return
    track('share', info.id)
    // A page cannot open WeChat's menu, so an overlay points at the menu button.
    if (isInWechat()) return setPointing(true)
    const { title, summary: text, url } = currentShareCard()
    if (navigator.share) {
      try {
        return await navigator.share({ title, text, url })
      } catch (error) {
        // Does nothing if the user cancelled; after any other error the link is copied.
        if (error instanceof DOMException && error.name === 'AbortError') return
      }
    }
    if (await copyText(url)) toast('链接已复制，去粘贴给朋友吧')
    else void showModal({ title: '复制链接分享', content: url, showCancel: false })
  }

  return {
    share: () => void share(),
    overlay: pointing && (
      <WechatOverlay label="分享到微信" onClose={() => setPointing(false)}>
        点右上角「···」
        <br />
        发送给朋友或分享到朋友圈
      </WechatOverlay>
    ),
  }
}
