import { appConstants } from '@dxx/contract/rules/constants'
import { useState } from 'react'
import { Cell, CellGroup } from '../../ui/cell'
import { Segmented } from '../../ui/segmented'
import { setTheme, storedTheme, type Theme } from '../../ui/theme'
import { useDesktop, useMedia, useReducedMotion } from '../../ui/use-media'
import { Section } from './section'
import { SentCodes } from './sent-codes'
import { Services } from './services'

const themes: { value: Theme; title: string }[] = [
  { value: 'light', title: '浅色' },
  { value: 'dark', title: '深色' },
  { value: 'system', title: '跟随系统' },
]

/** Developer tools: browser environment, SMS codes that were not sent, sample logins and external services. */
export function Desk() {
  const [theme, choose] = useState(storedTheme)
  const desktop = useDesktop()
  const still = useReducedMotion()
  const dark = useMedia('(prefers-color-scheme: dark)')
  return (
    <Section title="开发台">
      <Segmented
        label="主题"
        options={themes}
        value={theme}
        onChange={(next) => {
          setTheme(next)
          choose(next)
        }}
      />
      <CellGroup>
        <Cell title="版本" value={`${appConstants.version} · ${appConstants.platform}`} />
        <Cell title="布局" value={desktop ? '桌面' : '手机'} />
        <Cell title="系统外观" value={`${dark ? '深色' : '浅色'}${still ? ' · 减少动态效果' : ''}`} />
      </CellGroup>
      <SentCodes />
      <Services />
    </Section>
  )
}
