import { appConstants } from '@dxx/contract/rules/constants'
import { useCall } from '../../api/use-call'
import { nativeShell } from '../../platform/app'
import { useStore } from '../../state/store'
import { getToken } from '../../state/token'
import { Cell, CellGroup } from '../../ui/cell'
import { Logo } from '../../ui/logo'

export default function AboutPage() {
  const { data: config } = useCall('GET /v1/get_config', {})
  const { data: update } = useCall('GET /v130/get_new_version', { v: appConstants.version })
  // The page of an agreement requires a login; guests read the agreement in a sheet.
  const agreement = (id: 1 | 2) =>
    getToken()
      ? { href: `#/pages/article/agreement?id=${id}` }
      : { onClick: () => useStore.setState({ agreement: id }) }
  return (
    <div className="text-column px-4 pb-8">
      <div className="flex flex-col items-center gap-3 py-10">
        <Logo className="size-18 text-28" />
        <p className="text-19 font-bold">{appConstants.name}</p>
        <p className="text-13 text-ink-3">版本 {appConstants.version}</p>
      </div>
      <CellGroup>
        <Cell
          title="版本更新"
          href="#/pages/app-update/index"
          value={update ? `发现新版本 ${update.version}` : update === null ? '已是最新' : undefined}
        />
        {!nativeShell() && <Cell title="下载 App" href="#/pages/download/index" />}
        <Cell title="用户协议" {...agreement(1)} />
        <Cell title="隐私政策" {...agreement(2)} />
        <Cell title="文章与公告" href="#/pages/article/index" />
        <Cell title="帮助与客服" href="#/pages/help/index" />
      </CellGroup>
      <p className="mt-8 text-center text-12 text-ink-3">{config?.icp || '在多享学，把每一页读成自己的。'}</p>
    </div>
  )
}
