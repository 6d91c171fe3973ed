/** Approximate positions of the provincial capitals, to guess a user's province: code, latitude, longitude. */
export const seats: [code: string, latitude: number, longitude: number][] = [
  ['11', 39.9, 116.4],
  ['12', 39.1, 117.2],
  ['13', 38.0, 114.5],
  ['14', 37.9, 112.5],
  ['15', 40.8, 111.7],
  ['21', 41.8, 123.4],
  ['22', 43.9, 125.3],
  ['23', 45.8, 126.6],
  ['31', 31.2, 121.5],
  ['32', 32.1, 118.8],
  ['33', 30.3, 120.2],
  ['34', 31.8, 117.2],
  ['35', 26.1, 119.3],
  ['36', 28.7, 115.9],
  ['37', 36.7, 117.0],
  ['41', 34.7, 113.6],
  ['42', 30.6, 114.3],
  ['43', 28.2, 112.9],
  ['44', 23.1, 113.3],
  ['45', 22.8, 108.4],
  ['46', 20.0, 110.3],
  ['50', 29.6, 106.5],
  ['51', 30.7, 104.1],
  ['52', 26.6, 106.7],
  ['53', 25.0, 102.7],
  ['54', 29.7, 91.1],
  ['61', 34.3, 108.9],
  ['62', 36.1, 103.8],
  ['63', 36.6, 101.8],
  ['64', 38.5, 106.3],
  ['65', 43.8, 87.6],
]

export interface Point {
  latitude: number
  longitude: number
}

/** Maximum distance from a capital, in degrees. */
const farthest = 12

/** Returns the code of the province with the nearest capital, or undefined if all are too far. */
export function nearestProvince({ latitude, longitude }: Point): string | undefined {
  const narrowing = Math.cos((latitude * Math.PI) / 180)
  const near = seats
    .map(([code, lat, lng]) => ({ code, away: Math.hypot(lat - latitude, (lng - longitude) * narrowing) }))
    .sort((a, b) => a.away - b.away)[0]!
  return near.away <= farthest ? near.code : undefined
}
