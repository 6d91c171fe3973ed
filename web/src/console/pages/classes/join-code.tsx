import Copy from 'lucide-react/icons/copy'
import { Link } from 'wouter'
import { QrCode } from '../../../features/account/qr-code'
import { toast } from '../../../state/flash'
import { useStaffAction } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import type { ClassDetail } from './class-detail'

/** Address that the QR code opens: the student app on the same host, with the code filled in. */
const joinUrl = (code: string) => `${location.origin}/#/pages/study/class?code=${code}`

/** Code and QR code with which students ask to join; each request is approved in the work queue. */
export function JoinCode({ of: { id, name, joinCode, waitingJoins }, onClose }: { of: ClassDetail; onClose(): void }) {
  const change = useStaffAction('POST /staff/v1/class_code', { changes: ['GET /staff/v1/class_detail'] })
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text).then(
      () => toast('已复制'),
      () => toast('没有复制成功，请手动选择'),
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${name}的班级码`}
      note="学生输入班级码或扫码申请，你同意后才加入，同时通过学生认证"
      actions={
        joinCode === null ? (
          <ConsoleButton
            kind="primary"
            loading={change.running}
            onClick={() => void change.run({ id, action: 'open' })}
            data-autofocus
          >
            开放加入
          </ConsoleButton>
        ) : (
          <>
            <ConsoleButton kind="danger" onClick={() => void change.run({ id, action: 'close' })}>
              关闭加入
            </ConsoleButton>
            <ConsoleButton loading={change.running} onClick={() => void change.run({ id, action: 'renew' })}>
              换一个码
            </ConsoleButton>
            <ConsoleButton kind="primary" icon={<Copy size={15} />} onClick={() => void copy(joinUrl(joinCode))}>
              复制链接
            </ConsoleButton>
          </>
        )
      }
    >
      {joinCode === null ? (
        <p className="py-6 text-center text-ink-2">现在不能用班级码加入。开放后会得到一个 6 位的码。</p>
      ) : (
        <div className="flex flex-col items-center gap-3 py-2">
          <QrCode text={joinUrl(joinCode)} label="加入班级的二维码" className="size-48 rounded-item" />
          <p className="text-23 font-semibold tracking-[0.3em] tabular-nums select-all">{joinCode}</p>
        </div>
      )}
      {waitingJoins > 0 && (
        <p className="text-center">
          <Link href="/work?kind=join" className="font-semibold text-primary">
            {waitingJoins} 人在等你同意
          </Link>
        </p>
      )}
    </Dialog>
  )
}
