import { appendFileSync } from 'node:fs'

/** Whether tests run all their cases, as in `npm run verify`, or only a sample that fits into `npm test`. */
export const long = process.env.DXX_LONG_TESTS === '1'

/** Text for test titles that says whether the test runs all cases or a sample of them. */
export const sampleOf = (cases: string) => (long ? `all ${cases}` : `a sample of ${cases}`)

/** A measurement with its target and verdict. */
export interface Measurement {
  name: string
  values: Record<string, number | string>
  target: string
  ok: boolean
}

/** Reports a measurement to `npm run verify`. Call it before `expect`, so that failed measurements are reported too. */
export function recordMeasurement(
  name: string,
  values: Measurement['values'],
  { target, ok }: Pick<Measurement, 'target' | 'ok'>,
): void {
  const file = process.env.DXX_FIGURES
  if (file) appendFileSync(file, `${JSON.stringify({ name, values, target, ok } satisfies Measurement)}\n`)
}
