import { label, unusable } from '../author-text'
import { percentOf, shareOfPercent, wholeShare } from '../shares'
import { readNumber } from './read-number'
import type { NumberRule, NumberUnit } from './rubric'

/** Default share of the score for a right number with a wrong or missing unit. */
const usualShare = wholeShare / 2

/**
 * Parses the key of a 数值题: `9.8`, `9.8±0.1`, `9.8±1%`; `9.8±0.1 m|cm=0.01` if the student writes the unit, `9.8 [m]`
 * if the unit is shown. `{30%}` at the end is the share for a right number with a wrong or missing unit.
 */
export function parseNumberAnswer(written: string): NumberRule {
  const share = /\s*\{\s*(\d+(?:\.\d+)?)\s*%\s*\}\s*$/.exec(written)
  const text = share ? written.slice(0, share.index) : written
  const value = readNumber(text) ?? wrong(written)
  const [, after] = /^\s*(?:±|\+\/?-)([\s\S]*)$/.exec(value.rest) ?? []
  const tolerance = after === undefined ? null : (readNumber(after) ?? wrong(written))
  const percent = tolerance !== null && /^[%％]/.test(tolerance.rest)
  const rest = (tolerance === null ? value.rest : tolerance.rest.slice(percent ? 1 : 0)).trim()
  const shown = /^[[［]\s*(.*?)\s*[\]］]$/.exec(rest)?.[1]
  return {
    value: value.text,
    tolerance: tolerance === null ? '0' : `${tolerance.text}${percent ? '%' : ''}`,
    units: rest === '' ? [] : shown === undefined ? unitsOf(rest) : [{ name: shown, factor: '1' }],
    asksUnit: rest !== '' && shown === undefined,
    unitShare: share ? shareOfPercent(Number(share[1])) : usualShare,
  }
}

const wrong = (written: string): never =>
  unusable(`数值题的答案“${label(written)}”要写成 9.8、9.8±0.1、9.8±1% 的样子，后面可以写单位：9.8±0.1 m|cm=0.01`)

function unitsOf(rest: string): NumberUnit[] {
  return rest.split('|').map((piece, i) => {
    const [name = '', factor, more] = piece.split(/[=＝]/).map((half) => half.trim())
    if (more !== undefined || (i === 0 && factor !== undefined && factor !== '1') || (i > 0 && factor === undefined))
      return unusable(`单位“${label(piece)}”要写成 m|cm=0.01 的样子：第一个是答案的单位，其余写出合多少个第一个单位`)
    return { name, factor: factor?.normalize('NFKC') ?? '1' }
  })
}

export function writeNumberAnswer({ value, tolerance, units, asksUnit, unitShare }: NumberRule): string {
  const names = units.map(({ name, factor }, i) => (i === 0 ? name : `${name}=${factor}`)).join('|')
  return [
    `${value}${tolerance === '0' ? '' : `±${tolerance}`}`,
    units.length === 0 ? '' : asksUnit ? names : `[${names}]`,
    unitShare === usualShare ? '' : `{${percentOf(unitShare)}%}`,
  ]
    .filter((piece) => piece !== '')
    .join(' ')
}
