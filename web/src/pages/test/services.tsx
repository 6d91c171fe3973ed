import { useCall } from '../../api/use-call'
import { Cell, CellGroup } from '../../ui/cell'

/** Sample logins, and the endpoints of external services: real, or the simulators of `npm run simulators`. */
export function Services() {
  const { data } = useCall('GET /v1/test_desk', {})
  if (!data) return null
  return (
    <>
      {data.logins.length > 0 && (
        <CellGroup title="示例账号">
          {data.logins.map(({ mobile, password, note }) => (
            <Cell key={note} title={mobile ?? '微信登录'} note={note} value={password ?? ''} />
          ))}
        </CellGroup>
      )}
      <CellGroup title="外部服务">
        {data.services.map(({ name, at }) => (
          <Cell key={name} title={name} value={at || '未配置'} />
        ))}
      </CellGroup>
    </>
  )
}
