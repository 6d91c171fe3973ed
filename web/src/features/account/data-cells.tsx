import { agreementTypes, appConstants } from '@dxx/contract/rules/constants'
import { formatDate } from '@dxx/contract/rules/time-from'
import { useAction } from '../../api/use-action'
import { isInWechat } from '../../platform/wechat'
import { toast } from '../../state/flash'
import { Cell, CellGroup } from '../../ui/cell'
import { saveFile } from '../../ui/save-file'

/** Cells for the privacy policy, data export and account deletion. */
export function DataCells() {
  const { run, running } = useAction('GET /v1/export_data', {
    onDone: (data) => {
      saveFile(
        `${appConstants.name}-我的数据-${formatDate(data.exportedAt)}.json`,
        JSON.stringify(data, null, 2),
        'application/json',
      )
      toast('已导出，请在下载里查看')
    },
  })
  return (
    <CellGroup title="隐私与数据">
      <Cell title={agreementTypes[2]} href="#/pages/article/agreement?id=2" />
      <Cell
        title="导出我的数据"
        note="下载一份数据文件"
        value={running ? '正在整理…' : undefined}
        // WeChat's browser cannot save files.
        onClick={() => (isInWechat() ? toast('请在手机浏览器里打开多享学后导出') : void run({}))}
      />
      <Cell title="注销账号" href="#/pages/setting/cancel-account" />
    </CellGroup>
  )
}
