import { appConstants } from '@dxx/contract/rules/constants'
import Download from 'lucide-react/icons/download'
import Headphones from 'lucide-react/icons/headphones'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useState } from 'react'
import { useCall } from '../../api/use-call'
import { QrCode } from '../../features/account/qr-code'
import { WechatOverlay } from '../../features/share/wechat-overlay'
import { type DeviceKind, detectDevice } from '../../platform/device'
import { entryUrl, isInWechat } from '../../platform/wechat'
import { Button, buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { Logo } from '../../ui/logo'
import { Skeleton } from '../../ui/skeleton'

const advantages = [
  { icon: <Download aria-hidden="true" size={20} />, text: '章节存到手机，没有网络也能学' },
  { icon: <Headphones aria-hidden="true" size={20} />, text: '锁屏后接着听课' },
  { icon: <RefreshCw aria-hidden="true" size={20} />, text: '进度和笔记在所有设备上同步' },
]

/** App download: a link on phones, a QR code on desktop, and inside WeChat instructions for opening the browser. */
export default function DownloadPage() {
  const { data, error, refetch } = useCall('GET /v1/get_config', {})
  const device = detectDevice(navigator)
  return (
    <div className="mx-auto flex max-w-110 flex-col items-center gap-6 px-6 pt-6 pb-12 tablet:grid tablet:max-w-none tablet:grid-cols-2 tablet:gap-4 tablet:px-4 tablet:pt-2 desk:gap-6">
      <div className="flex flex-col items-center gap-6 tablet:gap-4 tablet:self-start tablet:rounded-card tablet:bg-card tablet:py-8 desk:py-12">
        <Logo className="size-18 text-28" />
        <div className="text-center">
          <h2 className="text-23 font-bold">{appConstants.name}</h2>
          <p className="mt-1 text-13 text-ink-3">版本 {appConstants.version}</p>
        </div>
      </div>
      <ul className="w-full space-y-4 rounded-card bg-card p-5 text-14">
        {advantages.map(({ icon, text }) => (
          <li key={text} className="flex items-center gap-3">
            <span className="grid size-10 shrink-0 place-items-center rounded-item bg-primary-soft text-primary">
              {icon}
            </span>
            {text}
          </li>
        ))}
      </ul>
      <div className="flex w-full flex-col items-center gap-6 tablet:col-start-2 tablet:row-span-2 tablet:row-start-1 tablet:h-full">
        {data ? (
          <Get device={device} apps={data.apps} />
        ) : error ? (
          <Empty type="error" text={error.msg} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-11.5 w-full rounded-full" />
        )}
      </div>
    </div>
  )
}

function Get({ device, apps }: { device: DeviceKind; apps: { android: string; ios: string } }) {
  if (device === 'desktop') return <OnDesktop apps={apps} />
  const address = apps[device]
  if (isInWechat()) return <InWechat device={device} hasApp={address !== ''} />
  if (!address) return <WebApp device={device} />
  return (
    <>
      <a href={address} className={buttonClass('primary', 'large', true)}>
        {device === 'ios' ? '去 App Store 下载' : '下载安卓版'}
      </a>
      {device === 'android' && (
        <p className="text-center text-13 text-ink-3">下载完成后点开安装包，按提示允许安装即可</p>
      )}
    </>
  )
}

/** QR code that opens this page on a phone. */
function OnDesktop({ apps }: { apps: { android: string; ios: string } }) {
  const some = [apps.android && '安卓', apps.ios && 'iPhone'].filter(Boolean).join('、')
  return (
    <div className="flex w-full flex-1 flex-col items-center justify-center gap-4 rounded-card bg-card p-6 text-center">
      <QrCode
        text={`${entryUrl}#/pages/download/index`}
        label="打开下载页的二维码"
        className="size-44 rounded-item desk:size-56"
      />
      <p className="text-14 text-ink-2">
        用手机扫一扫，{some ? `下载 ${some} App` : '在手机上打开，添加到主屏幕就能像 App 一样用'}
      </p>
      <a href="#/pages/index/index" className={buttonClass('text')}>
        继续用网页版
      </a>
    </div>
  )
}

/** Asks the user to open the page in a browser, because WeChat cannot install apps or add to the home screen. */
function InWechat({ device, hasApp }: { device: DeviceKind; hasApp: boolean }) {
  const [pointing, setPointing] = useState(false)
  const browser = device === 'ios' ? 'Safari' : '浏览器'
  return (
    <>
      <Button block onClick={() => setPointing(true)}>
        在浏览器打开
      </Button>
      <p className="text-center text-13 text-ink-3">
        微信里不能{hasApp ? '下载 App' : '添加到主屏幕'}，请先在{browser}打开
      </p>
      {pointing && (
        <WechatOverlay label="在浏览器打开" onClose={() => setPointing(false)}>
          点右上角「···」
          <br />
          选择「在{device === 'ios' ? ' Safari 中' : '浏览器'}打开」
        </WechatOverlay>
      )}
    </>
  )
}

/** Instructions for adding the website to the home screen, for devices without an app. */
function WebApp({ device }: { device: DeviceKind }) {
  const steps =
    device === 'ios'
      ? ['点浏览器底部的分享按钮', '选择「添加到主屏幕」', '从桌面图标打开，就像 App 一样']
      : ['点浏览器右上角的菜单', '选择「添加到主屏幕」或「安装应用」', '从桌面图标打开，就像 App 一样']
  return (
    <section className="w-full rounded-card bg-card p-5">
      <h3 className="text-15 font-bold">App 还没有上架，先用网页版</h3>
      <ol className="mt-3 list-decimal space-y-2 pl-5 text-14 text-ink-2">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  )
}
