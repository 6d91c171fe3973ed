import Download from 'lucide-react/icons/download'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { type MouseEvent, useState } from 'react'
import { probeFile } from '../../api/download'
import { ApiError } from '../../api/error'
import { isInWechat } from '../../platform/wechat'
import { toast } from '../../state/flash'
import { buttonClass } from '../../ui/button'
import { Spinner } from '../../ui/spinner'
import { WechatOverlay } from '../share/wechat-overlay'

interface DownloadLinkProps {
  url: string
  name: string
  /** Requests a new link when the current one has expired. */
  refresh(): Promise<string>
  large?: boolean
}

/**
 * Download by the browser, independent of the file size. The first byte is requested beforehand, because the browser
 * reports neither an expired link nor a silent server to the page.
 */
export function DownloadLink({ url, name, refresh, large = false }: DownloadLinkProps) {
  const [state, setState] = useState<'ready' | 'asking' | 'failed'>('ready')
  const [hint, setHint] = useState(false)

  async function start(event: MouseEvent) {
    event.preventDefault()
    // WeChat cannot download; show how to open the browser.
    if (isInWechat()) return setHint(true)
    if (state === 'asking') return
    setState('asking')
    try {
      let address = url
      let answer = await probeFile(address)
      if (answer.status === 403) {
        address = await refresh()
        answer = await probeFile(address)
      }
      if (!answer.ok) throw new Error(String(answer.status))
      save(address, name)
      setState('ready')
    } catch (error) {
      const isLate = error instanceof ApiError && error.name === 'timeout'
      toast(isLate ? '60 秒没有收到数据，请重试下载' : '没有下载下来，请检查网络后重试')
      setState('failed')
    }
  }

  const icons = {
    ready: <Download aria-hidden="true" size={16} />,
    asking: <Spinner />,
    failed: <RotateCw aria-hidden="true" size={16} />,
  }
  return (
    <>
      <a
        href={addressOf(url, name)}
        download={name}
        aria-busy={state === 'asking'}
        onClick={(event) => void start(event)}
        className={large ? `${buttonClass()} min-w-40` : buttonClass('plain', 'small')}
      >
        {icons[state]}
        {state === 'failed' ? '重试下载' : '下载'}
      </a>
      {hint && (
        <WechatOverlay label="在浏览器打开" onClose={() => setHint(false)}>
          点右上角「···」
          <br />
          选择「在浏览器打开」，就能下载
        </WechatOverlay>
      )}
    </>
  )
}

const addressOf = (url: string, name: string) =>
  `${url}${url.includes('?') ? '&' : '?'}name=${encodeURIComponent(name)}`

function save(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = addressOf(url, name)
  link.download = name
  link.click()
}
