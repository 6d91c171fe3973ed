import { gradients } from '@dxx/contract/rules/cover-art'

/** Returns a generated picture for the component gallery. */
export function sampleSvg(number: number): string {
  const [from, to] = gradients[number % gradients.length] ?? gradients[0]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs><rect width="400" height="400" fill="url(#g)"/><circle cx="${90 + ((number * 53) % 220)}" cy="260" r="120" fill="#fff" fill-opacity=".18"/><text x="40" y="90" font-size="56" font-weight="700" fill="#fff">${number + 1}</text></svg>`
}

/** Data URL of a sample picture. */
export const sampleImage = (number: number) => `data:image/svg+xml,${encodeURIComponent(sampleSvg(number))}`
