import Bell from 'lucide-react/icons/bell'
import Camera from 'lucide-react/icons/camera'
import Images from 'lucide-react/icons/images'
import MapPin from 'lucide-react/icons/map-pin'
import Mic from 'lucide-react/icons/mic'
import { Button } from './button'
import { Sheet } from './sheet'

type PermissionKind = 'camera' | 'album' | 'location' | 'microphone' | 'notification'

const kinds = {
  camera: { title: '需要使用相机', icon: Camera },
  album: { title: '需要访问相册', icon: Images },
  location: { title: '需要获取位置', icon: MapPin },
  microphone: { title: '需要使用麦克风', icon: Mic },
  notification: { title: '需要发送通知', icon: Bell },
}

export interface PermissionHintProps {
  kind: PermissionKind
  open: boolean
  /** Purpose in one sentence, for example 用于扫描教材上的二维码，画面不会上传。 */
  reason: string
  /** Called when the user agrees; only then may the browser's prompt be shown. */
  onAllow(): void
  onRefuse(): void
}

/** Explains a permission before the browser asks for it; if the user refuses, the browser does not ask. */
export function PermissionHint({ kind, open, reason, onAllow, onRefuse }: PermissionHintProps) {
  const { title, icon: Icon } = kinds[kind]
  return (
    <Sheet
      open={open}
      onClose={onRefuse}
      title={title}
      footer={
        <>
          <Button kind="plain" className="flex-1" onClick={onRefuse}>
            暂不允许
          </Button>
          <Button className="flex-1" onClick={onAllow}>
            继续
          </Button>
        </>
      }
    >
      <div className="flex items-center gap-4 py-2">
        <span className="grid size-13 shrink-0 place-items-center rounded-card bg-primary-soft text-primary">
          <Icon aria-hidden="true" size={24} />
        </span>
        <p className="text-ink-2">{reason}</p>
      </div>
    </Sheet>
  )
}
