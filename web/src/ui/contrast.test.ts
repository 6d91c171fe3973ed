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

/** Colour of `text-<role>`: the darkened role if there is one. */
const textColour = (theme: Map<string, string>, role: string) =>
  theme.get(`--text-color-${role}`) ?? theme.get(`--color-${role}`) ?? ''
const surface = (theme: Map<string, string>, role: string) => theme.get(`--color-${role}`) ?? ''

const grounds = ['page', 'card', 'fill']
const pairs: [text: string, on: string[]][] = [
  ['ink', [...grounds, 'raised', 'track', 'primary-soft', 'amber-soft']],
  ['ink-2', [...grounds, 'raised', 'track']],
  ['ink-3', grounds],
  ['primary', [...grounds, 'raised', 'primary-soft']],
  ['amber', [...grounds, 'amber-soft']],
  ['price', [...grounds, 'price-soft']],
  ['success', [...grounds, 'success-soft']],
  ['danger', [...grounds, 'danger-soft']],
  ['violet', [...grounds, 'violet-soft']],
  ['teal', [...grounds, 'teal-soft']],
  ['rose', [...grounds, 'rose-soft']],
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
    for (const ground of on) {
      const ratio = contrast(textColour(theme, role), surface(theme, ground))
      expect(ratio, `${role} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    }
  })

  it.each(['control', 'focus', 'primary'])('%s has a contrast of at least 3 to its background', (role) => {
    for (const ground of grounds) {
      expect(contrast(surface(theme, role), surface(theme, ground)), ground).toBeGreaterThanOrEqual(3)
    }
  })
})

it('changes every text role in the dark theme', () => {
  const roles = [...light.keys()].filter((name) => name.startsWith('--text-color-'))
  expect(roles.length).toBeGreaterThan(5)
  for (const name of roles) expect(dark.get(name), name).not.toBe(light.get(name))
})
