import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Locator } from '../locator'
import { anchorLocator, chapterText, closestMatch, type Position, positionAt } from './anchor'

interface Block {
  pid: string
  text: string
}

const lines = [
  '把一摞盘子放在桌上，最后放上去的那只，总是最先被拿走。',
  '计算机里的栈也是如此：只允许在一端添加和取出数据。',
  '入栈与出栈都只动栈顶，因此时间复杂度都是常数，与栈里已有多少元素无关。',
  '队列正好相反：先来的先走，像食堂里排队打饭。',
]
const blocks = (...texts: string[]): Block[] => texts.map((text, i) => ({ pid: `p${i}`, text }))
const original = blocks(...lines)
const edited = (i: number, text: string) => original.map((block, j) => (i === j ? { ...block, text } : block))

/** Creates a locator as the reading page does. */
function locate(from: Block[], exact: string, nth = 0): Locator {
  const chapter = chapterText(from)
  let at = chapter.text.indexOf(exact)
  for (let i = 0; i < nth; i++) at = chapter.text.indexOf(exact, at + 1)
  const end = at + exact.length
  return {
    ...positionAt(chapter, at, end),
    exact,
    prefix: chapter.text.slice(Math.max(0, at - 32), at),
    suffix: chapter.text.slice(end, end + 32),
  }
}

/** Returns state and text of the match, or null. */
function find(now: Block[], locator: Locator, hint?: Position) {
  const chapter = chapterText(now)
  const found = anchorLocator(chapter, locator, hint)
  return found && { state: found.state, text: chapter.text.slice(found.start, found.end) }
}

const quote = '最后放上去的那只，总是最先被拿走'
const sure = (text = quote) => ({ state: 'sure', text })
const unsure = (text: unknown) => ({ state: 'unsure', text })

describe('anchor finds a quote', () => {
  const cases: [string, Block[], unknown][] = [
    ['in the unchanged text', original, sure()],
    ['after text inserted before it', edited(0, `想一想：${lines[0]}`), sure()],
    ['after a new paragraph', [{ pid: 'new', text: '一段新的开场白。' }, ...original], sure()],
    ['after an empty paragraph', [{ pid: 'new', text: '' }, ...original], sure()],
    ['in reordered paragraphs', original.toReversed(), sure()],
    ['in paragraphs with new ids', original.map(({ text }, i) => ({ pid: `q${i}`, text })), sure()],
    ['when the other paragraphs are gone', original.slice(0, 1), sure()],
    [
      'moved into another paragraph',
      [
        { pid: 'p0', text: '换成了别的内容。' },
        { pid: 'n', text: `把一摞盘子放在桌上，${quote}。` },
      ],
      sure(),
    ],
    [
      'slightly edited in its own paragraph',
      edited(0, '把一摞盘子放在桌上，最后放上去的那一只，总会最先被拿走。'),
      sure('最后放上去的那一只，总会最先被拿走'),
    ],
    [
      'much edited in its own paragraph, unsure',
      edited(0, '把盘子摞在桌上，最后放的那只，往往最早被取走。'),
      unsure(expect.stringContaining('最后放的那只')),
    ],
    [
      'edited and moved to another paragraph, unsure',
      [original[1]!, { pid: 'new', text: '记住：最后放上去的那个，总是最先被拿走。' }, original[2]!],
      unsure('最后放上去的那个，总是最先被拿走'),
    ],
    ['no match if its paragraph was removed', original.slice(1), null],
    ['not in a rewritten paragraph', edited(0, '本节讲一种数据结构。'), null],
    ['not in an empty chapter', [], null],
  ]
  test.each(cases)('anchor finds a quote: %s', (_, now, expected) =>
    expect(find(now, locate(original, quote))).toEqual(expected),
  )

  it('anchor finds a quote that spans several paragraphs', () => {
    const exact = lines.slice(1, 3).join('\n')
    const locator = locate(original, exact)
    expect(find([{ pid: 'new', text: '前言' }, ...original], locator)).toEqual(sure(exact))
    const now = edited(1, '计算机里的栈也是如此：只许在一端添加和取出数据。')
    expect(find(now, locator)).toEqual(sure(expect.stringContaining('只许在一端') as unknown as string))
  })

  it('anchor finds a quote of 500 characters that contains an edit', () => {
    const long = Array.from({ length: 60 }, (_, i) => `第${i}句讲的是第${i}件事。`).join('')
    const locator = locate([{ pid: 'a', text: long }], long.slice(20, 520))
    const now = [{ pid: 'a', text: `新的开头。${long.replace('第30句讲的是', '第30句说的却是')}` }]
    expect(find(now, locator)).toEqual(sure(long.slice(20, 520).replace('第30句讲的是', '第30句说的却是')))
  })

  it("among equal quotes, anchor finds the one at the hint, not the one at the locator's position", () => {
    const repeated = blocks('好的。', '好的。', '好的。')
    const locator = { ...locate(repeated, '好的'), prefix: '', suffix: '' }
    const chapter = chapterText(repeated)
    const found = anchorLocator(chapter, locator, { pid: 'p2', start: 0, end: 2 })!
    expect(positionAt(chapter, found.start, found.end).pid).toBe('p2')
  })

  it('anchor does not split surrogate pairs in an edited quote', () => {
    const before = blocks('笑一个😀再走吧，路还很长很长')
    const now = blocks('笑一下😃再走吧，路还很长很长')
    expect(find(now, locate(before, '一个😀再走吧'))!.text.isWellFormed()).toBe(true)
  })
})

