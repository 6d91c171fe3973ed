import { siteOptions } from '@dxx/contract/site-options'
import { describe, expect, it } from 'vitest'
import { parseValue, shownValue } from './values'

const money = siteOptions['refund-second-person-cents']
const days = siteOptions['card-photo-days']
const hours = siteOptions['contact-hours']

describe('parseValue', () => {
  it.each([
    ['500', 50_000],
    [' 0.29 ', 29],
    ['1.005', null],
    ['-1', null],
    ['1e3', null],
    ['', null],
    ['五百', null],
  ])('reads %j yuan as %s cents', (text, cents) => {
    expect(parseValue(money, text)).toBe(cents)
  })

  it('returns days as a number and trims texts', () => {
    expect([parseValue(days, '7'), parseValue(hours, ' 9:00 ')]).toEqual([7, '9:00'])
  })

  it('shownValue returns the text that parseValue reads', () => {
    expect([shownValue(money, 50_000), shownValue(days, 7), shownValue(hours, 'a')]).toEqual(['500.00', '7', 'a'])
  })
})
