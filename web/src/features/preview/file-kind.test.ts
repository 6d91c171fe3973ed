import { expect, it } from 'vitest'
import { fileKind } from './file-kind'
import { ownFileUrl } from './own-file-url'
import { columnName } from './sheet-view'
import { nextZoom } from './view-states'

it.each([
  ['讲义.PDF', 'application/pdf', 'pdf'],
  ['实验报告.docx', '', 'docx'],
  ['成绩.xls', '', 'sheet'],
  ['名单.csv', 'text/csv', 'sheet'],
  ['main.py', 'application/octet-stream', 'text'],
  ['没有后缀', 'image/png', 'image'],
  ['没有后缀', 'application/pdf', 'pdf'],
  ['旧文稿.doc', 'application/msword', 'unknown'],
  ['random.bin', 'application/octet-stream', 'unknown'],
])('the file name %s with the type "%s" selects the viewer %s', (name, mime, kind) => {
  expect(fileKind(name, mime)).toBe(kind)
})

it('ownFileUrl accepts only media URLs of this site', () => {
  expect(ownFileUrl('/media/p/abc.webp')).toBe('/media/p/abc.webp')
  expect(ownFileUrl('https://evil.example/media/p/abc.webp')).toBeNull()
  expect(ownFileUrl('javascript:alert(1)')).toBeNull()
  expect(ownFileUrl('/api/v1/get_config')).toBeNull()
  expect(ownFileUrl('/media/../api/docs')).toBeNull()
})

it('the sheet preview names columns like a spreadsheet', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
})

it('zooms in steps between 0.5 and 3', () => {
  expect([nextZoom(1, 1), nextZoom(1, -1), nextZoom(3, 1), nextZoom(0.5, -1)]).toEqual([1.25, 0.75, 3, 0.5])
})