describe('anchor distinguishes equal quotes', () => {
  it('anchor distinguishes equal quotes by context', () => {
    const before = blocks('甲说：好的。', '乙说：好的。', '丙说：好的。')
    const locator = { ...locate(before, '好的', 1), pid: 'gone' }
    const now = chapterText([{ pid: 'new', text: '丁说：好的。' }, ...before])
    const found = anchorLocator(now, locator)!
    expect(positionAt(now, found.start, found.end)).toEqual({ pid: 'p1', start: 3, end: 5 })
    expect(found.state).toBe('sure')
    expect(anchorLocator(now, { ...locator, prefix: '', suffix: '' })!.state).toBe('unsure')
  })

  it('anchor returns `unsure` for equal quotes if the context was deleted', () => {
    const locator = { pid: 'gone', start: 900, end: 902, exact: '练习', prefix: '别的', suffix: '东西' }
    expect(find(blocks('练习。练习。练习。练习。'), locator)!.state).toBe('unsure')
  })
})

describe('anchor finds a point', () => {
  const around = locate(original, '只允许')
  const point: Locator = { ...around, end: around.start, exact: '', suffix: `只允许${around.suffix}` }

  test.each([
    ['in the unchanged text', original, { start: 11, state: 'sure' }],
    ['after inserted text', edited(1, `注意。${lines[1]}`), { start: 14, state: 'sure' }],
    ['no match if its paragraph was removed', blocks('别的').map((b) => ({ ...b, pid: 'x' })), null],
  ] as const)('anchor finds a point: %s', (_, now, expected) => {
    const chapter = chapterText(now)
    const found = anchorLocator(chapter, point)
    const position = found && positionAt(chapter, found.start, found.end)
    expect(found && { start: position!.start, state: found.state }).toEqual(expected)
  })

  it('anchor finds a point without context at the start of its paragraph', () => {
    const picture = { pid: 'p3', start: 5, end: 5, exact: '', prefix: '', suffix: '' }
    const chapter = chapterText(original)
    expect(anchorLocator(chapter, picture)?.start).toBe(chapter.byPid.get('p3')!.start)
    expect(anchorLocator(chapter, { ...picture, pid: 'gone' })).toBeNull()
  })
})

describe('anchor under random edits', () => {
  it('finds an unchanged quote when other paragraphs are added, removed and moved', () => {
    const words = fc.stringMatching(/^[天地玄黄宇宙洪荒日月盈昃]{4,30}$/)
    const book = fc.uniqueArray(words, { minLength: 2, maxLength: 12 })
    const added = fc.array(words, { maxLength: 5 })
    fc.assert(
      fc.property(book, fc.nat(), fc.nat(), added, fc.nat(), (texts, which, cut, more, turn) => {
        const originalText = '辰宿列张寒来暑往秋收冬藏闰余成岁律吕调阳'
        const at = which % texts.length
        const from = texts.map((text, i) => ({ pid: `p${i}`, text: i === at ? `${text}${originalText}` : text }))
        const rest = from.filter((_, i) => i === at || (i + cut) % 3 > 0)
        const mixed = [...more.map((text, i) => ({ pid: `n${i}`, text })), ...rest]
        const now = mixed.slice(turn % mixed.length).concat(mixed.slice(0, turn % mixed.length))
        expect(find(now, locate(from, originalText))).toEqual(sure(originalText))
      }),
    )
  })

  it('finds each of 200 quotes that the chapter still contains after paragraphs are edited, removed and moved', () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return seed % below
    }
    const letters = '天地玄黄宇宙洪荒日月盈昃辰宿列张寒来暑往秋收冬藏'
    const words = (count: number) => Array.from({ length: count }, () => letters[random(letters.length)]).join('')
    const before = Array.from({ length: 60 }, (_, i) => ({ pid: `p${i}`, text: words(80) }))
    const locators = Array.from({ length: 200 }, () => {
      const at = random(60)
      return locate(before, before[random(60)]!.text.slice(at, at + 8 + random(12)))
    })
    const now = before
      .filter((_, i) => i % 11 !== 5)
      .map(({ pid, text }, i) => ({
        pid,
        text: i % 3 ? text : `${words(5)}${text.slice(0, 40)}${words(3)}${text.slice(40)}`,
      }))
    now.splice(10, 0, ...now.splice(30, 8))
    const { text } = chapterText(now)
    for (const locator of locators)
      if (text.includes(locator.exact)) expect(find(now, locator)?.text).toBe(locator.exact)
  })
})

describe('closestMatch', () => {
  test.each([
    ['今天天气真不错，我们去公园', '天气很不错', { from: 2, to: 7, edits: 1 }],
    ['abcdef', 'cxd', { from: 2, to: 4, edits: 1 }],
    ['', 'abc', { from: 0, to: 0, edits: 3 }],
  ])('closestMatch finds in %j the passage closest to %j', (text, pattern, expected) =>
    expect(closestMatch(text, pattern)).toEqual(expected),
  )
})
