import { useEffect, useState } from 'react'
import { isInWechat } from '../../platform/wechat'
import { scanInWechat } from '../../platform/wechat-scan'
import { openPage } from '../../router/navigation'
import { PermissionHint } from '../../ui/permission-hint'
import { pageOfScannedCode } from './page-of-code'
import { ScanView } from './scan-view'

type Step = 'wechat' | 'checking' | 'hint' | 'camera' | 'photo'

/** Scans a code with WeChat, the camera or a photo and opens its page. */
export function Scanner({ onClose, open = openPage }: { onClose(): void; open?(url: string): unknown }) {
  const [step, setStep] = useState<Step>(isInWechat() ? 'wechat' : 'checking')
  const [unknown, setUnknown] = useState<string | null>(null)

  function understand(text: string) {
    const url = pageOfScannedCode(text)
    if (!url) return setUnknown(text)
    onClose()
    void open(url)
  }

  useWechatScan(step === 'wechat', understand, onClose, () => setStep('photo'))

  useEffect(() => {
    if (step !== 'checking') return
    let here = true
    mayUseCamera().then((granted) => here && setStep(granted ? 'camera' : 'hint'))
    return () => {
      here = false
    }
  }, [step])

  if (step === 'wechat' || step === 'checking') return null
  if (step === 'hint') {
    return (
      <PermissionHint
        kind="camera"
        open
        reason="用于扫描登录码、兑换码和书上的二维码。画面只在手机上识别，不会上传。"
        onAllow={() => setStep('camera')}
        onRefuse={() => setStep('photo')}
      />
    )
  }
  return (
    <ScanView
      camera={step === 'camera'}
      unknown={unknown}
      onCode={understand}
      onAgain={() => setUnknown(null)}
      onClose={onClose}
    />
  )
}

/** Whether the camera permission is already granted; then no explanation is needed. */
async function mayUseCamera(): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: 'camera' as PermissionName })
    return state === 'granted'
  } catch {
    return false
  }
}

function useWechatScan(
  wanted: boolean,
  onCode: (text: string) => void,
  onClose: () => void,
  onMissing: () => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens WeChat's scanner once
  useEffect(() => {
    if (!wanted) return
    let here = true
    scanInWechat().then(
      (text) => {
        if (here) text === null ? onClose() : onCode(text)
      },
      () => here && onMissing(),
    )
    return () => {
      here = false
    }
  }, [wanted])
}
