import type { Presenting } from '../definition'
import type { NumberRule, NumberShapes } from './rubric'

export const numberPresenting: Presenting<NumberShapes> = {
  show: ({ unit, asksUnit }, common) => ({ type: 'number', ...common, unit, asksUnit }),
  read: (_body, answer) => (answer.type === 'number' ? answer : undefined),
  write: (given) => given,
  key: (rubric, detail) => ({
    type: 'number',
    value: powerText(rubric.value),
    tolerance: isZero(rubric.tolerance) ? '' : powerText(rubric.tolerance),
    units: rubric.units.map(({ name }) => name),
    number: detail.type === 'number' && detail.number,
    unit: detail.type === 'number' && detail.unit,
  }),
  fromText(text) {
    const [value = '', unit = ''] = text.split(' ')
    return { type: 'number', value, unit }
  },
  asText: ({ value, unit }) => `${value} ${unit}`.trim(),
  texts: () => [],
  keyText: (_body, rubric) => `答案：${answerText(rubric)}`,
}

const powerText = (value: string) => value.replace(/^(.*)e([+-]?\d+)/i, '$1×10^$2')
const isZero = (tolerance: string) => /^0*\.?0*%?$/.test(tolerance)

function answerText({ value, tolerance, units }: NumberRule): string {
  const around = isZero(tolerance) ? '' : ` ± ${powerText(tolerance)}`
  return `${powerText(value)}${around}${units[0] ? ` ${units[0].name}` : ''}`
}
