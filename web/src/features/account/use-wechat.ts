import { useEffect, useEffectEvent } from 'react'
import { useAction } from '../../api/use-action'
import { type Data, useCall } from '../../api/use-call'
import { inWechat } from '../../platform/wechat'
import { expectReturn, returnAddress, takeWechatCode, type WechatPurpose, wechatApp } from '../../platform/wechat-oauth'
import { toast } from '../../state/flash'
import { showModal } from '../../state/store'
import { useDesktop } from '../../ui/use-media'

/**
 * Goes to WeChat and brings a code back to this page. `start` takes the page's own address; `onCode` is called with what
 * came back, once.
 */
export function useWechat(purpose: WechatPurpose, onCode: (code: string) => void) {
  const desktop = useDesktop()
  const { run, running } = useAction('GET /v130/wechat_authorize', {
    onDone: ({ url }: Data<'GET /v130/wechat_authorize'>) => location.assign(url),
  })

  const look = useEffectEvent(() => {
    const code = takeWechatCode(purpose)
    if (code) onCode(code)
  })
  useEffect(() => look(), [])

  return {
    running,
    start(route: string) {
      // A phone cannot scan its own screen: outside WeChat there is nothing to show it.
      if (!inWechat() && !desktop) return void openInWechat()
      void run({ app: wechatApp(), redirect: returnAddress(), state: expectReturn(purpose, route) })
    },
  }
}

/**
 * Whether this server has WeChat where the user is: a phone outside WeChat is sent into it. False until it is known, so
 * that nobody is offered a way that leads nowhere.
 */
export function useHasWechat(): boolean {
  const desktop = useDesktop()
  const { data } = useCall('GET /v1/get_config', {})
  return data?.wechat[inWechat() || !desktop ? 'mp' : 'web'] ?? false
}

async function openInWechat(): Promise<void> {
  const answer = await showModal({
    content: '请在微信里打开本页，再继续操作。复制链接后发给自己（文件传输助手），点开即可。',
    confirmText: '复制链接',
  })
  if (answer !== 'confirm') return
  try {
    await navigator.clipboard.writeText(location.href)
    toast('链接已复制')
  } catch {
    toast('没有复制成功，请手动复制网址')
  }
}
