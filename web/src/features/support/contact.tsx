import Clock from 'lucide-react/icons/clock-3'
import Mail from 'lucide-react/icons/mail'
import MessageCircle from 'lucide-react/icons/message-circle'
import Phone from 'lucide-react/icons/phone'
import { useCall } from '../../api/use-call'
import { toast } from '../../state/flash'
import { Cell, CellGroup } from '../../ui/cell'
import { copyText } from '../share/copy-text'

const icon = { 'aria-hidden': true, size: 20, strokeWidth: 1.8 } as const

/** Configured contact channels; renders nothing if there are none. */
export function ContactWays() {
  const contact = useCall('GET /v1/get_config', {}, { supporting: true }).data?.contact
  if (!contact || !Object.values(contact).some(Boolean)) return null
  const { phone, email, wechat, hours } = contact
  return (
    <CellGroup>
      {phone && <Cell icon={<Phone {...icon} />} title="客服电话" value={phone} href={`tel:${phone}`} />}
      {email && <Cell icon={<Mail {...icon} />} title="客服邮箱" value={email} href={`mailto:${email}`} />}
      {wechat && (
        <Cell
          icon={<MessageCircle {...icon} />}
          title="客服微信"
          value={wechat}
          onClick={async () => toast((await copyText(wechat)) ? '微信号已复制' : `请记下微信号：${wechat}`)}
        />
      )}
      {hours && <Cell icon={<Clock {...icon} />} title="服务时间" value={hours} />}
    </CellGroup>
  )
}
