import { circleMarker, map, tileLayer } from 'leaflet'
import 'leaflet/dist/leaflet.css'
import type { Point } from './provinces'

interface MapOptions {
  tiles: string
  attribution: string
  centre: Point
  zoom: number
  marked: boolean
}

/** Escapes the attribution, which comes from the configuration and is shown as plain text. */
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

export function createMap(box: HTMLElement, { tiles, attribution, centre, zoom, marked }: MapOptions) {
  const place: [number, number] = [centre.latitude, centre.longitude]
  const made = map(box, { center: place, zoom, attributionControl: attribution !== '' })
  made.attributionControl?.setPrefix('')
  tileLayer(tiles, { attribution: escapeHtml(attribution), maxZoom: 18 }).addTo(made)
  // A drawn marker, because Leaflet's own image is resolved relative to its style sheet.
  if (marked)
    circleMarker(place, { radius: 9, weight: 3, color: '#fff', fillColor: '#d92d20', fillOpacity: 1 }).addTo(made)
  return made
}
