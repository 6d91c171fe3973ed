import { appendFileSync } from 'node:fs'

/** Whether tests run in their long form, as in `npm run verify`, or as the sample that fits into `npm test`. */
export const long = process.env.DXX_LONG_TESTS === '1'

/** A measurement with its target and verdict. */
export interface Measurement {
  name: string
  values: Record<string, number | string>
  target: string
  ok: boolean
}

/** Tells `npm run verify` what was measured: before it is expected, so that the table has it also where the test fails. */
export function recordMeasurement(
  name: string,
  values: Measurement['values'],
  { target, ok }: Pick<Measurement, 'target' | 'ok'>,
): void {
  const file = process.env.DXX_FIGURES
  if (file) appendFileSync(file, `${JSON.stringify({ name, values, target, ok } satisfies Measurement)}\n`)
}
