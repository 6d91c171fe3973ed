import { describe, expect, it } from 'vitest'
import { ConfigError } from './base/config-error'
import { readConfig } from './config'

describe('configuration', () => {
  it('an empty environment gives development settings with sample data, listening on loopback', () => {
    expect(readConfig({})).toMatchObject({ env: 'development', port: 3000, host: '127.0.0.1', sampleData: true })
  })

  it('readConfig throws an error that names the invalid variable', () => {
    expect(() => readConfig({ PORT: 'many', DXX_SECRET: 'short' })).toThrow(ConfigError)
    expect(() => readConfig({ PORT: 'many' })).toThrow(/PORT/)
  })

  it('readConfig rejects development settings in production', () => {
    expect(() => readConfig({ DXX_ENV: 'production' })).toThrow(/DXX_SECRET/)
    const secret = 'x'.repeat(40)
    expect(() => readConfig({ DXX_ENV: 'production', DXX_SECRET: secret, DXX_SAMPLE_DATA: 'true' })).toThrow(
      /DXX_SAMPLE_DATA/,
    )
    expect(() => readConfig({ DXX_ENV: 'production', DXX_SECRET: secret, DXX_STANDSTILL: '1800000000' })).toThrow(
      /DXX_STANDSTILL/,
    )
  })

  it('production requires a second factor from staff, even if DXX_STAFF_SECOND_FACTOR is false', () => {
    const keys = { DXX_SMS_KEY_ID: 'a', DXX_SMS_KEY_SECRET: 'b', DXX_SMS_SIGN: 'c', DXX_SMS_TEMPLATE: 'd' }
    const production = { DXX_ENV: 'production', DXX_SECRET: 'x'.repeat(40), DXX_SMS: 'aliyun', ...keys }
    expect(readConfig({ ...production, DXX_STAFF_SECOND_FACTOR: 'false' }).secondFactor).toBe(true)
    expect(readConfig({}).secondFactor).toBe(false)
    expect(readConfig({ DXX_STAFF_SECOND_FACTOR: 'true' }).secondFactor).toBe(true)
  })
})
