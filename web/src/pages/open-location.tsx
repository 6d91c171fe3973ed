import Copy from 'lucide-react/icons/copy'
import MapPin from 'lucide-react/icons/map-pin'
import Navigation from 'lucide-react/icons/navigation'
import { useState } from 'react'
import { DrawnMap } from '../features/location/drawn-map'
import { TileMap, useHasMap } from '../features/location/map'
import { mapApps } from '../features/location/map-apps'
import { copyText } from '../features/share/copy-text'
import { showInWechat } from '../platform/position'
import { isInWechat } from '../platform/wechat'
import { usePage, usePageTitle } from '../router/page-context'
import { pageUrl } from '../router/page-url'
import { toast } from '../state/flash'
import { Button, buttonClass } from '../ui/button'
import { Empty } from '../ui/empty'
import { Sheet } from '../ui/sheet'

function degrees(text: string | undefined, most: number): number | null {
  const value = Number(text)
  return text && Number.isFinite(value) && Math.abs(value) <= most ? value : null
}

/** `?name=&address=&latitude=&longitude=`: location of a school or service point. */
export default function OpenLocationPage() {
  const { query } = usePage()
  const { name = '', address = '' } = query
  const latitude = degrees(query.latitude, 90)
  const longitude = degrees(query.longitude, 180)
  const point = latitude === null || longitude === null ? null : { latitude, longitude }
  const hasMap = useHasMap()
  const [choosing, setChoosing] = useState(false)
  usePageTitle(name)
  if (!name && !address && !point) {
    return (
      <Empty text="这个地址不完整，问问客服在哪里">
        <a href={`#${pageUrl('pages/help/cs')}`} className={buttonClass()}>
          联系客服
        </a>
      </Empty>
    )
  }
  const apps = point ? mapApps({ ...point, name, address }) : []
  return (
    <div className="space-y-3 px-4 pt-2 pb-10 desk:flex desk:items-start desk:gap-6">
      {point && (
        <div className="min-w-0 desk:flex-1">
          {hasMap && <TileMap centre={point} zoom={15} pin="place" label={`${name}的位置`} />}
          {hasMap === false && <DrawnMap place={point} name={name} label={`${name}的位置`} />}
        </div>
      )}
      <div className="rounded-card desk:w-90 desk:shrink-0 bg-card p-4">
        <div className="flex items-start gap-3">
          <MapPin aria-hidden="true" size={22} className="mt-0.5 shrink-0 text-primary" />
          <div className="min-w-0">
            <h2 className="text-17 font-semibold">{name || '位置'}</h2>
            <p className="mt-0.5 text-14 break-words text-ink-2">{address || '没有填写详细地址'}</p>
          </div>
        </div>
        <div className="mt-4 flex gap-3">
          <Button
            kind="line"
            className="flex-1"
            onClick={async () =>
              toast((await copyText(`${name} ${address}`.trim())) ? '地址已复制' : '复制不了，请手动记下')
            }
          >
            <Copy aria-hidden="true" size={16} />
            复制地址
          </Button>
          {point && (
            <a
              href={apps[0]?.href}
              onClick={async (event) => {
                event.preventDefault()
                if (!isInWechat() || !(await showInWechat({ ...point, name, address }))) setChoosing(true)
              }}
              className={`${buttonClass()} flex-1`}
            >
              <Navigation aria-hidden="true" size={16} />
              去这里
            </a>
          )}
        </div>
      </div>
      <Sheet open={choosing} onClose={() => setChoosing(false)} title="用哪个地图打开">
        <ul>
          {apps.map(({ title, href }) => (
            <li key={title} className="hairline-b">
              <a
                href={href}
                target={href.startsWith('http') ? '_blank' : undefined}
                rel="noopener noreferrer"
                onClick={() => setChoosing(false)}
                className="flex min-h-13 items-center text-15"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </Sheet>
    </div>
  )
}
