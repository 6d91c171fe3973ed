import type { PayChannel } from '@dxx/contract/calls/commerce'
import FlaskConical from 'lucide-react/icons/flask-conical'
import type { ReactNode } from 'react'
import type { CallData } from '../../api/use-call'
import { RadioGroup } from '../../ui/radio-group'
import { WechatIcon } from '../account/wechat-icon'

type Channels = CallData<'GET /v1/pay_channels'>['channels']

const notes = {
  jsapi: '',
  app: '打开微信付款',
  h5: '打开微信付款',
  native: '用手机微信扫码',
  wap: '打开支付宝付款',
  page: '在支付宝网页付款',
  cashier: '不花真钱，可以选择付款的结果',
}

const icons: Record<PayChannel, ReactNode> = {
  wechat: <WechatIcon />,
  // We may not draw Alipay's logo.
  alipay: <span className="text-13 font-bold">支</span>,
  test: <FlaskConical aria-hidden="true" size={18} />,
}
const looks: Record<PayChannel, string> = {
  wechat: 'bg-success-soft text-success',
  alipay: 'bg-primary-soft text-primary',
  test: 'bg-amber-soft text-amber',
}

interface PayChannelsProps {
  channels: Channels
  value: PayChannel | null
  onChange(channel: PayChannel): void
}

export function PayChannels({ channels, value, onChange }: PayChannelsProps) {
  return (
    <RadioGroup
      label="付款方式"
      options={channels.map(({ channel, way, title }) => ({
        value: channel,
        title: (
          <span className="flex items-center gap-3">
            <span
              aria-hidden="true"
              className={`grid size-8 shrink-0 place-items-center rounded-item ${looks[channel]}`}
            >
              {icons[channel]}
            </span>
            <span className="min-w-0">
              {title}
              {notes[way] && <span className="block text-12 text-ink-3">{notes[way]}</span>}
            </span>
          </span>
        ),
      }))}
      value={value}
      onChange={onChange}
    />
  )
}
