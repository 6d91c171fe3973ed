import { expect, it } from 'vitest'
import { joinMetrics } from './worker-metrics'

it('joins the metrics of workers in any order of responses, with a label per worker and one description per metric', () => {
  const text = (value: number) =>
    `# HELP up Seconds\n# TYPE up gauge\nup ${value}\n\n# TYPE times histogram\ntimes_bucket{le="1",route="/a b"} ${value}\n`
  const joined = joinMetrics(
    new Map([
      [2, text(7)],
      [1, text(5)],
    ]),
  )
  expect(joined).toBe(
    [
      '# HELP up Seconds',
      '# TYPE up gauge',
      'up{worker="1"} 5',
      'up{worker="2"} 7',
      '# TYPE times histogram',
      'times_bucket{worker="1",le="1",route="/a b"} 5',
      'times_bucket{worker="2",le="1",route="/a b"} 7',
      '',
    ].join('\n'),
  )
})
