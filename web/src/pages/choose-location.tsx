import Check from 'lucide-react/icons/check'
import Locate from 'lucide-react/icons/locate'
import { useDeferredValue, useState } from 'react'
import { useCall } from '../api/use-call'
import { Divisions } from '../features/location/divisions'
import { editInfoDraft } from '../features/location/edit-info-draft'
import { TileMap, useHasMap } from '../features/location/map'
import { nearestProvince, type Point } from '../features/location/provinces'
import { currentPosition } from '../platform/position'
import { isInWechat } from '../platform/wechat'
import { navigateBack } from '../router/navigation'
import { useDraft } from '../state/drafts'
import { toast } from '../state/flash'
import { Button } from '../ui/button'
import { Empty } from '../ui/empty'
import { PermissionHint } from '../ui/permission-hint'
import { SearchBox } from '../ui/search-box'

/** Initial centre of the map: approximate centre of China's population. */
const start: Point = { latitude: 33, longitude: 112 }

/** Chooses the 所在地 of edit-info by search, from the lists, or by the province of the device's position. */
export default function ChooseLocationPage() {
  const [chosen, setChosen] = useState('')
  const [keyword, setKeyword] = useState('')
  const [point, setPoint] = useState<Point | null>(null)
  const [, setChanges] = useDraft<{ location?: string }>(editInfoDraft, {})
  const hasMap = useHasMap()
  const provinces = useCall('GET /v1/divisions', {}, { supporting: true }).data
  const code = point ? nearestProvince(point) : undefined
  const province = provinces?.find((one) => one.code === code)

  function confirm() {
    setChanges((before) => ({ ...before, location: chosen }))
    void navigateBack()
  }

  return (
    <div className="px-4 pb-10">
      <div className="sticky top-0 z-10 flex items-center gap-2 bg-page py-2">
        <SearchBox value={keyword} onChange={setKeyword} placeholder="搜索地点" />
        <Button size="small" disabled={!chosen} onClick={confirm}>
          <Check aria-hidden="true" size={16} />
          确定
        </Button>
      </div>
      {hasMap && <TileMap centre={point ?? start} zoom={5} pin="centre" label="地图" onMove={setPoint} />}
      <div className="my-2 flex min-h-11 items-center justify-between gap-3">
        <p role="status" className="min-w-0 truncate text-14">
          {chosen ? (
            <>
              已选：<b>{chosen}</b>
            </>
          ) : (
            <span className="text-ink-3">{province ? `你大概在${province.name}` : '请选择你所在的地方'}</span>
          )}
        </p>
        <LocateButton onFound={setPoint} />
      </div>
      {keyword.trim() ? (
        <Found keyword={keyword.trim()} chosen={chosen} onChoose={setChosen} />
      ) : (
        <div className="overflow-clip rounded-card bg-card">
          <Divisions key={province?.code} province={province} onChoose={setChosen} />
        </div>
      )}
    </div>
  )
}

function Found({ keyword, chosen, onChoose }: { keyword: string; chosen: string; onChoose(place: string): void }) {
  const wanted = useDeferredValue(keyword.slice(0, 20))
  const { data, error, refetch } = useCall('GET /v1/division_search', { keyword: wanted })
  if (error && !data) return <Empty type="error" text={error.msg} onRetry={() => refetch()} />
  if (data?.length === 0) return <Empty hint={`没有找到「${wanted}」，试试上一级的名字`} />
  return (
    <ul className="overflow-hidden rounded-card bg-card tablet:grid tablet:grid-cols-2 desk:grid-cols-3">
      {(data ?? []).map(({ code, place }) => (
        <li key={code}>
          <button
            type="button"
            aria-pressed={place === chosen}
            onClick={() => onChoose(place)}
            className="hover-row flex min-h-12 w-full items-center justify-between px-4 text-left text-15 -outline-offset-2 active:bg-fill"
          >
            {place}
            {place === chosen && <Check aria-hidden="true" size={18} className="text-primary" />}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Explains the purpose before requesting the position, which stays on the device. */
function LocateButton({ onFound }: { onFound(point: Point): void }) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  if (!isInWechat() && !('geolocation' in navigator)) return null

  async function locate() {
    setAsking(false)
    setBusy(true)
    const position = await currentPosition()
    setBusy(false)
    if (typeof position === 'object') onFound(position)
    else toast(position === 'refused' ? '没有定位权限，请直接从列表里选择' : '暂时定位不到，请直接从列表里选择')
  }

  return (
    <>
      <Button kind="text" size="small" loading={busy} onClick={() => setAsking(true)}>
        <Locate aria-hidden="true" size={16} />
        定位
      </Button>
      <PermissionHint
        kind="location"
        open={asking}
        reason="用来猜测你所在的省份，方便选择；位置只留在这台设备上，不会上传。"
        onAllow={() => void locate()}
        onRefuse={() => setAsking(false)}
      />
    </>
  )
}
