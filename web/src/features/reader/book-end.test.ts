import { expect, it } from 'vitest'
import { endHeading } from './book-end'

it('the last page congratulates only readers of nearly the whole book', () => {
  expect([undefined, 31, 94, 95, 100].map(endHeading)).toEqual([
    '到最后一章了',
    '到最后一章了，全书读了 31%',
    '到最后一章了，全书读了 94%',
    '全书读完了，真不错',
    '全书读完了，真不错',
  ])
})
