import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { toast } from '../../state/flash'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { saveText } from '../kit/save-text'

/** Shows the recovery codes, which are shown only once; they can be copied or downloaded. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone(): void }) {
  const [isStored, setIsStored] = useState(false)
  const text = codes.join('\n')
  const copy = () =>
    navigator.clipboard?.writeText(text).then(
      () => toast('已复制恢复码'),
      () => toast('没有复制成功，请下载或抄写'),
    ) ?? toast('这个浏览器不能复制，请下载或抄写')
  return (
    <div className="space-y-4">
      <p className="text-14 text-ink-2">
        二次验证已开启。下面 {codes.length} 个恢复码<b className="text-ink">只显示这一次</b>
        ：手机丢失时，用一个代替动态验证码，每个只能用一次。
      </p>
      <ul aria-label="恢复码" className="grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-card bg-fill p-4 font-mono text-14">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex gap-3">
        <Button kind="line" className="flex-1" onClick={copy}>
          <Copy size={16} />
          复制
        </Button>
        <Button kind="line" className="flex-1" onClick={() => saveText('多享学管理台恢复码.txt', `${text}\n`)}>
          <Download size={16} />
          下载
        </Button>
      </div>
      <Checkbox checked={isStored} onChange={setIsStored}>
        我已把恢复码存放在安全的地方
      </Checkbox>
      <Button block disabled={!isStored} onClick={onDone}>
        完成
      </Button>
    </div>
  )
}
