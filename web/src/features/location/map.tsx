import MapPin from 'lucide-react/icons/map-pin'
import { useEffect, useRef, useState } from 'react'
import { useCall } from '../../api/use-call'
import { Skeleton } from '../../ui/skeleton'
import type { Point } from './provinces'

interface MapProps {
  centre: Point
  zoom: number
  /** Position of the marker: 'centre' keeps it in the middle of the view, 'place' at the initial `centre`. */
  pin: 'centre' | 'place'
  label: string
  /** Called with the centre after each move. */
  onMove?(point: Point): void
}

/** Whether this server has a map tile source; undefined until known. */
export function useHasMap(): boolean | undefined {
  const config = useCall('GET /v1/get_config', {}, { supporting: true }).data
  return config && config.map.tiles !== ''
}

/** Map from the configured tiles. Leaflet is loaded with the first map; if that fails, a message is shown. */
export function TileMap({ centre, zoom, pin, label, onMove }: MapProps) {
  const config = useCall('GET /v1/get_config', {}, { supporting: true }).data
  const box = useRef<HTMLDivElement>(null)
  const map = useRef<import('leaflet').Map | null>(null)
  const moved = useRef(onMove)
  moved.current = onMove
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const tiles = config?.map.tiles ?? ''
  const attribution = config?.map.attribution ?? ''
  const { latitude, longitude } = centre

  // biome-ignore lint/correctness/useExhaustiveDependencies: a moved centre moves the map below instead of making a new one
  useEffect(() => {
    if (!tiles) return
    let unmounted = false
    import('./leaflet').then(
      ({ createMap }) => {
        if (unmounted || !box.current) return
        map.current = createMap(box.current, { tiles, attribution, centre, zoom, marked: pin === 'place' })
        map.current.on('moveend', () => {
          const { lat, lng } = map.current!.getCenter()
          moved.current?.({ latitude: lat, longitude: lng })
        })
        setState('ready')
      },
      () => setState('failed'),
    )
    return () => {
      unmounted = true
      map.current?.remove()
      map.current = null
    }
  }, [tiles, attribution])
  useEffect(() => {
    map.current?.setView([latitude, longitude])
  }, [latitude, longitude])

  if (state === 'failed') return <p className="py-6 text-center text-13 text-ink-3">地图没有加载出来，请检查网络</p>
  return (
    <div className="relative isolate h-64 overflow-hidden rounded-card desk:h-80">
      {state === 'loading' && <Skeleton className="absolute inset-0 rounded-card" />}
      <section ref={box} aria-label={label} className="size-full" />
      {pin === 'centre' && (
        <MapPin
          aria-hidden="true"
          size={32}
          className="pointer-events-none absolute top-1/2 left-1/2 z-500 -translate-x-1/2 -translate-y-full text-danger"
        />
      )}
    </div>
  )
}
