import { expect, it } from 'vitest'
import { bytesText } from './bytes-text'

it('bytesText formats sizes in B, KB, MB and GB', () => {
  expect([0, 999, 1536, 12 * 1024 * 1024, 3.25 * 1024 ** 3].map(bytesText)).toEqual([
    '0 B',
    '999 B',
    '1.5 KB',
    '12 MB',
    '3.3 GB',
  ])
})
