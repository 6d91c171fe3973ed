import { describe, expect, it } from 'vitest'
import {
  addCue,
  addCueAt,
  changeCue,
  findProblems,
  formatTime,
  joinCue,
  readSubtitles,
  readTime,
  removeCue,
  shiftCues,
  sortCues,
  splitCue,
  writeSubtitles,
} from './subtitle-file'

const vtt = `WEBVTT 第一课

STYLE
::cue { color: white }

§ 开场
00:00:01.000 --> 00:00:03.000 align:start
同学们好。

NOTE 检查过

00:00:03.000 --> 00:01:02.500
今天讲栈。
它后进先出。
`

const srt = `1\r\n00:00:01,000 --> 00:00:03,000\r\n<font color="red">同学们好。</font>\r\n\r\n2\r\n00:00:03,000 --> 00:00:05,500\r\n{\\an8}今天讲栈。\r\n`

const texts = (file: ReturnType<typeof readSubtitles>) =>
  file.cues.map(({ start, end, text }) => [start, end, text] as const)

describe('reading and writing subtitles', () => {
  it('writeSubtitles writes a WebVTT file as it was read, with its notes, styles, sections and settings', () => {
    expect(writeSubtitles(readSubtitles(vtt))).toBe(vtt)
  })

  it('a SubRip file becomes WebVTT without numbers and foreign tags', () => {
    expect(writeSubtitles(readSubtitles(srt))).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:03.000\n同学们好。\n\n00:00:03.000 --> 00:00:05.500\n今天讲栈。\n',
    )
  })

  it('empty lines and arrows inside a text cannot break the file', () => {
    const read = readSubtitles(vtt)
    const file = changeCue(read, read.cues[0]!.key, { text: '一\n\n\n00:00:01.000 --> 00:00:02.000\n二' })
    const again = readSubtitles(writeSubtitles(file))
    expect(again.cues).toHaveLength(2)
    expect(again.cues[0]!.text).toBe('一\n00:00:01.000 → 00:00:02.000\n二')
  })

  it('a file without subtitles reads as an empty list', () => {
    expect(readSubtitles('这不是字幕\n\n真的不是').cues).toEqual([])
    expect(writeSubtitles(readSubtitles(''))).toBe('WEBVTT\n')
  })

  it('times are read in the usual notations and written with hours or short', () => {
    expect(['1:02:03.5', '02:03,250', '3.5', '75', 'x', '1:2:3:4', ''].map(readTime)).toEqual([
      3_723_500,
      123_250,
      3500,
      75_000,
      null,
      null,
      null,
    ])
    expect([formatTime(3_723_500), formatTime(123_250, true)]).toEqual(['01:02:03.500', '02:03.250'])
  })
})

describe('editing subtitles', () => {
  it('a cue is split at the cursor by the lengths of its texts, and joined again', () => {
    const file = readSubtitles(vtt)
    const key = file.cues[1]!.key
    const split = splitCue(changeCue(file, key, { start: 3000, end: 5000, text: '今天讲栈它先出。' }), key, 4)
    expect(texts(split).slice(1)).toEqual([
      [3000, 4000, '今天讲栈'],
      [4000, 5000, '它先出。'],
    ])
    expect(texts(joinCue(split, key)).slice(1)).toEqual([[3000, 5000, '今天讲栈它先出。']])
    expect(joinCue(file, key)).toBe(file)
  })

  it('words of languages with spaces are joined with a space', () => {
    const file = readSubtitles('WEBVTT\n\n00:01.000 --> 00:02.000\nHello,\n\n00:02.000 --> 00:03.000\nworld\n')
    expect(joinCue(file, file.cues[0]!.key).cues[0]!.text).toBe('Hello, world')
  })

  it('an added cue fills the gap before the next cue; with a time of the video it stands at that time', () => {
    const file = readSubtitles('WEBVTT\n\n00:01.000 --> 00:02.000\na\n\n00:03.000 --> 00:04.000\nb\n')
    const added = addCue(file, file.cues[0]!.key)
    expect(texts(added.file)[1]).toEqual([2000, 3000, ''])
    expect(texts(addCueAt(file, 9000).file)[2]).toEqual([9000, 11_000, ''])
    expect(texts(addCueAt(file, 500).file)[0]).toEqual([500, 1000, ''])
  })

  it('removing a cue keeps the notes before it', () => {
    const file = readSubtitles(vtt)
    const rest = removeCue(file, file.cues[1]!.key)
    expect(rest.cues).toHaveLength(1)
    expect(writeSubtitles(rest)).toContain('NOTE 检查过')
  })

  it('shifting moves all cues or all from one cue on, and no cue starts before 0', () => {
    const file = readSubtitles(vtt)
    expect(texts(shiftCues(file, -2000)).map(([start]) => start)).toEqual([0, 1000])
    expect(texts(shiftCues(file, 500, file.cues[1]!.key)).map(([start]) => start)).toEqual([1000, 3500])
  })
})

describe('problems of subtitles', () => {
  it('findProblems reports overlaps, wrong order, and cues that are empty, too fast or too late', () => {
    const file = readSubtitles(`WEBVTT

00:05.000 --> 00:06.000
后面的

00:01.000 --> 00:03.000
前面的

00:02.000 --> 00:03.000
这一条在一秒里有太多太多太多太多太多的字

00:04.000 --> 00:04.000

`)
    const found = findProblems(file.cues, 4000).map(({ key, text }) => [
      file.cues.findIndex((cue) => cue.key === key),
      text.slice(0, 4),
    ])
    expect(found).toEqual([
      [0, '比下一条'],
      [0, '在视频结'],
      [1, '和下一条'],
      [2, '太快：每'],
      [3, '结束要晚'],
      [3, '没有文字'],
      [3, '在视频结'],
    ])
    expect(findProblems(sortCues(file).cues).filter(({ text }) => text.includes('顺序'))).toEqual([])
  })
})
