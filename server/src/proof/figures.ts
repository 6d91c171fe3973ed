import { appendFileSync } from 'node:fs'

/** Whether everything is tried, as `npm run prove` does, or a part of it that fits into `npm test`. */
export const long = process.env.DXX_PROVE === '1'

/** What was measured, what is wanted of it, and whether it is so. */
export interface Figure {
  name: string
  values: Record<string, number | string>
  target: string
  ok: boolean
}

/** Tells `npm run prove` what was measured: before it is expected, so that the table has it also where the test fails. */
export function figure(name: string, values: Figure['values'], { target, ok }: Pick<Figure, 'target' | 'ok'>): void {
  const file = process.env.DXX_FIGURES
  if (file) appendFileSync(file, `${JSON.stringify({ name, values, target, ok } satisfies Figure)}\n`)
}
