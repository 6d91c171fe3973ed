import { dateTimeOf } from '@dxx/contract/rules/time-from'
import { useCall } from '../../api/use-call'
import { Cell, CellGroup } from '../../ui/cell'

/** Codes that a server for development did not send by SMS. */
export function SentCodes() {
  const { data: config } = useCall('GET /v1/get_config', {})
  const { data } = useCall('GET /v1/test_sms', {}, { enabled: config?.development ?? false, refetchInterval: 3000 })
  if (!data || data.length === 0) return null
  return (
    <CellGroup title="最近的验证码">
      {data.slice(0, 5).map(({ mobile, code, scene, sentAt }) => (
        <Cell
          key={`${mobile} ${scene} ${sentAt}`}
          title={<b className="tabular-nums text-17 tracking-widest">{code}</b>}
          note={`${mobile} · ${scene}`}
          value={dateTimeOf(sentAt).slice(11)}
        />
      ))}
    </CellGroup>
  )
}
