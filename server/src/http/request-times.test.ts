import { expect, it } from 'vitest'
import { RequestTimes } from './request-times'

it('counts responses by route and status in cumulative buckets', () => {
  const times = new RequestTimes()
  for (const seconds of [0.003, 0.02, 0.02, 9]) times.observe('GET', '/api/v1/x', 200, seconds)
  times.observe('GET', '/api/v1/"x"', 503, 0.2)
  const lines = times.metrics().split('\n')
  const labels = 'method="GET",route="/api/v1/x",status="200"'
  expect(lines).toContain('# TYPE dxx_request_seconds histogram')
  expect(lines).toContain(`dxx_request_seconds_bucket{le="0.005",${labels}} 1`)
  expect(lines).toContain(`dxx_request_seconds_bucket{le="0.025",${labels}} 3`)
  expect(lines).toContain(`dxx_request_seconds_bucket{le="5",${labels}} 3`)
  expect(lines).toContain(`dxx_request_seconds_bucket{le="+Inf",${labels}} 4`)
  expect(lines).toContain(`dxx_request_seconds_count{${labels}} 4`)
  expect(lines.find((line) => line.startsWith(`dxx_request_seconds_sum{${labels}}`))).toMatch(/ 9\.04/)
  expect(lines).toContain('dxx_request_seconds_count{method="GET",route="/api/v1/_x_",status="503"} 1')
})
