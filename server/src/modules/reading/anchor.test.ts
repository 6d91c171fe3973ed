import type { Locator } from '@dxx/contract/locator'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anchor, type Block, nearest } from './anchor'

const text = [
  '把一摞盘子放在桌上，最后放上去的那只，总是最先被拿走。',
  '计算机里的栈也是如此：只允许在一端添加和取出数据。',
  '入栈与出栈都只动栈顶，因此时间复杂度都是常数，与栈里已有多少元素无关。',
  '队列正好相反：先来的先走，像食堂里排队打饭。',
]
const blocks = (...lines: string[]): Block[] => lines.map((line, i) => ({ pid: `p${i}`, text: line }))
const original = blocks(...text)

/** A locator as the reader makes it. */
function mark(from: Block[], exact: string): Locator {
  const all = from.map((block) => block.text).join('\n')
  const at = all.indexOf(exact)
  let start = at
  const pid = from.find((block) => {
    if (start <= block.text.length) return true
    start -= block.text.length + 1
    return false
  })!.pid
  let end = at + exact.length
  const endPid = from.find((block) => {
    if (end <= block.text.length) return true
    end -= block.text.length + 1
    return false
  })!.pid
  return {
    pid,
    start,
    ...(endPid !== pid && { endPid }),
    end,
    exact,
    prefix: all.slice(Math.max(0, at - 32), at),
    suffix: all.slice(at + exact.length, at + exact.length + 32),
  }
}

const textAt = (
  where: Block[],
  { pid, start, endPid = pid, end }: { pid: string; start: number; endPid?: string; end: number },
) => {
  const first = where.findIndex((block) => block.pid === pid)
  const last = where.findIndex((block) => block.pid === endPid)
  const lines = where.slice(first, last + 1).map((block) => block.text)
  lines[lines.length - 1] = lines.at(-1)!.slice(0, end)
  lines[0] = lines[0]!.slice(start)
  return lines.join('\n')
}

describe('a place is found again', () => {
  const quote = '最后放上去的那只，总是最先被拿走'
  const after = (changed: Block[], exact = quote) => {
    const { place, state } = anchor(changed, mark(original, exact))
    return { state, text: state === 'lost' ? null : textAt(changed, place) }
  }
  const changed = (i: number, line: string) => original.map((block, j) => (i === j ? { ...block, text: line } : block))

  it('in the same text', () => {
    expect(after(original)).toEqual({ state: 'sure', text: quote })
  })

  it('behind words that were put in before it', () => {
    expect(after(changed(0, `想一想：${text[0]}`))).toEqual({ state: 'sure', text: quote })
  })

  it('when paragraphs are put in, moved, or lose their ids', () => {
    expect(after([{ pid: 'new', text: '一段新的开场白。' }, ...original])).toEqual({ state: 'sure', text: quote })
    expect(after(original.toReversed())).toEqual({ state: 'sure', text: quote })
    expect(after(original.map(({ text }, i) => ({ pid: `q${i}`, text })))).toEqual({ state: 'sure', text: quote })
  })

  it('when its words were edited, but not for sure', () => {
    expect(after(changed(0, '把一摞盘子放在桌上，最后放上去的那一只，总会最先被拿走。'))).toEqual({
      state: 'unsure',
      text: '最后放上去的那一只，总会最先被拿走',
    })
  })

  it('when they were edited and moved to another paragraph', () => {
    const moved = [original[1]!, { pid: 'new', text: '记住：最后放上去的那个，总是最先被拿走。' }, original[2]!]
    expect(after(moved)).toEqual({ state: 'unsure', text: '最后放上去的那个，总是最先被拿走' })
  })

  it('not at all when they are gone', () => {
    expect(after(original.slice(1))).toEqual({ state: 'lost', text: null })
    expect(after(changed(0, '本节讲一种数据结构。'))).toEqual({ state: 'lost', text: null })
    expect(after([])).toEqual({ state: 'lost', text: null })
  })

  it('over several paragraphs', () => {
    const exact = text.slice(1, 3).join('\n')
    expect(after([{ pid: 'new', text: '前言' }, ...original], exact)).toEqual({ state: 'sure', text: exact })
    const edited = changed(1, '计算机里的栈也是如此：只许在一端添加和取出数据。')
    expect(after(edited, exact)).toMatchObject({ state: 'unsure', text: expect.stringContaining('只许在一端') })
  })

  it('among equals by what stands around it', () => {
    const two = blocks('甲说：好的。', '乙说：好的。', '丙说：好的。')
    const locator = mark(two, '乙说：好的')
    const second = { ...locator, start: 3, exact: '好的', prefix: '甲说：好的。\n乙说：', suffix: '。\n丙说：好的。' }
    const now = [{ pid: 'new', text: '丁说：好的。' }, ...two]
    expect(anchor(now, { ...second, pid: 'gone' })).toEqual({ place: { pid: 'p1', start: 3, end: 5 }, state: 'sure' })
    const bare = { ...second, pid: 'gone', prefix: '', suffix: '' }
    expect(anchor(now, bare).state).toBe('unsure')
  })

  it('a point by what stands around it', () => {
    const around = mark(original, '只允许')
    const point = { ...around, exact: '', end: 11, suffix: `只允许${around.suffix}` }
    expect(anchor(original, point)).toEqual({ place: { pid: 'p1', start: 11, end: 11 }, state: 'sure' })
    const shifted = anchor(changed(1, `注意。${text[1]}`), point)
    expect(shifted).toEqual({ place: { pid: 'p1', start: 14, end: 14 }, state: 'sure' })
    expect(anchor(blocks('别的'), { ...point, pid: 'gone' }).state).toBe('lost')
  })

  it('and whole characters with it', () => {
    const before = blocks('笑一个😀再走吧，路还很长很长')
    const now = blocks('笑一下😃再走吧，路还很长很长')
    const { place } = anchor(now, mark(before, '一个😀再走吧'))
    expect(textAt(now, place).isWellFormed()).toBe(true)
  })

  it('whatever happens to the other paragraphs', () => {
    const words = fc.stringMatching(/^[天地玄黄宇宙洪荒日月盈昃]{4,30}$/)
    const book = fc.uniqueArray(words, { minLength: 2, maxLength: 12 })
    fc.assert(
      fc.property(
        book,
        fc.nat(),
        fc.nat(),
        fc.array(words, { maxLength: 5 }),
        fc.nat(),
        (lines, which, cut, added, turn) => {
          const own = '辰宿列张寒来暑往秋收冬藏闰余成岁律吕调阳'
          const at = which % lines.length
          const from = lines.map((line, i) => ({ pid: `p${i}`, text: i === at ? `${line}${own}` : line }))
          const locator = mark(from, own)
          const rest = from.filter((_, i) => i === at || (i + cut) % 3 > 0)
          const mixed = [...added.map((line, i) => ({ pid: `n${i}`, text: line })), ...rest]
          const now = mixed.slice(turn % mixed.length).concat(mixed.slice(0, turn % mixed.length))
          const { place, state } = anchor(now, locator)
          expect(state).toBe('sure')
          expect(textAt(now, place)).toBe(own)
        },
      ),
    )
  })
})

describe('the nearest piece of a text', () => {
  it('has the fewest edits', () => {
    expect(nearest('今天天气真不错，我们去公园', '天气很不错')).toEqual({ from: 2, to: 7, edits: 1 })
    expect(nearest('abcdef', 'cxd')).toEqual({ from: 2, to: 4, edits: 1 })
    expect(nearest('', 'abc').edits).toBe(3)
  })
})
