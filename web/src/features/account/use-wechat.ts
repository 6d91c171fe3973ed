import { useEffect, useEffectEvent } from 'react'
import { useAction } from '../../api/use-action'
import { type CallData, useCall } from '../../api/use-call'
import { isInWechat } from '../../platform/wechat'
import {
  expectReturn,
  hasStrayCode,
  returnAddress,
  takeWechatCode,
  type WechatPurpose,
  wechatApp,
} from '../../router/wechat-oauth'
import { useDesktop } from '../../ui/use-media'
import { offerLinkCopy } from './offer-link-copy'

/**
 * Sends the user to WeChat and returns to this page with a code. `start` takes the page's own URL; `onCode` is called
 * once with the code, `onStray` for a code this page did not request.
 */
export function useWechat(purpose: WechatPurpose, onCode: (code: string) => void, onStray?: () => void) {
  const desktop = useDesktop()
  const { run, running } = useAction('GET /v130/wechat_authorize', {
    onDone: ({ url }: CallData<'GET /v130/wechat_authorize'>) => location.assign(url),
  })

  const look = useEffectEvent(() => {
    const stray = hasStrayCode(purpose)
    const code = takeWechatCode(purpose)
    if (code) onCode(code)
    else if (stray) onStray?.()
  })
  useEffect(() => look(), [])

  return {
    running,
    start(route: string) {
      // A phone cannot scan its own screen. Outside WeChat, the user is therefore asked to open WeChat.
      if (!isInWechat() && !desktop) return void openInWechat()
      void run({ app: wechatApp(), redirect: returnAddress(), state: expectReturn(purpose, route) })
    },
  }
}

/**
 * Whether the server supports WeChat login on this device; on a phone outside WeChat the login asks the user to open
 * WeChat. False until the configuration is loaded, so that no unusable option is shown.
 */
export function useHasWechat(): boolean {
  const desktop = useDesktop()
  const { data } = useCall('GET /v1/get_config', {}, { supporting: true })
  return data?.wechat[isInWechat() || !desktop ? 'mp' : 'web'] ?? false
}

const openInWechat = () =>
  offerLinkCopy('请在微信里打开本页，再继续操作。复制链接后发给自己（文件传输助手），点开即可。')
