import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const css = readFileSync(resolve(import.meta.dirname, '../styles/tokens.css'), 'utf8')

function declarations(block: string): Map<string, string> {
  return new Map([...block.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name!, value!.trim()]))
}

const light = declarations(css.slice(css.indexOf('@theme static'), css.indexOf('@layer base')))
const dark = new Map([...light, ...declarations(css.slice(css.indexOf('@variant dark {')))])

function luminance(hex: string): number {
  const long = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, '$&$&') : hex
  if (!/^#[0-9a-f]{6}$/i.test(long)) throw new Error(`not an opaque colour: ${hex}`)
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(long.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dim, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (bright + 0.05) / (dim + 0.05)
}

/** Returns the colour of `text-<role>`: the token for text if there is one, otherwise the role's colour. */
const textColour = (theme: Map<string, string>, role: string) =>
  theme.get(`--text-color-${role}`) ?? theme.get(`--color-${role}`) ?? ''
const surface = (theme: Map<string, string>, role: string) => theme.get(`--color-${role}`) ?? ''

const surfaces = ['page', 'card', 'fill']
const pairs: [text: string, on: string[]][] = [
  ['ink', [...surfaces, 'raised', 'track', 'primary-soft', 'amber-soft']],
  ['ink-2', [...surfaces, 'raised', 'track']],
  ['ink-3', surfaces],
  ['primary', [...surfaces, 'raised', 'primary-soft']],
  ['amber', [...surfaces, 'amber-soft']],
  ['price', surfaces],
  ['success', [...surfaces, 'success-soft']],
  ['danger', [...surfaces, 'danger-soft']],
  ['violet', [...surfaces, 'violet-soft']],
  ['teal', [...surfaces, 'teal-soft']],
  ['rose', [...surfaces, 'rose-soft']],
  ['on-primary', ['primary', 'primary-press']],
  ['on-amber', ['amber', 'amber-press']],
  ['on-danger', ['danger', 'danger-press']],
  ['white', ['toast']],
]

describe.each([
  ['light', light],
  ['dark', dark],
])('%s theme', (_, theme) => {
  it.each(pairs)('text in %s has a contrast of at least 4.5', (role, on) => {
    for (const background of on) {
      const ratio = contrast(textColour(theme, role), surface(theme, background))
      expect(ratio, `${role} on ${background}`).toBeGreaterThanOrEqual(4.5)
    }
  })

  it.each(['control', 'focus', 'primary'])('%s has a contrast of at least 3 to every surface', (role) => {
    for (const background of surfaces) {
      expect(contrast(surface(theme, role), surface(theme, background)), background).toBeGreaterThanOrEqual(3)
    }
  })
})

it('every text colour differs between the light and the dark theme', () => {
  const roles = [...light.keys()].filter((name) => name.startsWith('--text-color-'))
  expect(roles.length).toBeGreaterThan(5)
  for (const name of roles) expect(dark.get(name), name).not.toBe(light.get(name))
})

it('black drawings without a background are readable in dark themes and keep the page colour in light ones', () => {
  const reader = readFileSync(resolve(import.meta.dirname, '../features/reader/reader.css'), 'utf8')
  const backdrops = [...reader.matchAll(/color-scheme: (\w+);\s*--image-backdrop: ([^;]+);/g)].map(
    ([, ...pair]) => pair,
  )
  expect(backdrops).toEqual([
    ['light', 'transparent'],
    ['dark', dark.get('--image-backdrop')],
  ])
  expect(light.has('--image-backdrop')).toBe(false)
  expect(contrast(dark.get('--image-backdrop')!, '#000000')).toBeGreaterThan(7)
})

it('the night theme of the reading page equals the dark theme except for five surface and text colours', () => {
  const reader = readFileSync(resolve(import.meta.dirname, '../features/reader/reader.css'), 'utf8')
  const night = declarations(reader.slice(reader.lastIndexOf('.reader[data-reader-theme="night"]')).split('}')[0]!)
  const redefined = ['--color-page', '--color-card', '--color-raised', '--color-ink', '--color-ink-2']
  expect([...night].filter(([name, value]) => dark.get(name) !== value).map(([name]) => name)).toEqual(redefined)
})
