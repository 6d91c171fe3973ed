import type { ChapterRow } from '@dxx/contract/calls/catalogue'
import { expect, it } from 'vitest'
import { noteOf } from './chapter-list'

const row: ChapterRow = {
  id: '1',
  title: '1.1',
  kind: 'video',
  depth: 1,
  free: true,
  locked: false,
  done: false,
  percent: 0,
  durationSeconds: 52,
  minutes: 1,
  test: null,
  outline: [],
}

it('chapterNote marks a free lesson 可试看 until the user owns the course', () => {
  expect(noteOf(row, { isDownloaded: false, owned: false })).toBe('视频 00:52 · 可试看')
  expect(noteOf(row, { isDownloaded: true, owned: true })).toBe('视频 00:52 · 已离线')
})
