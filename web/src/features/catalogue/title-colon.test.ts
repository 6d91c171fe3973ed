import { expect, it } from 'vitest'
import { titleColon } from './title-colon'

it('title and subtitle together contain one colon', () => {
  expect([titleColon('数据结构与算法'), titleColon('写清楚：给大学生的写作课')]).toEqual(['：', ' · '])
})
