import { appendFileSync } from 'node:fs'

/** Whether everything is tried, as `npm run prove` does, or a part of it that fits into `npm test`. */
export const long = process.env.DXX_PROVE === '1'

/** Tells `npm run prove` what was measured. */
export function figure(name: string, values: Record<string, number | string>): void {
  const file = process.env.DXX_FIGURES
  if (file) appendFileSync(file, `${JSON.stringify({ name, ...values })}\n`)
}
