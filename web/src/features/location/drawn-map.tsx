import MapPin from 'lucide-react/icons/map-pin'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { IconButton } from '../../ui/icon-button'
import { type Point, seats } from './provinces'

/** Provincial capitals, by the province's code. */
const cities: Record<string, string> = {
  11: '北京',
  12: '天津',
  13: '石家庄',
  14: '太原',
  15: '呼和浩特',
  21: '沈阳',
  22: '长春',
  23: '哈尔滨',
  31: '上海',
  32: '南京',
  33: '杭州',
  34: '合肥',
  35: '福州',
  36: '南昌',
  37: '济南',
  41: '郑州',
  42: '武汉',
  43: '长沙',
  44: '广州',
  45: '南宁',
  46: '海口',
  50: '重庆',
  51: '成都',
  52: '贵阳',
  53: '昆明',
  54: '拉萨',
  61: '西安',
  62: '兰州',
  63: '西宁',
  64: '银川',
  65: '乌鲁木齐',
}

/** Zoom levels: degrees of latitude from centre to upper edge, and the grid spacing. */
const spans = [
  { reach: 0.25, step: 0.1 },
  { reach: 1, step: 0.5 },
  { reach: 3, step: 1 },
  { reach: 8, step: 5 },
] as const

const width = 360
const height = 220
const kmPerDegree = 111.2
/** In drawing units: left margin for latitude labels, right margin for zoom buttons, width of a longitude label. */
const edge = 30
const buttons = 92
const labelWidth = 40

interface DrawnMapProps {
  place: Point
  name: string
  label: string
}

/** Schematic map for servers without map tiles: grid of latitude and longitude, cities, scale and the place. */
export function DrawnMap({ place: { latitude, longitude }, name, label }: DrawnMapProps) {
  const [zoom, setZoom] = useState(1)
  const { reach, step } = spans[zoom]!
  const perDegree = height / 2 / reach
  const narrowing = Math.max(0.05, Math.cos((latitude * Math.PI) / 180))
  const x = (degrees: number) => width / 2 + (degrees - longitude) * narrowing * perDegree
  const y = (degrees: number) => height / 2 - (degrees - latitude) * perDegree
  const parallels = linesBetween(latitude - reach, latitude + reach, step)
  const half = width / 2 / (narrowing * perDegree)
  const meridians = linesBetween(longitude - half, longitude + half, step)
  const labels = meridians.filter((at) => x(at) > edge && x(at) < width - buttons)
  // Labels every nth line only, because a label may be wider than the space between two lines.
  const every = Math.ceil(labelWidth / (step * narrowing * perDegree))
  const kilometres = Math.round(step * kmPerDegree * 0.5)
  return (
    <div className="relative isolate overflow-hidden rounded-card bg-card">
      <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} className="block w-full bg-primary-soft/40">
        <g stroke="currentColor" strokeWidth=".7" strokeOpacity=".3" className="text-ink-3">
          {parallels.map((at) => (
            <path key={at} d={`M0 ${y(at)}H${width}`} />
          ))}
          {meridians.map((at) => (
            <path key={at} d={`M${x(at)} 0V${height}`} />
          ))}
        </g>
        <g fill="none" stroke="currentColor" strokeDasharray="3 3" className="text-primary">
          {[0.5, 1].map((part) => (
            <circle key={part} cx={width / 2} cy={height / 2} r={step * part * perDegree} strokeOpacity=".6" />
          ))}
        </g>
        <g fill="currentColor" fontSize="8" className="text-ink-3">
          {parallels
            .filter((at) => y(at) > 12 && y(at) < height - 16)
            .map((at) => (
              <text key={at} x="4" y={y(at) - 2}>{`${Math.abs(at)}°${at < 0 ? 'S' : 'N'}`}</text>
            ))}
          {labels
            .filter((_, i) => i % every === 0)
            .map((at) => (
              <text key={at} x={x(at) + 2} y={height - 4}>{`${Math.abs(at)}°${at < 0 ? 'W' : 'E'}`}</text>
            ))}
        </g>
        <g fill="currentColor" fontSize="10" className="text-ink-2">
          {citiesAt(x, y).map(({ city, left, top }) => (
            <g key={city} transform={`translate(${left} ${top})`}>
              <circle r="2.5" />
              {/* Shifted to the right of the place's marker, which is often inside the city. */}
              <text x={cityGap} y="3.5">
                {city}
              </text>
            </g>
          ))}
        </g>
        <g fill="none" stroke="currentColor" strokeWidth="1.5" className="text-ink-2">
          <path d={`M${width - 12} 12v5h-${(kilometres / kmPerDegree) * perDegree}v-5`} />
          <text x={width - 12} y="29" fontSize="9" textAnchor="end" fill="currentColor" stroke="none">
            {kilometres} 公里
          </text>
        </g>
      </svg>
      <MapPin
        aria-hidden="true"
        size={34}
        className="pointer-events-none absolute top-1/2 left-1/2 -translate-x-1/2 -translate-y-full fill-white text-danger"
      />
      <p className="pointer-events-none absolute inset-x-0 top-[54%] mx-auto w-fit max-w-[80%] truncate rounded-tag bg-card px-2 py-0.5 text-12 font-semibold shadow-float">
        {name || '这里'}
      </p>
      <div className="absolute right-2 bottom-2 flex flex-col rounded-item bg-card shadow-float">
        <IconButton label="放大地图" disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
          <Plus aria-hidden="true" size={18} />
        </IconButton>
        <IconButton label="缩小地图" disabled={zoom === spans.length - 1} onClick={() => setZoom(zoom + 1)}>
          <Minus aria-hidden="true" size={18} />
        </IconButton>
      </div>
    </div>
  )
}

const cityGap = 19
/** Area of the place's marker and name, in the middle of the map. */
const marker = { left: width / 2 - 18, top: height / 2 - 34, right: width / 2 + 18, bottom: height / 2 + 30 }

/** Cities whose names overlap neither each other nor the marker nor the labels at the lower edge. */
function citiesAt(x: (degrees: number) => number, y: (degrees: number) => number) {
  const taken = [marker]
  return seats.flatMap(([code, lat, lng]) => {
    const city = cities[code] ?? ''
    const [left, top] = [x(lng), y(lat)]
    const box = { left: left + cityGap, top: top - 7, right: left + cityGap + city.length * 10, bottom: top + 7 }
    const isInside = left > 4 && box.right < width && box.top > 2 && box.bottom < height - 12
    const isClear = taken.every(
      (other) => box.right < other.left || box.left > other.right || box.bottom < other.top || box.top > other.bottom,
    )
    if (!isInside || !isClear) return []
    taken.push(box)
    return { city, left, top }
  })
}

function linesBetween(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step)
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, i) => Number(((first + i) * step).toFixed(2)))
}
