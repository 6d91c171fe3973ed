import { expect, it } from 'vitest'
import { appearanceVariables, installedFonts, isRagged, parseAppearance } from './appearance'

it('stored appearance settings are read, and invalid values become the defaults', () => {
  const chosen = { font: 'song', lineHeight: '2.2', margin: 'wide', dim: 30 }
  expect(parseAppearance(JSON.stringify(chosen))).toEqual(chosen)
  const defaults = { font: 'system', lineHeight: '1.9', margin: 'normal', dim: 0 }
  for (const broken of [null, '', '{', 'null', '7', '{"font":"comic","lineHeight":9,"margin":{},"dim":99}'])
    expect(parseAppearance(broken)).toEqual(defaults)
})

it('the panel offers the system font and those typefaces that change the width of a sample', () => {
  const widths: Record<string, number> = { monospace: 10, serif: 8, "'SimSun', monospace": 9, "'SimHei', serif": 8.5 }
  const measure = (families: string) => widths[families] ?? (families.endsWith('serif') ? 8 : 10)
  expect(installedFonts(measure).map(({ title }) => title)).toEqual(['系统', '宋体', '黑体'])
  expect(installedFonts(() => 0).map(({ title }) => title)).toEqual(['系统'])
})

it('appearance variables name the typeface, the line height and the margins', () => {
  const look = appearanceVariables({ font: 'kai', lineHeight: '1.6', margin: 'narrow', dim: 0 })
  expect(look['--reader-face']).toMatch(/^'Kaiti SC', .*var\(--font-sans\)$/)
  expect(look).toMatchObject({ '--reader-line': '1.6', '--reader-margin': '16px', '--page-margin': '16px' })
})

it('text is justified only if a line holds at least 15 characters, also at a larger browser font', () => {
  expect([isRagged(390, 18), isRagged(320, 22)]).toEqual([false, true])
  document.documentElement.style.fontSize = '32px'
  expect(isRagged(390, 18)).toBe(true)
  document.documentElement.style.fontSize = ''
})
