import { formatDateTime } from '@dxx/contract/rules/time-from'
import { useCall } from '../../api/use-call'
import { Cell, CellGroup } from '../../ui/cell'

/** SMS codes, which a development server lists here instead of sending. */
export function SentCodes() {
  const { data = [] } = useCall('GET /v1/test_sms', {}, { refetchInterval: 3000 })
  return (
    <CellGroup title="最近的验证码">
      {data.length === 0 && <Cell title="还没有发出验证码" note="在登录页获取后，会显示在这里" />}
      {data.slice(0, 5).map(({ mobile, code, scene, sentAt }) => (
        <Cell
          key={`${mobile} ${scene} ${sentAt}`}
          title={<b className="tabular-nums text-17 tracking-widest">{code}</b>}
          note={`${mobile} · ${scene}`}
          value={formatDateTime(sentAt).slice(11)}
        />
      ))}
    </CellGroup>
  )
}
